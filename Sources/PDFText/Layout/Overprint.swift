/// Detects text printed more than once with a small offset, for bold or a shadow: it counts once, however its copies are split.
extension LayoutPieces.Piece {
    /// In em: the maximum offset of copies, including the error of estimated character positions; less for narrow ones.
    private static let farthest = 0.3
    /// Longer words aren't checked.
    private static let longest = 256

    /// Whether all of it repeats the text of `word` at the same position.
    func isDrawn(in word: LayoutPieces.Piece) -> Bool {
        placement.x < word.placement.endX && drawnCount(in: word) == text.unicodeScalars.count
    }

    /// How many of its first characters repeat those of `word`, which starts before it on the same baseline: all of them, or all up to the
    /// end of that word; 0 if none.
    func drawnCount(in word: LayoutPieces.Piece) -> Int {
        let (here, there) = (placement, word.placement)
        guard here.x < there.endX else { return 0 }
        let size = max(here.size, there.size)
        // For words of the same length, regardless of width.
        let nearest = size * 0.2
        if text == word.text, abs(here.x - there.x) < nearest, abs(here.endX - there.endX) < nearest { return text.unicodeScalars.count }
        // A character has at most four bytes.
        guard text.utf8.count <= Self.longest * 4, word.text.utf8.count <= Self.longest * 4 else { return 0 }
        let own = Array(text.unicodeScalars)
        let width = (here.endX - here.x) / Double(max(own.count, 1))
        let tolerance = min(size * Self.farthest, width * 0.9)
        // Letters that overlap by less than half are neighbours; on another baseline they are a shadow.
        let least = abs(here.y - there.y) > size * 0.03 ? 0.4 : 0.6
        guard here.x < there.endX - width * least, here.x >= there.x - tolerance, abs(here.size - there.size) < 0.2 * size else { return 0 }
        let known = Array(word.text.unicodeScalars)
        guard known.count <= Self.longest, own.count <= Self.longest else { return 0 }
        let places = word.characterPlaces
        for start in known.indices where abs(places[start] - here.x) <= tolerance {
            let count = min(own.count, known.count - start)
            if known[start..<start + count] == own[..<count] { return count }
        }
        return 0
    }

    /// A copy without its first `count` characters.
    func dropping(_ count: Int) -> LayoutPieces.Piece {
        var rest = self
        rest.text = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(count)))
        return rest
    }

    /// The start of each character, by Helvetica's widths.
    private var characterPlaces: [Double] {
        let weights = text.unicodeScalars.map(LayoutPieces.weight)
        let total = weights.reduce(0, +)
        let scale = total > 0 ? (placement.endX - placement.x) / total : 0
        var place = placement.x
        return weights.map { weight in
            defer { place += weight * scale }
            return place
        }
    }
}
