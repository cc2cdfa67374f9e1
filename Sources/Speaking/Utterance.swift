/// A sentence as an engine is given it. For eSpeak NG that is SSML with a mark before each word, the mark's name being the word's number from 0.
///
/// In English the dictionary says some pairs of words as one ("of the", "to be"), and then the second has no time of its own. A word joiner (U+2060) behind a word
/// keeps them apart without a pause and with the same vowels; behind punctuation it would hide the end of the clause, so there it isn't put. Other
/// languages have the stress of the pair ("nie ma"), which it would move, so there they are left.
package struct Utterance: Hashable, Sendable {
    package let markup: String
    /// Where each word is in the markup with its mark, in characters (Unicode scalars) from 0.
    package let places: [Range<Int>]
    /// How long each word is without its mark, in characters.
    let lengths: [Int]

    package init(_ words: [SpokenText.Word], keepingWordsApart: Bool) {
        var (markup, places, length): (String, [Range<Int>], Int) = ("<speak>", [], 7)
        for (number, word) in words.enumerated() {
            var piece = "<mark name=\"\(number)\"/>"
            for scalar in word.spoken.unicodeScalars {
                switch scalar {
                case "&": piece += "&amp;"
                case "<": piece += "&lt;"
                case ">": piece += "&gt;"
                default: piece.unicodeScalars.append(scalar)
                }
            }
            let count = piece.unicodeScalars.count
            places.append(length..<length + count)
            if keepingWordsApart, number < words.count - 1, word.spoken.unicodeScalars.last?.properties.isAlphabetic == true {
                piece += "\u{2060}"
            }
            piece += " "
            length += piece.unicodeScalars.count
            markup += piece
        }
        self.markup = markup + "</speak>"
        self.places = places
        lengths = words.map(\.spoken.unicodeScalars.count)
    }

    /// As the helpers of Piper and of flite are given it: words, each ended by a line feed. They tell marks only, so places are of no use.
    package init(lines words: [SpokenText.Word]) {
        markup = words.map { "\($0.spoken)\n" }.joined()
        lengths = words.map(\.spoken.unicodeScalars.count)
        places = Array(repeating: 0..<0, count: words.count)
    }
}

/// What an engine says of the sound that it makes.
package struct SpeechEvent: Hashable, Sendable {
    package enum Kind: Int32, Sendable {
        case word = 1
        case sentence = 2
        case mark = 3
    }

    package let kind: Kind
    /// In the markup, in characters from 0; of marks it is of no use.
    package let place: Int
    /// Characters; a word of none stands for nothing that is said.
    package let length: Int
    /// Samples from the beginning of the sentence.
    package let sample: Int
    /// Of a mark: its name.
    package let mark: Int

    package init(_ kind: Kind, place: Int = 0, length: Int = 0, sample: Int, mark: Int = -1) {
        (self.kind, self.place, self.length, self.sample, self.mark) = (kind, place, length, sample, mark)
    }
}

/// When the words of a sentence begin, in samples from its beginning; the order is the order of the words, and none begins before another.
///
/// The event of a word is where its sound begins, and is taken first. Marks are lost behind a full stop, and a word that is said together with another has the mark of
/// its neighbour: a mark counts if it is between its neighbours' times. What is left gets a share of the time between, by letters.
package struct WordTimes: Hashable, Sendable {
    package let starts: [Int]
    /// Whether the engine said when it begins; else its start is estimated.
    package let isOwn: [Bool]

    init(starts: [Int], isOwn: [Bool]) { (self.starts, self.isOwn) = (starts, isOwn) }

    package init(_ utterance: Utterance, _ events: [SpeechEvent], sampleCount: Int) {
        let places = utterance.places
        var (words, marks): ([Int?], [Int?]) = (Array(repeating: nil, count: places.count), Array(repeating: nil, count: places.count))
        var number = 0
        for event in events where (0...sampleCount).contains(event.sample) {
            switch event.kind {
            case .sentence: break
            case .mark: if marks.indices.contains(event.mark), marks[event.mark] == nil { marks[event.mark] = event.sample }
            case .word:
                guard event.length > 0 else { continue }
                // Places go on as a rule; some go back.
                while number < places.count - 1, places[number].upperBound <= event.place { number += 1 }
                while number > 0, places[number].lowerBound > event.place { number -= 1 }
                if places.indices.contains(number), places[number].contains(event.place), words[number] == nil {
                    words[number] = event.sample
                }
            }
        }
        // Only what goes forward.
        var last = -1
        for index in words.indices {
            if let time = words[index], time > last { last = time } else { words[index] = nil }
        }
        var next = sampleCount
        var following: [Int] = []
        for time in words.reversed() {
            following.append(next)
            if let time { next = time }
        }
        following.reverse()
        last = -1
        for index in words.indices {
            if words[index] == nil, let mark = marks[index], mark > last, mark < following[index] { words[index] = mark }
            if let time = words[index] { last = time }
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
