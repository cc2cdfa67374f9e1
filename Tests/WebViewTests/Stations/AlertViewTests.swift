import Following
import Records
import Testing

@testable import Serving
@testable import StationPages
@testable import Watching

@Suite("The form of a price alert")
struct AlertViewTests {
    private let gull = PriceQuote(code: "a", name: "Gull", price: 149, next: nil, metres: nil)

    private func page(_ quotes: [PriceQuote], leftOut: Int) -> String {
        let model = AlertModel(
            board: Pumps.board, plan: Pumps.plan, alert: nil, form: AlertForm(), quotes: quotes, leftOutCount: leftOut, area: nil,
            favourites: 0, saved: [], suburbs: [], channels: [])
        return AlertView(reader: Reader(), model: model).page(assets: "/static/x").text
    }

    @Test("says how many stations count, and how many don’t because they are for members only")
    func counts() {
        #expect(page([gull], leftOut: 3).contains("Stations with a price now: 1 · Members only, not counted: 3</small>"))
        #expect(page([gull], leftOut: 0).contains("Stations with a price now: 1</small>"))
        #expect(page([], leftOut: 3).contains("<p class=\"alert-now\"><small>Members only, not counted: 3</small></p>"))
        #expect(!page([], leftOut: 0).contains("alert-now"))
    }
}
