package import Records

/// One line of a CSV file (RFC 4180), with its CRLF.
///
/// Spreadsheets would run a text that begins like a formula. So texts that begin with `=`, `+`, `-`, `@`, a tab or a line end get an
/// apostrophe before them (OWASP, CSV Injection), unless raw values are requested. Numbers, dates and other values that we format can't be
/// formulas; telephone numbers with only digits and punctuation are also left as they are.
package struct CSVLine: Sendable {
    package private(set) var text = ""
    private var isFirst = true
    package let isRaw: Bool

    package init(isRaw: Bool = false) { self.isRaw = isRaw }

    package mutating func add(_ value: Value?) {
        switch value {
        case nil: add(cell: "")
        case .text(let text), .url(let text), .image(let text), .email(let text): add(text)
        case .phone(let text) where text.utf8.allSatisfy(Self.isOfPhoneNumber): add(cell: text)
        case .phone(let text): add(text)
        case .list(let texts): add(texts.joined(separator: "; "))
        case let value?: add(cell: value.text)
        }
    }

    /// Adds a text from outside.
    package mutating func add(_ text: String) {
        let first = text.utf8.first.map { "=+-@\t\r\n".utf8.contains($0) } ?? false
        add(cell: first && !isRaw ? "'" + text : text)
    }

    /// The finished line.
    package var closed: String { text + "\r\n" }

    private mutating func add(cell: String) {
        if !isFirst { text += "," }
        isFirst = false
        if cell.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) {
            text += "\"" + cell.replacing("\"", with: "\"\"") + "\""
        } else {
            text += cell
        }
    }

    private static func isOfPhoneNumber(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || "+-()./ ".utf8.contains(byte) }
}
