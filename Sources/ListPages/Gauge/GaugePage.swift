import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>` of a gauge.
struct GaugePage: Sendable {
    let shown: ShownBoard

    init(_ shown: ShownBoard) { self.shown = shown }

    func page(_ kind: PageKind) async throws -> Response {
        let feeds = try await shown.feeds()
        let frame = try await shown.frame(of: feeds, rowLimit: GaugeModel.readingLimit)
        let model = GaugeModel(frame: frame, readings: try await readings(of: feeds, limit: GaugeModel.readingLimit))
        let rows = BoardFrameView(frame, shown.reader)
        let content =
            model.readings.isEmpty
            ? rows.nothing(total: 0, query: "", all: "") : GaugeView(words: shown.words).html(model.readings, frame.paths)
        let region: HTML = #"<div class="gauges region" id="\#(GaugeView.region)" aria-live="polite">\#(content)</div>"#
        return .page(rows.page(region, query: "", kind: kind, assets: shown.boards.assets.prefix))
    }

    func readings(of feeds: ShownFeeds, limit: Int) async throws -> [GaugeReading] {
        let (schema, store) = (shown.board.schema, shown.boards.store)
        guard let place = GaugeModel.place(in: schema) else { return [] }
        var readings: [GaugeReading] = []
        for stored in try await feeds.records(in: store, schema, limit: limit, byteLimit: Listing.byteLimit) {
            let changes = try await store.feeds.changes(
                of: feeds.feeds, schema, key: schema.key(of: stored.record), before: nil, limit: RecordHistory.limit)
            readings.append(
                GaugeReading(
                    stored, name: schema.isNameless ? schema.fields[place].label : shown.board.shape.name(of: stored.record), schema,
                    place: place,
                    history: changes.reversed().map { HistoryEntry(change: $0.change, seen: $0.seen) }, until: .system()))
        }
        return readings
    }
}

/// A gauge on open pages.
struct LiveGauge: LiveRegion {
    let page: GaugePage
    let feeds: [Feed]
    var shown: ShownBoard { page.shown }
    let region = GaugeView.region

    func html(of now: ShownFeeds, _ paths: BoardPaths) async throws -> HTML? {
        let readings = try await page.readings(of: now, limit: GaugeModel.readingLimit)
        return readings.isEmpty ? nil : GaugeView(words: words).html(readings, paths)
    }
}
