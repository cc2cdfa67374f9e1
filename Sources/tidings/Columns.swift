/// Formats rows of texts as lines: aligned for people, or with tabs for programs, in which case texts contain neither tabs nor line breaks.
struct Columns {
    private let rows: [[String]]

    /// A longer text only shifts the rest of its own row.
    private static let widest = 40

    init(_ rows: [[String]]) {
        self.rows = rows.map { row in
            let count = (row.lastIndex { !$0.isEmpty } ?? -1) + 1
            return row.prefix(count).map { String($0.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }
        }
    }

    func lines(isAligned: Bool) -> [String] {
        guard isAligned else { return rows.map { $0.joined(separator: "\t") } }
        var widths: [Int] = []
        for row in rows {
            for (place, text) in row.enumerated() {
                if place == widths.count { widths.append(0) }
                widths[place] = max(widths[place], min(Self.width(of: text), Self.widest))
            }
        }
        return rows.map { row in
            row.enumerated().map { place, text in
                place == row.count - 1 ? text : text + String(repeating: " ", count: max(0, widths[place] - Self.width(of: text)) + 2)
            }.joined()
        }
    }

    /// The width in terminal cells: East Asian letters and emoji take two.
    private static func width(of text: String) -> Int {
        text.reduce(0) { sum, character in
            let scalar = character.unicodeScalars.first?.value ?? 0
            let isWide =
                (0x1100...0x115F).contains(scalar) || (0x2E80...0xA4CF).contains(scalar) || (0xAC00...0xD7A3).contains(scalar)
                || (0xF900...0xFAFF).contains(scalar) || (0xFF00...0xFF60).contains(scalar) || (0x1F300...0x1FAFF).contains(scalar)
            return sum + (isWide ? 2 : 1)
        }
    }
}
