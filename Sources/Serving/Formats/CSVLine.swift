package import Records

/// One line of a file of comma-separated values (RFC 4180), with its CRLF.
///
/// What begins like a formula would be one in a spreadsheet: texts that begin with `=`, `+`, `-`, `@`, a tab or a line end get an
/// apostrophe before them (OWASP, CSV Injection), unless the values are wanted as they are. Numbers, dates and the like are ours and cannot
/// be formulas; telephone numbers of nothing but digits and their signs stand too.
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

    /// A text from outside.
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
