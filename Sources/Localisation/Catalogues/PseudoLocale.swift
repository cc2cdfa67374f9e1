/// Modified English that reveals untranslated text, layouts that are too small, and wrong text direction.
package enum PseudoLocale: Hashable, Sendable {
    /// `[Åļļ ƀöåŕðš one two]`: accents, brackets that show where a sentence is truncated or concatenated, and 40 % more text.
    case accented
    /// Each word reversed by a direction override (UAX #9, section 2.2), as in a right-to-left script.
    case mirrored

    /// Specifiers are unchanged.
    func changed(_ text: String) -> String {
        let pieces = Self.pieces(of: text)
        switch self {
        case .accented:
            let letters = pieces.reduce(0) { $0 + ($1.isSpecifier ? 0 : $1.text.count) }
            let body = pieces.map { $0.isSpecifier ? $0.text : String($0.text.map { Self.accents[$0] ?? $0 }) }.joined()
            return "[\(body)\(Self.padding((letters * 2 + 4) / 5))]"
        case .mirrored:
            return pieces.map { $0.isSpecifier ? $0.text : Self.turned($0.text) }.joined()
        }
    }

    private static func pieces(of text: String) -> [(text: String, isSpecifier: Bool)] {
        var marked = ""
        // Specifiers are replaced by markers that no text contains.
        var specifiers: [String] = []
        marked = Specifier.replaced(in: text) { specifier in
            specifiers.append(specifier.text)
            return "\u{0}"
        }
        var pieces: [(String, Bool)] = []
        for (index, plain) in marked.split(separator: "\u{0}", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { pieces.append((specifiers[index - 1], true)) }
            if !plain.isEmpty { pieces.append((String(plain), false)) }
        }
        return pieces
    }

    private static func turned(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "\u{202E}\($0)\u{202C}" }.joined(
            separator: " ")
    }

    /// Padding words with about this many letters in all.
    private static func padding(_ length: Int) -> String {
        var text = ""
        for word in repeatElement(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], count: 50).joined() {
            guard text.count < length else { break }
            text += " " + word
        }
        return text
    }

    private static let accents: [Character: Character] = Dictionary(
        uniqueKeysWithValues: zip(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"))
}

extension Specifier {
    /// As in a catalogue, but with counts as text, which makes no difference in the output.
    fileprivate var text: String {
        switch self {
        case .percent: "%%"
        case .argument(nil): "%@"
        case .argument(let place?): "%\(place)$@"
        case .own: "%arg"
        case .substitution(let name): "%#@\(name)@"
        }
    }
}
