import Broadcasting
import HTTPTypes
package import Hummingbird
import JSONReading
import Localisation
import Records
package import Serving
import Storage

/// `/api/v1/media/devices…`: the person's browsers with an open player, and requests to play something on one; `/live/media/<device>`: the
/// events for one.
package struct MediaDevicesAPI: Sendable {
    let feature: MediaFeature

    private static let path = "/api/v1/media/devices"
    private static let topic = "Media"
    private static let device = Endpoint.Parameter.path("device", .text(8...40), "The browser's own sign.")
    private static let deviceSchema = JSONSchema.object([.init("id", .text()), .init("name", .text(), about: "Firefox, Linux")])
    private static let secondsLimit = 1e6

    package static func endpoints(_ feature: MediaFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "mediaDevices", topic: topic, "Your browsers that have a player in sight, by their names",
                outcomes: [.init("The browsers", .object([.init("devices", .list(deviceSchema))]))], answer: api.list),
            Endpoint(
                .post, "\(path)/{device}/plays", "playOnMediaDevice", topic: topic,
                "Has one of your browsers play an item from a second on",
                parameters: [device], body: .json(.object([.init("item", .identifier), .init("seconds", .number)])),
                outcomes: [.init(.noContent, "The browser gets it")], answer: api.play),
        ]
    }

    /// For a browser that chose its own id.
    package static func events(_ feature: MediaFeature, _ context: PageContext, for request: Request) throws -> Response {
        let person = try context.knownPerson()
        guard feature.media != nil, let id = context.parameters.get("device"), (8...40).contains(id.utf8.count),
            id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { throw Refusal(.notFound) }
        guard request.method != .head else { return .following(nil, context, request) }
        let name = BrowserName(request.headers[.userAgent] ?? "").text ?? context.words("Another browser")
        guard let feed = feature.devices.feed(of: id, called: name, for: person.id), !feed.isFull(for: context.client) else {
            throw Refusal.tooManyFollow
        }
        return .following(feed, context, request)
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add(
            "devices",
            feature.devices.all(of: try call.person().id).map { device in
                var line = JSONLine()
                line.add("id", device.id)
                line.add("name", device.name)
                return line
            })
        return .json(line)
    }

    @Sendable private func play(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        guard feature.media != nil, let item = call.body?["item"]?.number.map({ Int64(Int(clamping: $0)) }),
            try await feature.store.media.mediaFile(item) != nil
        else { throw Refusal(.notFound, text: "There is no such item.") }
        let seconds = (call.body?["seconds"]?.number ?? 0).clamped(to: 0...Self.secondsLimit)
        guard feature.devices.play(item, at: seconds, on: call.text("device") ?? "", of: person.id) else {
            throw Refusal(.notFound, text: "This device has no player in sight any more.")
        }
        return .nothing
    }
}
