import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
package import Serving

/// `/api/v1/boards/<name>/stations`: the stations with their prices, as on the page; with distances and savings if the query has a
/// position.
package struct StationsAPI: Sendable {
    let feature: StationsFeature

    package static func endpoints(_ feature: StationsFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, "\(BoardsAPI.path)/{board}/stations", "stations", topic: BoardsAPI.topic,
                "The stations of a board with prices, the cheapest first", access: .readers,
                parameters: [
                    BoardsAPI.board,
                    .query("fuel", .text(1...64), "The name of a fuel; left out: the board's first."),
                    .query("near", .text(.init(lengths: 3...60)), "Where one is, latitude and longitude: -31.95,115.86."),
                    .query("place", .text(1...60), "A suburb or postcode that the list is about."),
                    .query("suburb", .text(1...60), "A suburb that the source is asked for, with what is around it."),
                    .query("region", .text(1...60), "A region that the source is asked for, by its value."),
                    .query("order", .choice(StationSettings.Order.allCases.map(\.rawValue)), "By price if left out."),
                    .query("brand", .text(1...60), "Only stations of this brand."),
                    .query(
                        "radius", .integer(StationSettings.Limits.radius), "Kilometres about the place, or else about where one is; 0: any."
                    ),
                    .query("q", .text(0...200), "Words that all have to stand in name, brand, address or features."),
                    .query("tank", .integer(1...300), "Litres that are filled in, for the saving; 40 if left out."),
                    .query("from", .integer(0...StationList.limit), "How many stations to pass over."),
                ],
                outcomes: [
                    .init(
                        "The stations, \(StationList.largestPage) at most; Link leads to the next",
                        .object([
                            .init("fuel", .text()), .init("unit", .text(), about: "What prices count."), .init("currency", .text()),
                            .init("total", .integer(), about: "How many fit."), .init("updated", .optional(.moment)),
                            .init("near", .optional(.text()), about: "The suburb that the position is in or next to."),
                            .init("stations", .list(.named("Station"))), .init("next", .integer(), isRequired: false),
                        ]))
                ], problems: [.unprocessableContent], answer: api.stations)
        ]
    }

    @Sendable private func stations(_ call: APICall) async throws -> APIAnswer {
        let board = try feature.boards.board(call.text("board"))
        guard board.stations != nil else { throw Refusal(.notFound, text: "This board has no stations.") }
        let page = try StationsPage(feature, board, call.context)
        var asked: [String: String] = [:]
        for name in ["fuel", "near", "place", "suburb", "region", "order", "brand", "radius", "q", "from"] { asked[name] = call.text(name) }
        var query = StationsQuery(asked)
        query.rows = StationList.largestPage
        if query.hasUnreadablePosition { throw APICall.misfit("near", "is a latitude and a longitude, like -31.95,115.86") }
        if let fuel = query.fuel, page.plan.fuel(named: fuel) == nil {
            throw APICall.misfit("fuel", "is one of \(page.plan.fuels.map(\.name).joined(separator: ", "))", .unprocessableContent)
        }
        // A person's discounts and favourites also apply here; the position and the filters come only from the query.
        var settings = page.settings(in: call.request)
        (settings.places, settings.radius, settings.suburb, settings.region) = ([], 0, nil, nil)
        if query.fuel == nil { settings.fuel = nil }
        if let tank = call.integer("tank") { settings.tank = Double(tank) }
        let model = try await page.model(query, settings)
        func refuse(_ parameter: String, _ name: String, _ alike: [String]) -> Refusal {
            let hint = alike.isEmpty ? "" : "; there are \(alike.joined(separator: ", "))"
            return APICall.misfit(parameter, "“\(name)” is not known\(hint)", .unprocessableContent)
        }
        switch model.place.problem {
        case .unknown(let name, let alike): throw refuse("place", name, alike)
        case .unknownSuburb(let name, let alike): throw refuse("suburb", name, alike)
        default: break
        }
        var line = JSONLine()
        line.add("fuel", model.fuel.name)
        line.add("unit", StationAmounts(model.plan, model.fuel, .english).unit)
        line.add("currency", model.plan.currency)
        line.add("total", model.list.found)
        line.add("updated", model.status.updated?.description)
        line.add("near", model.place.suburb)
        line.add("stations", model.list.rows.map(StationResource.members.line))
        guard let next = model.list.next else { return .json(line) }
        line.add("next", next)
        return .json(line, headers: [.link: call.link("next", "from", String(next))])
    }
}
