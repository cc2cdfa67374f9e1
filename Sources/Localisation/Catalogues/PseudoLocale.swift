/// English made unlike itself, so that one sees what was not translated, what does not fit and what has the wrong direction.
package enum PseudoLocale: Hashable, Sendable {
    /// `[Åļļ ƀöåŕðš one two]`: accents, brackets that show where a sentence is cut or put together, and 40 % more text.
    case accented
    /// Each word turned round by an override of direction (UAX #9, section 2.2), as if it were of a script written from the right.
    case mirrored

    /// Specifiers stay as they are.
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
        // Specifiers between two marks that no text has.
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

    /// Words of about so many letters.
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
    /// As a catalogue writes it, a count as a text: nothing tells them apart when a sentence is said.
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
