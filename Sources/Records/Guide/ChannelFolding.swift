/// The parts of a channel's name: `Harbour 1 HD +1` is `harbour 1`, in high definition, an hour later.
package struct ChannelName: Hashable, Sendable {
    /// The name without suffixes, in lower case.
    package let base: String
    /// 0 for standard, 1 for HD, 2 for higher; negative for SD.
    package let definition: Int
    /// The time shift in hours.
    package let shift: Int

    package init(_ name: String) {
        var words = name.lowercased().split(whereSeparator: { $0.isWhitespace }).map(String.init)
        var (definition, shift) = (0, 0)
        // Suffixes count only at the end and never as the whole name: a channel may be called HD.
        while words.count > 1, let last = words.last {
            let word = last.trimmingBrackets
            if let known = Self.definitions[word], definition == 0 {
                definition = known
            } else if word.first == "+", let hours = Int(word.dropFirst()), (1...24).contains(hours), shift == 0 {
                shift = hours
            } else {
                break
            }
            words.removeLast()
        }
        // `Harbour 1+1`
        if shift == 0, let last = words.last, let place = last.lastIndex(of: "+"), place > last.startIndex,
            let hours = Int(last[last.index(after: place)...]), (1...24).contains(hours)
        {
            shift = hours
            words[words.count - 1] = String(last[..<place])
        }
        (base, self.definition, self.shift) = (words.joined(separator: " "), definition, shift)
    }

    private static let definitions = ["sd": -1, "hd": 1, "fhd": 2, "uhd": 3, "4k": 3]
}

/// Groups channels that repeat another, in high definition or with a time shift, into one line each, in the order of the first.
package struct ChannelFolding<ID: Hashable & Sendable>: Sendable {
    package struct Line: Hashable, Sendable {
        package let id: ID
        /// The channels grouped with it, in their order.
        package fileprivate(set) var others: [ID] = []
    }

    package let lines: [Line]

    /// A line's channel is the one in standard definition, or else the one with the smallest shift and the definition nearest to standard.
    /// Those in `kept` have their own lines.
    package init(_ channels: [(id: ID, name: String)], keeping kept: Set<ID> = []) {
        let named = channels.map { (id: $0.id, name: ChannelName($0.name)) }
        var best: [String: (id: ID, rank: [Int])] = [:]
        for one in named where !kept.contains(one.id) {
            let rank = [one.name.shift, abs(one.name.definition)]
            if let known = best[one.name.base], !rank.lexicographicallyPrecedes(known.rank) { continue }
            best[one.name.base] = (one.id, rank)
        }
        // A kept channel without a time shift absorbs the others of its name.
        for one in named.reversed() where kept.contains(one.id) && one.name.shift == 0 { best[one.name.base] = (one.id, []) }
        var (lines, places): ([Line], [ID: Int]) = ([], [:])
        for one in named where kept.contains(one.id) || best[one.name.base]?.id == one.id {
            places[one.id] = lines.count
            lines.append(Line(id: one.id))
        }
        for one in named where places[one.id] == nil {
            if let line = best[one.name.base].flatMap({ places[$0.id] }) { lines[line].others.append(one.id) }
        }
        self.lines = lines
    }
}

extension String {
    /// `(HD)` and `[HD]` are `HD`.
    fileprivate var trimmingBrackets: String {
        guard count > 2, let first, let last, (first == "(" && last == ")") || (first == "[" && last == "]") else { return self }
        return String(dropFirst().dropLast())
    }
}
