import Foundation
import Localisation
import Records

/// The operator's own body for a webhook: JSON with placeholders in its strings, `{title}`, `{body}`, `{link}`, `{board}`, `{id}`,
/// `{time}`, `{urgency}`.
///
/// Inserted values are escaped for JSON strings, so a notice can't change the structure: in `"text": "{title}"`, a title with a quote stays
/// inside. `{time}` is ISO 8601. Other names in braces and invalid JSON are errors.
package struct WebhookTemplate: Hashable, Sendable {
    package static let lengthLimit = 16 << 10

    package let text: String

    package init(_ text: String) throws(AddressError) {
        guard text.utf8.count <= Self.lengthLimit else {
            throw AddressError("the template is longer than \(Self.lengthLimit) bytes", advice: Phrase("The template is too long."))
        }
        self.text = text
        for hole in text.matches(of: Self.hole) where Hole(rawValue: String(hole.1)) == nil {
            let names = Hole.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            throw AddressError(
                "the template has an unknown placeholder {\(hole.1)}; there are \(names)",
                advice: Phrase("Tidings doesn’t know the placeholder {\(String(hole.1))}. It knows \(names)."))
        }
        // A placeholder outside a string would produce invalid JSON; a quote in the test value detects it.
        let filled = filled { _ in "\\\"x\\\"" }
        guard (try? JSONSerialization.jsonObject(with: Data(filled.utf8), options: .fragmentsAllowed)) != nil else {
            throw AddressError(
                "the template isn't JSON, or a placeholder is outside a string",
                advice: Phrase("The template isn’t JSON. Placeholders go between quotes, like \"{title}\"."))
        }
    }

    package func body(of notice: Notice) -> [UInt8] {
        Array(
            filled { hole in
                switch hole {
                case .id: notice.name
                case .title: Self.escaped(notice.title)
                case .body: Self.escaped(notice.body)
                case .link: Self.escaped(notice.link?.absoluteString ?? "")
                case .board: Self.escaped(notice.board)
                case .time: notice.time.description
                case .urgency: notice.urgency.rawValue
                }
            }.utf8)
    }

    private enum Hole: String, CaseIterable { case id, title, body, link, board, time, urgency }

    /// In one pass: inserted values aren't searched for placeholders.
    private func filled(_ filling: (Hole) -> String) -> String {
        text.replacing(Self.hole) { match in Hole(rawValue: String(match.1)).map(filling) ?? String(match.0) }
    }

    private static var hole: Regex<(Substring, Substring)> { /\{([A-Za-z]+)\}/ }

    /// RFC 8259, section 7, without the enclosing quotes. By scalar, because a mark may combine with a quote.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\u{0}"..."\u{1F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension WebhookTemplate: Codable {
    package init(from decoder: any Decoder) throws { try self.init(decoder.singleValueContainer().decode(String.self)) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
