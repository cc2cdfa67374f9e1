import BoardPages
import Boards
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// A lookup on open pages: the rows of the number with their changes, and the progress of reading the source.
struct LiveLookup: LiveScreen {
    let answering: LookupAnswering
    let feeds: [Feed]
    let needle: String?

    var words: Words { answering.words }

    func picture() async throws -> LivePicture {
        // Read before the rows, so a change in between is reported again rather than missed.
        let change = try await answering.boards.store.feeds.lastChangeID(of: feeds)
        let model = try await answering.model(for: needle, in: ShownFeeds(feeds: answering.boards.store.feeds.current(feeds)))
        let regions = LookupView(reader: Reader(words: words)).regions(model).filter { LookupView.Region.told.contains($0.id) }
        return LivePicture(
            regions: regions, isRunning: model.isRunning, change: change, matches: needle == nil ? nil : model.progress?.matches ?? 0)
    }
}

extension BoardEvents {
    /// The events of a lookup: `?<field>=<needle>` selects the number.
    func events(of page: LookupPage, for request: Request) async throws -> Response {
        let text = page.asked(in: request)
        let needle: Value?
        do throws(NeedleError) { needle = try text.map { text throws(NeedleError) in try page.board.needle(text) } } catch {
            throw Refusal(.badRequest, text: page.words.problem(error))
        }
        let (answering, feeds) = (page.answering, try await page.shown().feeds)
        return try await follow(
            request, page.board, page.choice.given, feeds, needle: needle, asked: answering.asked,
            LiveLookup(answering: answering, feeds: feeds, needle: needle?.text))
    }
}
