import Localisation
import Records
import Serving

/// The chapters of a file: marks on a bar, buttons to the previous and the next, and a list of links `?t=<seconds>`.
///
/// `media-chapters.js` fills it for the files that play next.
struct MediaChaptersView {
    let words: Words
    let chapters: [MediaTracks.Chapter]

    private static let shownOpen = 12
    private static let barLength = 1000.0

    init(_ words: Words, of file: MediaFile) {
        self.words = words
        if case .playable(let tracks, _) = file.contents { chapters = tracks.chapters ?? [] } else { chapters = [] }
    }

    var view: HTML {
        let none: HTML? = chapters.isEmpty ? " hidden" : nil
        let lines = chapters.enumerated().map { line(at: $1.start, title: title($1, number: $0 + 1)) }
        let list = Disclosure.html(
            words("Chapters"), name: "media-queue", isOpen: chapters.count <= Self.shownOpen, "<ol data-chapter-list>\(lines)</ol>")
        return """
            <section class="media-chapters" data-chapters\(none) aria-label="\(words("Chapters"))">
            <svg class="media-chapter-bar" data-chapter-bar viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="media-chapter-place" data-chapter-place height="12" width="0"/><g data-chapter-marks>\(marks)</g></svg>
            <div class="media-chapter-ways">\
            <button type="button" class="quiet-button" data-chapter-step="-1">\(words("Previous chapter"))</button>\
            <button type="button" class="quiet-button" data-chapter-step="1">\(words("Next chapter"))</button></div>
            \(list)
            <template data-chapter-line>\(line(at: .zero, title: ""))</template>
            </section>
            """
    }

    private var marks: HTML {
        let length = max(chapters.last?.end.seconds ?? 0, 0.001)
        let marks = chapters.dropFirst().map { chapter -> HTML in
            let place = (chapter.start.seconds / length * Self.barLength).rounded()
            return #"<rect x="\#(String(Int(place)))" width="2" height="12"/>"#
        }
        return "\(marks)"
    }

    private func title(_ chapter: MediaTracks.Chapter, number: Int) -> String { chapter.title ?? words("Chapter \(String(number))") }

    private func line(at start: MediaTime, title: String) -> HTML {
        let seconds = "\(start)"
        return """
            <li><a href="?t=\(seconds)" data-at="\(seconds)"><bdi>\(title)</bdi> <span class="figures">\(Self.clock(start))</span></a></li>
            """
    }

    /// `1:02:03`, `2:03`
    private static func clock(_ time: MediaTime) -> String {
        let seconds = Int(time.seconds)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(seconds % 60))" : "\(minutes):\(padded(seconds % 60))"
    }
}
