import HTTPTypes
package import Hummingbird
import Localisation
import Records

/// The fields of a form of ours by name, within limits.
package struct Form: Sendable {
    /// In bytes, for forms and for a kiosk's requests.
    package static let byteLimit = 32 << 10

    private let fields: [String: String]

    package init(_ request: Request) async throws { self.init(fields: try await request.form(upTo: Self.byteLimit)) }

    init(fields: [String: String]) { self.fields = fields }

    /// Empty if the field is missing.
    package subscript(name: String) -> String { fields[name] ?? "" }

    /// Whether the field was sent.
    package func has(_ name: String) -> Bool { fields[name] != nil }

    /// The rest of the names of sent fields that begin with `prefix`, such as those of ticked boxes.
    package func names(beginning prefix: String) -> Set<String> {
        Set(fields.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
    }
}

extension Response {
    /// Redirects to a page after a form.
    package static func on(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}

extension Refusal {
    /// The refusal of requests that are too frequent, with the time to wait, in whole seconds.
    package static func tooMany(_ wait: Duration) -> Refusal {
        let seconds = max(1, Int(clamping: (wait / .seconds(1)).rounded(.up)))
        return Refusal(.tooManyRequests, "Too many attempts. Try again in \(seconds) seconds.", headers: [.retryAfter: "\(seconds)"])
    }
}
