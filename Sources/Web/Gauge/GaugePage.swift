import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Storage

/// `/boards/<name>` of a gauge.
struct GaugePage: Sendable {
    let shown: ShownBoard

    init(_ shown: ShownBoard) { self.shown = shown }

    func page(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds()
        let frame = try await shown.frame(of: feeds, rowLimit: GaugeModel.mostReadings)
        let model = GaugeModel(frame: frame, readings: try await readings(of: feeds, limit: GaugeModel.mostReadings))
        let rows = BoardFrameView(frame, shown.reader)
        let region: HTML = """
            <div class="gauges region" id="\(GaugeView.region)" aria-live="polite">\
            \(model.readings.isEmpty ? rows.nothing(total: 0, query: "", all: "") : GaugeView(words: shown.words).html(model.readings, frame.paths))</div>
            """
        return .page(rows.page(region, query: "", kind: kind, assets: shown.engine.assets.prefix))
    }

    func readings(of feeds: ShownFeeds, limit: Int) async throws -> [GaugeReading] {
        let (schema, store) = (shown.board.schema, shown.engine.store)
        guard let place = GaugeModel.place(in: schema) else { return [] }
        var readings: [GaugeReading] = []
        for stored in try await feeds.records(in: store, schema, limit: limit, byteLimit: Listing.byteLimit) {
            let changes = try await store.changes(
                of: feeds.feeds, schema, key: schema.key(of: stored.record), before: nil, limit: RecordHistory.limit)
            readings.append(
                GaugeReading(
                    stored, name: shown.board.shape.name(of: stored.record), schema, place: place,
                    history: changes.reversed().map { HistoryEntry(change: $0.change, seen: $0.seen) }, until: .system()))
        }
        return readings
    }
}

/// A gauge as open pages show it.
struct LiveGauge: LiveScreen {
    let page: GaugePage
    let feeds: [Feed]

    var words: Words { page.shown.words }

    func picture() async throws -> LivePicture {
        let engine = page.shown.engine
        // Before the numbers: a change that comes between is told again.
        let change = try await engine.store.lastChangeID(of: feeds)
        let now = ShownFeeds(feeds: try await engine.store.current(feeds))
        let status = try await now.status(of: page.shown.board, engine, words)
        var regions = [(id: BoardFrameView.statusRegion, html: BoardFrameView.status(status, words))]
        let readings = try await page.readings(of: now, limit: GaugeModel.mostReadings)
        if !readings.isEmpty {
            regions.append((GaugeView.region, GaugeView(words: words).html(readings, BoardPaths(page.shown.board.name, page.shown.choice))))
        }
        return LivePicture(regions: regions, isRunning: status.isRunning, change: change)
    }
}
