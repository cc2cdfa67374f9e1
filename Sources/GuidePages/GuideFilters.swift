import BoardPages
import Boards
import Foundation
import Hummingbird
import Localisation
import Records
import Serving

/// The filters of a guide search, from its address.
struct GuideFilters: Hashable, Sendable {
    var day: CalendarDate?
    var channel, genre: String?
    /// An element of `GuideMarks.names`.
    var mark: String?

    init() {}

    init(_ request: Request) {
        func text(_ name: String) -> String? { request.query[name].flatMap { $0.isEmpty ? nil : $0.limited(to: 200) } }
        day = text("day").flatMap { CalendarDate(iso: $0) }
        (channel, genre) = (text("channel"), text("genre"))
        mark = text("mark").flatMap { GuideMarks.names.contains($0) ? $0 : nil }
    }

    var isEmpty: Bool { self == GuideFilters() }

    func filter(in zone: TimeZone) -> SlotFilter {
        var filter = SlotFilter(channel: channel)
        (filter.genre, filter.flag) = (genre, mark)
        filter.window = day.map { GuideDay($0, in: zone).window }
        return filter
    }
}

/// The filters below a search. Channels and genres come from the results.
struct GuideFiltersView {
    let shown: ShownBoard
    let paths: BoardPaths
    let chosen: GuideFilters
    let days: GuideDays
    private var words: Words { shown.words }

    func html(of found: [GuideChannel], genres: [String]) -> HTML {
        let channels = Dictionary(found.map { ($0.id, $0.name) }) { first, _ in first }
            .sorted { ($0.value.lowercased(), $0.key) < ($1.value.lowercased(), $1.key) }
        let coming = days.around.filter { $0.daysSince1970 >= days.today.daysSince1970 }
        let dates: [(value: String, label: String)] = coming.map {
            ($0.description, days.label(of: $0, words))
        }
        let marks: [(value: String, label: String)] = GuideMarks.names.map { ($0, GuideMarks.label(of: $0, words)) }
        return """
            <form class="guide-filters" method="get" action="\(paths.guideSearch)">\(paths.fields)\(FormView.hidden("q", shown.search))\
            \(choice("day", words("Day"), words("All days"), dates, chosen.day?.description))\
            \(choice("channel", label("channel_name"), words("All channels"), channels.map { ($0.key, $0.value) }, chosen.channel))\
            \(choice("genre", label("categories"), words("All genres"), Set(genres).sorted().map { ($0, $0) }, chosen.genre))\
            \(choice("mark", words("Programmes", sense: "of a guide"), words("All programmes"), marks, chosen.mark))\
            <button class="quiet-button" type="submit">\(words("Filter", sense: "verb"))</button></form>
            """
    }

    private func label(_ field: String) -> String { shown.board.schema[field]?.label ?? "" }

    /// The selected option is listed even if nothing matches it.
    private func choice(
        _ name: String, _ label: String, _ all: String, _ options: [(value: String, label: String)], _ chosen: String?
    ) -> HTML? {
        let others = chosen.flatMap { chosen in options.contains { $0.value == chosen } ? nil : (value: chosen, label: chosen) }
        let all = [(value: "", label: all)] + options + [others].compactMap { $0 }
        guard all.count > 2 || chosen != nil else { return nil }
        let lines = all.map { option -> HTML in
            let mark: HTML? = option.value == chosen ? " selected" : nil
            return #"<option value="\#(option.value)"\#(mark)>\#(option.label)</option>"#
        }
        return #"<select class="field-input" name="\#(name)" aria-label="\#(label)">\#(lines)</select>"#
    }
}
