package import Extraction
package import Foundation
package import Records

/// A method of a web service, declared in a board's `services`: name, address, parameters and the form of its answer.
///
/// Nothing else is needed to call it from a board's `detail`, the command line, the API or Swift. See `Docs/Using/Boards.md`.
package struct ServiceMethod: Sendable {
    /// The form of the answer.
    package enum Answer: Sendable {
        /// Rows with declared fields.
        case records(any Extractor, Schema)
        /// Rows with any fields that the service gives.
        case open(OpenRows)
    }

    /// How long an answer may be reused.
    package enum Keeping: Hashable, Sendable {
        /// According to the response's headers.
        case asAnswered
        case never
        /// For this long, regardless of the response's headers.
        case fixed(Duration)
    }

    /// `contacts.detail`: the board and the method.
    package let name: String
    package let about: String
    package var address: AddressTemplate
    package let isPost: Bool
    package let headers: [(name: String, value: String)]
    /// The body of a POST request.
    package let body: BodyTemplate?
    package let parameters: [Parameter]
    package let access: SourceAccess?
    package let keeping: Keeping
    package let timeout: Duration?
    package let limit: Int
    package let answer: Answer
    /// A sample response, checked by `tidings board check`. The expected result is a file beside it with the same stem.
    package let sample: URL?

    package static let keys = [
        "about", "url", "method", "headers", "body", "parameters", "auth", "cache", "timeout", "limit", "extract", "fields", "sample",
    ]

    package init(_ declaration: Declaration, name: String, of board: String, folder: URL) throws(DeclarationError) {
        let keys = try declaration.entries(knowing: Self.keys)
        self.name = "\(board).\(name)"
        about = try keys["about"]?.text() ?? ""
        parameters = try keys["parameters"].map(Parameter.all) ?? []
        guard let url = keys["url"] else {
            throw declaration.error("'url' is missing; for example url: https://example.org/contact?id={id}")
        }
        address = try AddressTemplate(url, knowing: parameters)
        isPost = try keys["method"].map { method throws(DeclarationError) in try method.choice(Method.self) == .post } ?? false
        headers = try keys["headers"].map(Board.headers) ?? []
        body = try keys["body"].map { [parameters] body throws(DeclarationError) in try BodyTemplate(body, knowing: parameters) }
        if let place = keys["body"], !isPost { throw place.error("a body goes with method: post") }
        access = try keys["auth"].map { auth throws(DeclarationError) in try SourceAccess(auth) }
        keeping = try keys["cache"].map(Self.keeping) ?? .asAnswered
        if let place = keys["cache"], case .fixed = keeping, isPost { throw place.error("the answer to a post is never kept") }
        timeout = try keys["timeout"]?.duration()
        limit = try keys["limit"]?.byteCount() ?? 8 << 20
        guard let extract = keys["extract"] else {
            throw declaration.error("'extract' is missing; for example extract: { xml: { rows: /contact } }")
        }
        if let fields = keys["fields"] {
            let schema = try Board.schema(fields)
            answer = .records(try Extractors.extractor(extract, schema: schema), schema)
        } else {
            answer = .open(try OpenRows(extract))
        }
        sample = try keys["sample"].map { sample throws(DeclarationError) in try sample.file(in: folder) }
    }

    private enum Method: String, CaseIterable { case get, post }

    private static func keeping(_ declaration: Declaration) throws(DeclarationError) -> Keeping {
        switch try declaration.text() {
        case "standard": .asAnswered
        case "none": .never
        default: .fixed(try declaration.duration())
        }
    }

    /// The checked arguments by name. Throws for a missing, invalid or unknown argument.
    package func values(_ arguments: [String: String]) throws(ParameterError) -> [String: String] {
        try parameters.values(arguments, of: name)
    }
}
