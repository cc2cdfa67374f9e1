import BoardPages
import Localisation
import Records
import Serving

/// Programmes as lines of a list.
struct GuideLines {
    let words: Words
    let paths: BoardPaths

    /// With day, channel and further details if the page doesn't show them elsewhere. A dropped programme has no page.
    func line(
        _ programme: GuideProgramme, on channel: GuideChannel? = nil, at now: Timestamp, note: HTML? = nil, isGone: Bool = false
    ) -> HTML {
        let isOn = programme.start <= now && now < programme.stop
        let state: HTML? = isOn ? #" aria-current="time""# : programme.stop <= now ? #" class="is-over""# : nil
        let day = words.day(of: programme.start)
        let when: HTML? = channel == nil ? nil : #"<span class="guide-date">\#(words.shortDay(day))</span> "#
        let place = channel.map { "<bdi>\($0.name)</bdi>" as HTML }
        let about = [place, programme.subtitle.map { "<bdi>\($0)</bdi>" as HTML }].compactMap { $0 }
        let below: HTML? = about.isEmpty ? nil : #"<p class="guide-subtitle">\#(about.joined(by: " · "))</p>"#
        let title: HTML =
            isGone
            ? "<del><bdi>\(programme.title)</bdi></del>"
            : #"<a href="\#(paths.record(programme.id))" data-sheet="programme"><bdi>\#(programme.title)</bdi></a>"#
        return """
            <li\(state)><p class="guide-times figures"><time datetime="\(programme.start.description)">\
            \(when)\(words.timeOfDay(programme.start))</time>\
            <span class="unseen">–\(words.timeOfDay(programme.stop))</span></p><div>\
            <p class="guide-title">\(title)\(marks(programme.marks))</p>\
            \(below)\(note.map { #"<p class="guide-change">\#($0)</p>"# as HTML })</div></li>
            """
    }

    private func marks(_ names: [String]) -> [HTML] {
        names.map { #" <span class="guide-mark">\#(GuideMarks.label(of: $0, words))</span>"# }
    }
}
