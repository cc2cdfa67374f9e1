/// Finds where the words of a line start in its sound, from eSpeak NG's word and phoneme events.
///
/// A word spoken together with the previous one ("of the") has no event of its own. The phonemes of the group are then divided by aligning
/// them with those of each word spoken alone.
struct WordStarts {
    struct Event {
        /// The position of its word in the line, in characters from 0.
        let place: Int
        let sample: Int32
        /// nil: the start of a word.
        let phoneme: String?
    }

    /// The most cells of a group's alignment table.
    private static let cellLimit = 40_000
    private static let stress: Set<Character> = ["'", ",", "%", "="]
    /// The first characters of vowel names, in all languages.
    private static let vowels: Set<Character> = Set("aeiouyAEIOUVWY@&0123")

    /// nil if unknown. Known ones increase.
    private(set) var samples: [Int32?]

    /// `alone` returns a word's phonemes on its own; called only for grouped words.
    init(_ places: [Range<Int>], _ events: [Event], alone: (Int) -> [String]) {
        samples = places.map { _ in nil }
        var sounds: [[(name: Substring, sample: Int32)]] = places.map { _ in [] }
        var number = 0
        for event in events {
            // Positions usually increase; some go back. After the full stop of "St.", a word's position is the space before it.
            while number < places.count - 1, places[number].upperBound <= event.place { number += 1 }
            while number > 0, places[number - 1].upperBound > event.place { number -= 1 }
            guard places.indices.contains(number), (0..<places[number].upperBound).contains(event.place) else { continue }
            if let phoneme = event.phoneme {
                if let name = Self.sound(phoneme[...]) { sounds[number].append((name, event.sample)) }
            } else if samples[number] == nil {
                samples[number] = event.sample
            }
        }
        var last: Int32 = -1
        for index in samples.indices {
            guard var sample = samples[index] else { continue }
            // A word's event is sent at the end of the consonant before it.
            if let first = sounds[index].first, let letter = first.name.first, Self.vowels.contains(letter) {
                sample = max(sample, first.sample)
            }
            samples[index] = sample > last ? sample : nil
            last = max(last, sample)
        }
        var first = 0
        while first < samples.count {
            let end = samples[(first + 1)...].firstIndex { $0 != nil } ?? samples.count
            if samples[first] != nil, end - first > 1 { part(first..<end, sounds[first..<end].flatMap { $0 }, alone) }
            first = end
        }
    }

    /// A phoneme without stress; nil for pauses and language changes.
    private static func sound(_ name: Substring) -> Substring? {
        let plain = name.drop { stress.contains($0) }
        return plain.isEmpty || plain.hasPrefix("_") || plain.hasPrefix("(") || plain.hasPrefix(":") ? nil : plain
    }

    private mutating func part(_ group: Range<Int>, _ said: [(name: Substring, sample: Int32)], _ alone: (Int) -> [String]) {
        guard !said.isEmpty, var last = samples[group.lowerBound] else { return }
        let next = group.upperBound < samples.count ? samples[group.upperBound] : nil
        var (wanted, firsts): ([Substring], [Int]) = ([], [])
        for word in group {
            firsts.append(wanted.count)
            wanted += alone(word).compactMap { Self.sound($0[...]) }
            guard (wanted.count + 1) * (said.count + 1) <= Self.cellLimit else { return }
        }
        let found = Self.aligned(wanted, said.map(\.name))
        for (count, word) in group.enumerated().dropFirst() {
            let end = count + 1 < firsts.count ? firsts[count + 1] : wanted.count
            guard let place = found[firsts[count]..<end].lazy.compactMap({ $0 }).first else { continue }
            let sample = said[place].sample
            guard sample > last, next.map({ sample < $0 }) ?? true else { continue }
            samples[word] = sample
            last = sample
        }
    }

    /// Aligns the wanted phonemes with the spoken ones, in order (Needleman and Wunsch, 1970).
    private static func aligned(_ wanted: [Substring], _ said: [Substring]) -> [Int?] {
        enum Way { case both, out, more }
        let width = said.count + 1
        var (row, ways): ([Int], [[Way]]) = ((0..<width).map { -$0 }, [])
        for one in wanted {
            let before = row
            var way = [Way](repeating: .out, count: width)
            row[0] = before[0] - 1
            for place in 1..<width {
                let both = before[place - 1] + (one == said[place - 1] ? 2 : -1)
                let (out, more) = (before[place] - 1, row[place - 1] - 1)
                row[place] = max(both, out, more)
                way[place] = row[place] == both ? .both : row[place] == out ? .out : .more
            }
            ways.append(way)
        }
        var found: [Int?] = wanted.map { _ in nil }
        var (line, place) = (wanted.count, width - 1)
        while line > 0, place > 0 {
            switch ways[line - 1][place] {
            case .both:
                found[line - 1] = place - 1
                (line, place) = (line - 1, place - 1)
            case .out: line -= 1
            case .more: place -= 1
            }
        }
        return found
    }
}
