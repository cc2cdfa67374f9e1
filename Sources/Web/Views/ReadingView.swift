import Records

/// What a page says of the reading of its source: the bar while it is read, else why it could not be.
enum ReadingView {
    /// Without a known length there is no share to show, and none is said. `shown` is when that was read which the page shows all the same.
    static func html(_ progress: FetchProgress?, isRunning: Bool, failure: FetchFailure?, shown: Timestamp?) -> HTML {
        if isRunning {
            let progress = progress ?? FetchProgress(receivedBytes: 0)
            let known = progress.knownTotal.map { " max=\"\($0)\" value=\"\(progress.receivedBytes)\"" } as HTML?
            let text = progress.receivedBytes > 0 ? Wording.progress(progress) : Words.asking
            return """
                <div class="reading" data-reading><p class="reading-title" id="lookup-reading">\(Words.reading)</p>\
                <progress aria-labelledby="lookup-reading"\(known)></progress>\
                <p class="reading-text" data-progress-text aria-live="off">\(text)</p></div>
                """
        }
        guard let failure else { return "" }
        let kept = shown.map { "\(Words.whatYouSeeIsFrom) \(ValueView.time($0, Wording.time($0, on: failure.at)))." } as HTML?
        return "<div class=\"notice\">\(Symbols.caution)<p>\(failure.message). \(kept)</p></div>"
    }

    private enum Words {
        static let reading = "Reading the list"
        static let asking = "Asking for it…"
        static let whatYouSeeIsFrom = "What you see is from"
    }
}
