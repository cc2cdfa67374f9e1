import Foundation

/// Formats texts for commands.
enum IMAPText {
    /// Quoted (RFC 9051, section 4.3). The text must satisfy `isPlain`: no control characters.
    static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Whether it may occur in a line.
    static func isPlain(_ text: String) -> Bool { !text.utf8.contains { $0 < 0x20 || $0 == 0x7F } }

    /// A folder name in the encoding that every server supports: `Entwürfe` → `Entw&APw-rfe` (RFC 3501, section 5.1.3).
    static func folder(_ name: String) -> String {
        var (result, wide) = ("", [UInt8]())
        func flush() {
            guard !wide.isEmpty else { return }
            let text = Data(wide).base64EncodedString().replacing("/", with: ",").prefix { $0 != "=" }
            result += "&\(text)-"
            wide = []
        }
        for scalar in name.unicodeScalars {
            if scalar.isASCII {
                flush()
                result += scalar == "&" ? "&-" : String(scalar)
            } else {
                for unit in String(scalar).utf16 { wide += [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
            }
        }
        flush()
        return result
    }

    /// `5,7,9`: numbers of messages.
    static func set(_ numbers: some Sequence<Int>) -> String { numbers.map { "\($0)" }.joined(separator: ",") }

    /// `1-Feb-2026`, the format of searches (RFC 9051, section 9).
    static func day(_ date: Date) -> String {
        let style = Date.VerbatimFormatStyle(
            format: "\(day: .defaultDigits)-\(month: .abbreviated)-\(year: .defaultDigits)", locale: Locale(identifier: "en_US_POSIX"),
            timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return date.formatted(style)
    }
}
