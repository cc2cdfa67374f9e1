import HTTPTypes
import Hummingbird
import JSONReading
import Places
import Records
import Serving
import Watching

/// `/api/v1/geocode`: the position of a complete address. Not for completion while typing: the services forbid that, and after the first
/// twenty addresses a person gets one per minute.
struct GeocodingAPI: Sendable {
    let feature: StationsFeature

    static func endpoints(_ feature: StationsFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .post, "/api/v1/geocode", "geocode", topic: "Places",
                """
                Where an address is, from what is known or from the geocoder that is set; for whole addresses, not for what is being \
                typed
                """,
                body: .json(
                    .object([
                        .init("address", .text(3...200)),
                        .init("near", .text(3...60), isRequired: false, about: "`-31.95,115.86`: what is near here is preferred."),
                    ])),
                outcomes: [
                    .init(
                        "The position, or why there is none",
                        .object([
                            .init("position", .optional(.text()), about: "`-31.95,115.86`"),
                            .init("label", .optional(.text()), about: "What the geocoder calls it."),
                            .init("attribution", .optional(.text()), about: "To be shown with the position."),
                            .init("reason", .optional(.text()), about: "Why there is no position."),
                        ]))
                ], problems: [.badGateway], answer: api.answer)
        ]
    }

    @Sendable private func answer(_ call: APICall) async throws -> APIAnswer {
        let near = try (call.body?["near"]?.text).map { text in
            guard let position = Position(text) else {
                throw Refusal(.unprocessableContent, errors: [Misfit(place: "/near", detail: "isn't a position like -31.95,115.86")])
            }
            return position
        }
        guard let geocoding = feature.services.geocoding else { return told(.unknown("addresses are not looked up here")) }
        guard let question = GeocodeQuestion(call.body?["address"]?.text ?? "", near: near, countries: geocoding.countries) else {
            throw Refusal(.unprocessableContent, errors: [Misfit(place: "/address", detail: "isn't an address")])
        }
        if try await geocoding.known([question])[question] == nil { try feature.services.looking.check(try call.person()) }
        let finding: GeocodeFinding
        do { finding = try await geocoding.find(question, for: .interactive) } catch let error as GeocodingError {
            guard error.code == .off else { throw Refusal(.badGateway, text: "\(error)") }
            finding = .unknown("\(error)")
        }
        if case .failed(let why) = finding { throw Refusal(.badGateway, text: why) }
        return told(finding)
    }

    private func told(_ finding: GeocodeFinding) -> APIAnswer {
        var reason: String?
        if case .unknown(let why) = finding { reason = why }
        var line = JSONLine()
        line.add("position", finding.answer.map { "\($0.position)" })
        line.add("label", finding.answer?.label)
        line.add("attribution", finding.answer?.attribution)
        line.add("reason", reason)
        return .json(line)
    }
}
