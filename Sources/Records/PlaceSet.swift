/// A set of numbers from 0 to below a limit, one bit each.
package struct PlaceSet: Sequence, Sendable {
    /// The number of its members.
    package private(set) var count = 0
    private var words: [UInt64]

    /// An empty set of numbers below `bound`.
    package init(below bound: Int) { words = Array(repeating: 0, count: (bound + 63) / 64) }

    package var isEmpty: Bool { count == 0 }

    package func contains(_ place: Int) -> Bool { words[place / 64] & 1 << UInt64(place % 64) != 0 }

    package mutating func insert(_ place: Int) {
        guard !contains(place) else { return }
        words[place / 64] |= 1 << UInt64(place % 64)
        count += 1
    }

    package mutating func remove(_ place: Int) {
        guard contains(place) else { return }
        words[place / 64] &= ~(1 << UInt64(place % 64))
        count -= 1
    }

    /// The numbers below a limit that aren't in it.
    package func others(below bound: Int) -> PlaceSet {
        var others = PlaceSet(below: bound)
        for index in others.words.indices {
            others.words[index] = index < words.count ? ~words[index] : .max
            if bound < (index + 1) * 64 { others.words[index] &= 1 << UInt64(bound % 64) - 1 }
            others.count += others.words[index].nonzeroBitCount
        }
        return others
    }

    /// The largest member; nil if it is empty.
    package var last: Int? {
        guard let index = words.lastIndex(where: { $0 != 0 }) else { return nil }
        return index * 64 + 63 - words[index].leadingZeroBitCount
    }

    package func makeIterator() -> Iterator { Iterator(words: words) }

    /// In ascending order.
    package struct Iterator: IteratorProtocol {
        fileprivate let words: [UInt64]
        private var index = 0
        private var rest: UInt64 = 0

        fileprivate init(words: [UInt64]) {
            self.words = words
            rest = words.first ?? 0
        }

        package mutating func next() -> Int? {
            while rest == 0 {
                index += 1
                guard index < words.count else { return nil }
                rest = words[index]
            }
            defer { rest &= rest - 1 }
            return index * 64 + rest.trailingZeroBitCount
        }
    }
}
