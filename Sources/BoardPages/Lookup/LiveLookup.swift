import Localisation
import Records
import Serving
import Storage

/// A lookup as open pages show it: the needle's rows and what has become of them, and how the reading of its source goes.
struct LiveLookup: LiveScreen {
    let answering: LookupAnswering
    let feeds: [Feed]
    let needle: String?

    var words: Words { answering.words }

    func picture() async throws -> LivePicture {
        // Before the rows: a change that comes between is told again.
        let change = try await answering.engine.store.lastChangeID(of: feeds)
        let model = try await answering.model(for: needle, in: ShownFeeds(feeds: answering.engine.store.current(feeds)))
        let regions = LookupView(reader: Reader(words: words)).regions(model).filter { LookupView.Region.told.contains($0.id) }
        return LivePicture(
            regions: regions, isRunning: model.isRunning, change: change, matches: needle == nil ? nil : model.progress?.matches ?? 0)
    }
}
