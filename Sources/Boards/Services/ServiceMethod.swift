package import Extraction
package import Foundation
package import Records

/// One method of a web service, registered by writing it down in a board's `services`: name, address, parameters, and what comes back.
///
/// That is all it takes to call it, from a board's `detail`, the command line, the API and Swift. See `Docs/Boards.md`.
package struct ServiceMethod: Sendable {
    /// What comes back.
    package enum Answer: Sendable {
        /// Rows with declared fields.
        case records(any Extractor, Schema)
        /// Rows with whatever fields the service gives.
        case open(OpenRows)
    }

    /// How long an answer may be used again.
    package enum Keeping: Hashable, Sendable {
        /// As the answer itself says.
        case asAnswered
        case never
        /// This long, whatever it says.
        case fixed(Duration)
    }

    /// `contacts.detail`: the board and the method.
    package let name: String
    package let about: String
    package var address: AddressTemplate
    package let isPost: Bool
    package let headers: [(name: String, value: String)]
    /// Sent with a post.
    package let body: BodyTemplate?
    package let parameters: [Parameter]
    package let access: SourceAccess?
    package let keeping: Keeping
    package let timeout: Duration?
    package let limit: Int
    package let answer: Answer
    /// A sample answer, which `tidings board check` reads; beside it, with the same stem, `.json` says what is to come of it.
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

    /// The arguments checked, by name. Throws for one that is missing, cannot be, or is not known.
    package func values(_ arguments: [String: String]) throws(ParameterError) -> [String: String] {
        try parameters.values(arguments, of: name)
    }
}
