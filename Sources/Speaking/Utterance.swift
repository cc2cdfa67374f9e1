/// A sentence in the form sent to the helpers: plain words, each ended by a line feed.
///
/// Bidirectional marks and joiners would change the speech: after a mark "-5" loses its minus, and a word joiner turns the verb of "they
/// live" into an adjective. The helpers therefore detect word starts themselves.
package struct Utterance: Hashable, Sendable {
    package let text: String
    /// The length of each word in Unicode scalars.
    let lengths: [Int]

    package init(_ words: [SpokenText.Word]) {
        text = words.map { Self.plain($0.spoken) + "\n" }.joined()
        lengths = words.map(\.spoken.unicodeScalars.count)
    }

    /// Replaces special spaces with plain ones, because eSpeak NG treats a no-break space as an empty word and a narrow one as the end of a
    /// number. Removes word joiners, and control characters, which are commands to it.
    private static func plain(_ word: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\u{2060}", "\u{FEFF}": continue
            case _ where scalar.properties.isWhitespace || scalar.properties.generalCategory == .control: plain.append(" ")
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }
}

/// The start of a word in the sound, as reported by a helper.
package struct SpeechEvent: Hashable, Sendable {
    /// The word's index, base 0.
    package let word: Int
    /// Samples from the start of the sentence.
    package let sample: Int

    package init(word: Int, sample: Int) { (self.word, self.sample) = (word, sample) }
}

/// The start of each word of a sentence in samples, never decreasing.
///
/// Times that go backwards are ignored. A word without a time is interpolated between its neighbours, by letter count.
package struct WordTimes: Hashable, Sendable {
    package let starts: [Int]
    /// Whether the engine reported the start; otherwise it is estimated.
    package let isOwn: [Bool]

    init(starts: [Int], isOwn: [Bool]) { (self.starts, self.isOwn) = (starts, isOwn) }

    package init(_ utterance: Utterance, _ events: [SpeechEvent], sampleCount: Int) {
        var words: [Int?] = utterance.lengths.map { _ in nil }
        for event in events where (0...sampleCount).contains(event.sample) && words.indices.contains(event.word) {
            if words[event.word] == nil { words[event.word] = event.sample }
        }
        var last = -1
        for index in words.indices {
            if let time = words[index], time > last { last = time } else { words[index] = nil }
        }
        isOwn = words.map { $0 != nil }
        starts = Self.filled(words, weights: utterance.lengths, sampleCount)
    }

    private static func filled(_ times: [Int?], weights: [Int], _ end: Int) -> [Int] {
        var starts = times.map { $0 ?? 0 }
        var index = 0
        while index < times.count {
            guard times[index] == nil, index > 0 else {
                index += 1
                continue
            }
            let next = times[index...].firstIndex { $0 != nil } ?? times.count
            let (from, to) = (starts[index - 1], next < times.count ? starts[next] : end)
            let total = weights[(index - 1)..<next].reduce(0, +)
            var passed = 0
            for place in index..<next {
                passed += weights[place - 1]
                starts[place] = from + (to - from) * passed / max(1, total)
            }
            index = next
        }
        return starts
    }
}
