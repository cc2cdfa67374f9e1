package import Localisation
package import Records
package import Serving

/// The state of a source's reading on a page: the progress bar while it is read, otherwise why it failed.
package struct ReadingView {
    package let words: Words

    package init(words: Words) {
        self.words = words
    }

    /// Without a known length, there is no percentage. `shown` is when the displayed data were read.
    package func html(_ progress: FetchProgress?, isRunning: Bool, failure: FetchFailure?, shown: Timestamp?) -> HTML {
        if isRunning {
            let progress = progress ?? FetchProgress(receivedBytes: 0)
            let known = progress.knownTotal.map { #" max="\#($0)" value="\#(progress.receivedBytes)""# } as HTML?
            let text = progress.receivedBytes > 0 ? progress.text(words) : words("Loading…")
            return """
                <div class="reading" data-reading><p class="reading-title" id="lookup-reading">\(words("Reading the list"))</p>\
                <progress aria-labelledby="lookup-reading"\(known)></progress>\
                <p class="reading-text" data-progress-text aria-live="off">\(text)</p></div>
                """
        }
        guard let failure else { return "" }
        let kept = shown.map { shown in
            words.html("You’re seeing the version from \(ValueView(words).time(shown, words.moment(shown, at: failure.at))).")
        }
        let reason = words.text(failure.reason)
        let sentence = reason.hasPrefix("http") ? reason : reason.prefix(1).uppercased() + reason.dropFirst()
        return Callout.caution(markup: "<bdi>\(sentence).</bdi> \(kept)")
    }
}

extension FetchProgress {
    /// The text beside the progress bar: `1.2 MB of 2.1 MB · 410 kB/s · 1 match so far`. With the total only if it is known.
    package func text(_ words: Words) -> String {
        let received = words.bytes(receivedBytes)
        var parts = [knownTotal.map { words("\(received) of \(words.bytes($0))") } ?? received]
        if let rate = bytesPerSecond, rate > 0 { parts.append(words.rate(bytesPerSecond: rate)) }
        if let matches, matches > 0 { parts.append(words("\(matches) matches so far")) }
        return parts.joined(separator: " · ")
    }
}
