/// Text that is printed twice or more, a little apart, to look bold, or as a shadow: it counts once, wherever its copies are cut.
extension LayoutPieces.Piece {
    /// In em: copies are at most so far apart, estimates of where a character stands included; narrow ones less.
    private static let farthest = 0.3
    /// Longer words are taken as they come.
    private static let longest = 256

    /// Whether all of it is what `word` has at its place.
    func isDrawn(in word: LayoutPieces.Piece) -> Bool {
        placement.x < word.placement.endX && drawnCount(in: word) == text.unicodeScalars.count
    }

    /// So many of its first characters are what `word`, which begins before it on the same baseline, has at their place: all of them, or all up
    /// to the end of that word. 0: none.
    func drawnCount(in word: LayoutPieces.Piece) -> Int {
        let (here, there) = (placement, word.placement)
        guard here.x < there.endX else { return 0 }
        let size = max(here.size, there.size)
        // Of the same length, however narrow.
        let nearest = size * 0.2
        if text == word.text, abs(here.x - there.x) < nearest, abs(here.endX - there.endX) < nearest { return text.unicodeScalars.count }
        // A character is four bytes at most.
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

    /// What is left behind so many first characters.
    func dropping(_ count: Int) -> LayoutPieces.Piece {
        var rest = self
        rest.text = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(count)))
        return rest
    }

    /// Where each character begins, by Helvetica's widths.
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
