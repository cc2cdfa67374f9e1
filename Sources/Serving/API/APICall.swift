import Foundation
package import HTTPTypes
package import Hummingbird
package import JSONReading
import Localisation
import NIOCore
package import Records

/// A request checked against its endpoint's declaration: its parameters and its body.
package struct APICall: Sendable {
    package let request: Request
    package let context: PageContext
    private let values: [String: String]
    /// Undeclared query parameters, if the endpoint accepts them.
    package let rest: [String: String]
    /// Board parameters of the query, without the `set.`, if the endpoint accepts them.
    package let chosen: [String: String]
    /// The body, if the endpoint takes JSON.
    package let body: JSONValue?
    /// The body's bytes, unparsed.
    package let bytes: [UInt8]

    /// Throws `Refusal`.
    package init(_ request: Request, _ context: PageContext, of endpoint: Endpoint, _ components: [String: JSONSchema]) async throws {
        (self.request, self.context) = (request, context)
        (values, rest, chosen) = try Self.values(in: request, context, of: endpoint)
        guard let declared = endpoint.body else {
            (body, bytes) = (nil, [])
            return
        }
        bytes = try await Self.bytes(of: request, declared)
        guard let schema = declared.schema else {
            body = nil
            return
        }
        let value: JSONValue
        do { value = try JSONDocument(bytes).root } catch { throw Refusal(.badRequest, text: "The body is not JSON: \(error.detail)") }
        let misfits = schema.misfits(of: value, components)
        guard misfits.isEmpty else { throw Refusal(.unprocessableContent, text: misfits[0].inOneSentence, errors: misfits) }
        body = value
    }

    package func text(_ name: String) -> String? { values[name] }
    package func integer(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
    package func flag(_ name: String) -> Bool { values[name] == "true" }

    /// The signed-in person. Access control has already rejected anonymous callers.
    package func person() throws -> Person {
        guard let person = context.person else { throw Refusal(.unauthorized) }
        return person
    }

    /// The request's address with one parameter changed, for the Link header (RFC 8288).
    package func link(_ relation: String, _ name: String, _ value: String) -> String {
        let others = (request.uri.query ?? "").split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
        let query = (others.map(String.init) + ["\(name)=\(Percent.encoded(value))"]).joined(separator: "&")
        return #"<\#(request.uri.path)?\#(query)>; rel="\#(relation)""#
    }

    /// Refuses a change to a resource that has changed since the client read it (RFC 9110, section 13.1.1). `present`: what GET would
    /// answer now.
    package func requireMatch(_ present: APIAnswer) throws {
        guard let wanted = request.headers[.ifMatch], wanted != "*", let tag = present.etag else { return }
        guard wanted.etags.contains(tag) else { throw Refusal(.preconditionFailed) }
    }

    /// The same check inside the transaction that makes the change: compares the value that the first check read with the stored one.
    package func requireMatch<Stored: Equatable>(_ stored: Stored, asRead read: Stored) throws {
        guard let wanted = request.headers[.ifMatch], wanted != "*" else { return }
        guard stored == read else { throw Refusal(.preconditionFailed) }
    }

    private static func values(in request: Request, _ context: PageContext, of endpoint: Endpoint) throws -> (
        [String: String], [String: String], [String: String]
    ) {
        var (values, rest, chosen): ([String: String], [String: String], [String: String]) = ([:], [:], [:])
        let query = try Percent.form(request.uri.query ?? "")
        let takesRest = endpoint.parameters.contains { $0.place == .rest }
        let takesChoice = endpoint.parameters.contains { $0.place == .choice }
        for parameter in endpoint.parameters where parameter.place == .path {
            let text = context.parameters.get(parameter.name) ?? ""
            // A path with a malformed parameter doesn't exist.
            guard parameter.schema.misfit(ofText: text) == nil else {
                throw Refusal(.notFound, text: "There is no such \(parameter.name).")
            }
            values[parameter.name] = text
        }
        let known = endpoint.parameters.filter { $0.place == .query }
        for (name, value) in query {
            if takesChoice, name.hasPrefix(Endpoint.choiceMark) {
                guard chosen.updateValue(value, forKey: String(name.dropFirst(Endpoint.choiceMark.count))) == nil else {
                    throw misfit(name, "is given twice")
                }
                continue
            }
            guard let parameter = known.first(where: { $0.name == name }) else {
                guard takesRest else { throw unknown(name, known.map(\.name)) }
                guard rest.updateValue(value, forKey: name) == nil else { throw misfit(name, "is given twice") }
                continue
            }
            if let detail = parameter.schema.misfit(ofText: value) { throw misfit(name, detail) }
            guard values.updateValue(value, forKey: name) == nil else { throw misfit(name, "is given twice") }
        }
        if let missing = known.first(where: { $0.isRequired && values[$0.name] == nil }) { throw misfit(missing.name, "is missing") }
        return (values, rest, chosen)
    }

    package static func misfit(_ name: String, _ detail: String, _ status: HTTPResponse.Status = .badRequest) -> Refusal {
        Refusal(status, text: "'\(name)' \(detail)", errors: [Misfit(place: name, detail: detail)])
    }

    package static func unknown(_ name: String, _ known: [String]) -> Refusal {
        misfit(
            String(name.prefix(60)),
            "is not known here; " + (known.isEmpty ? "there are no parameters" : "there are \(known.joined(separator: ", "))"))
    }

    private static func bytes(of request: Request, _ declared: Endpoint.Body) async throws -> [UInt8] {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.trimmingWhitespace().lowercased()
        guard let type, declared.types.contains(type) else {
            throw Refusal(.unsupportedMediaType, text: "This takes \(declared.types.joined(separator: ", ")).")
        }
        do {
            return [UInt8](buffer: try await request.body.collect(upTo: declared.byteLimit))
        } catch let error as any HTTPResponseError where error.status.code == 413 {
            throw Refusal(.contentTooLarge, text: "This takes \(declared.byteLimit) bytes at most.")
        }
    }
}

extension HTTPField.Name {
    /// RFC 8288.
    package static let link = HTTPField.Name("Link")!
}

extension Misfit {
    fileprivate var inOneSentence: String { place.isEmpty ? detail : "\(place): \(detail)" }
}

extension String {
    /// The entity tags of a list (RFC 9110, section 8.8.3), without the `W/` prefix of weak ones.
    package var etags: [String] {
        split(separator: ",").map { $0.trimmingWhitespace() }.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
    }
}
