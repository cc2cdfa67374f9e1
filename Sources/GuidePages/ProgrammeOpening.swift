import BoardPages
import Boards
import Foundation
import Localisation
import Records
import Serving

/// The main facts on a programme's page: episode, channel, time, and description.
struct ProgrammeOpening {
    static let fields: Set<String> = [
        "channel", "channel_name", "channel_logo", "channel_group", "start", "stop", "subtitle", "season", "episode",
        "description", "film", "live", "premiere", "new",
        "repeat",
    ]

    private let programme: GuideProgramme
    private let channel: GuideChannel
    private let numbers: (season: Int?, episode: Int?)
    private let description: String?
    private let paths: BoardPaths
    private let words: Words

    /// Returns nil if the board's records aren't programmes.
    init?(_ stored: StoredRecord, on board: Board, _ words: Words) {
        let schema = board.schema
        guard let fields = GuideFields(schema), let programme = fields.programme(stored), let channel = fields.channel(stored) else {
            return nil
        }
        func value(_ name: String) -> Value? { schema.index(of: name).flatMap { stored.record.values[$0] } }
        func number(_ name: String) -> Int? {
            guard case .number(let number)? = value(name) else { return nil }
            return Int(clamping: number)
        }
        (self.programme, self.channel, self.words) = (programme, channel, words)
        numbers = (number("season"), number("episode"))
        description = value("description")?.text
        paths = BoardPaths(board.name)
    }

    var html: HTML {
        let day = GuideDay(of: programme.start, in: words.zone).date
        let marks = programme.marks.map { #"<span class="guide-mark">\#(GuideMarks.label(of: $0, words))</span> "# as HTML }
        return """
            <div class="programme">\(episode.map { #"<p class="programme-episode"><bdi>\#($0)</bdi></p>"# as HTML })\
            <p class="programme-when"><a href="\(paths.guideChannel(channel.id, day))"><bdi>\(channel.name)</bdi></a> · \
            <time datetime="\(programme.start.description)">\(words.shortDay(words.day(of: programme.start)))</time>, \
            <span class="figures">\(words.timeOfDay(programme.start))–\(words.timeOfDay(programme.stop))</span> · \
            \(words.duration(programme.stop - programme.start))</p>\
            \(marks.isEmpty ? nil : #"<p class="programme-marks">\#(marks)</p>"# as HTML)\
            \(description.map { #"<p class="programme-about"><bdi>\#($0)</bdi></p>"# as HTML })</div>
            """
    }

    /// `Series 2, episode 5 · The Lantern`
    private var episode: String? {
        let number: String? =
            switch numbers {
            case (let season?, let episode?): words("Series \(String(season)), episode \(String(episode))")
            case (nil, let episode?): words("Episode \(String(episode))")
            case (let season?, nil): words("Series \(String(season))")
            case (nil, nil): nil
            }
        let parts = [number, programme.subtitle].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
