import HTTPTypes
package import Hummingbird
import Localisation
import Records

/// What a form of ours sends: the fields by name, within bounds.
package struct Form: Sendable {
    /// Bytes of a form, and of what a kiosk sends.
    package static let byteLimit = 32 << 10

    private let fields: [String: String]

    package init(_ request: Request) async throws {
        fields = try await request.form(upTo: Self.byteLimit)
    }

    /// Empty if it is not there.
    package subscript(name: String) -> String { fields[name] ?? "" }

    /// What follows `prefix` in the names of fields that were sent, as of boxes that are ticked.
    package func names(beginning prefix: String) -> Set<String> {
        Set(fields.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
    }
}

extension Response {
    /// After a form: on to a page.
    package static func on(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}

extension Refusal {
    /// Too fast: how long to wait, in whole seconds.
    package static func tooMany(_ wait: Duration) -> Refusal {
        let seconds = max(1, Int(clamping: (wait / .seconds(1)).rounded(.up)))
        return Refusal(.tooManyRequests, "Too many attempts. Try again in \(seconds) seconds.", headers: [.retryAfter: "\(seconds)"])
    }
}
