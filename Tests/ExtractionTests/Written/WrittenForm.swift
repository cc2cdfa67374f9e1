/// Known values in a form that a source may write them in: a board that says how, a document, and what has to come of it.
struct WrittenForm {
    let extract: String
    let fields: String
    let document: [UInt8]
    /// By row and field, as `Value.text`.
    let rows: [[String?]]

    init(_ extract: String, _ fields: String, _ document: String, _ rows: [[String?]]) {
        (self.extract, self.fields, self.document, self.rows) = (extract, fields, Array(document.utf8), rows)
    }

    /// All kinds, each by its name. What is made depends on the dice alone.
    static let kinds: [(name: String, make: @Sendable (inout Dice) -> WrittenForm)] = [
        ("numbers", numbers), ("amounts", amounts), ("dates", dates), ("moments", moments), ("separated text", separated),
        ("playlists", playlist), ("times of a guide", guide), ("cells over rows and columns", spans), ("texts of XML", texts),
        ("texts of cells", shown), ("addresses", addresses),
    ]
}

/// Numbers that are the same in every run (SplitMix64).
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[number(0...choices.count - 1)] }
    mutating func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }
    mutating func word(_ signs: String, _ length: ClosedRange<Int>) -> String {
        let signs = Array(signs)
        return String((0..<number(length)).map { _ in one(of: signs) })
    }
}

extension Int {
    /// With zeros before it.
    func digits(_ count: Int) -> String { String(repeating: "0", count: Swift.max(0, count - "\(self)".count)) + "\(self)" }
}

extension String {
    /// Digits in groups of three, or as in India, from the right.
    func grouped(by mark: String, isIndian: Bool) -> String {
        var (rest, groups) = (self[...], [Substring]())
        while !rest.isEmpty {
            let length = groups.isEmpty || !isIndian ? 3 : 2
            groups.append(rest.suffix(length))
            rest = rest.dropLast(length)
        }
        return groups.reversed().joined(separator: mark)
    }
}
