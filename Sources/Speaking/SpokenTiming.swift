/// Accumulates the sample counts of consecutive sentences.
package struct SpokenTiming: Sendable {
    package let sampleRate: Int
    private(set) package var samples: Int

    /// `lead` is the number of samples played before the first sentence.
    package init(sampleRate: Int, lead: Int = 0) { (self.sampleRate, samples) = (sampleRate, lead) }

    /// In samples: the extra pause at the end of a paragraph.
    package var paragraphPause: Int { sampleRate / 4 }
    package var seconds: Double { Double(samples) / Double(sampleRate) }

    /// The start and end of each word of the next sentence, in seconds.
    package mutating func ranges(of speech: SpokenSentence, pause: Int) -> [Range<Double>] {
        defer { samples += speech.sampleCount + pause }
        let starts = speech.times.starts + [speech.sampleCount + pause]
        return (0..<starts.count - 1).map { index in
            let (start, end) = (samples + starts[index], samples + max(starts[index], starts[index + 1]))
            return Double(start) / Double(sampleRate)..<Double(end) / Double(sampleRate)
        }
    }
}
