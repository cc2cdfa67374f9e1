package import Localisation
package import Records
package import Serving

/// What a page says of the reading of its source: the bar while it is read, else why it could not be.
package struct ReadingView {
    package let words: Words

    package init(words: Words) {
        self.words = words
    }

    /// Without a known length there is no share to show, and none is said. `shown` is when that was read which the page shows all the same.
    package func html(_ progress: FetchProgress?, isRunning: Bool, failure: FetchFailure?, shown: Timestamp?) -> HTML {
        if isRunning {
            let progress = progress ?? FetchProgress(receivedBytes: 0)
            let known = progress.knownTotal.map { " max=\"\($0)\" value=\"\(progress.receivedBytes)\"" } as HTML?
            let text = progress.receivedBytes > 0 ? progress.text(words) : words("Loading…")
            return """
                <div class="reading" data-reading><p class="reading-title" id="lookup-reading">\(words("Reading the list"))</p>\
                <progress aria-labelledby="lookup-reading"\(known)></progress>\
                <p class="reading-text" data-progress-text aria-live="off">\(text)</p></div>
                """
        }
        guard let failure else { return "" }
        let kept = shown.map { shown in
            words.html("You’re seeing the version of \(ValueView(words).time(shown, words.moment(shown, at: failure.at))).")
        }
        let reason = words.text(failure.reason)
        let sentence = reason.hasPrefix("http") ? reason : reason.prefix(1).uppercased() + reason.dropFirst()
        return Callout.caution(markup: "<bdi>\(sentence).</bdi> \(kept)")
    }
}

extension FetchProgress {
    /// What the progress bar cannot say: `1.2 MB of 2.1 MB · 410 kB/s · 1 match so far`. The total only if it is known.
    package func text(_ words: Words) -> String {
        let received = words.bytes(receivedBytes)
        var parts = [knownTotal.map { words("\(received) of \(words.bytes($0))") } ?? received]
        if let rate = bytesPerSecond, rate > 0 { parts.append(words.rate(bytesPerSecond: rate)) }
        if let matches, matches > 0 { parts.append(words("\(matches) matches so far")) }
        return parts.joined(separator: " · ")
    }
}
