import HTTPTypes
import Hummingbird
import Records
package import Serving
import Storage

/// `/api/v1/documents/podcast`: the secret address of a person's podcast.
package struct PodcastAPI: Sendable {
    let feature: ReaderFeature

    private static let path = "\(DocumentsAPI.path)/podcast"
    private static let topic = "Reader"

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "podcast", topic: topic, "Whether the person's documents can be heard as a podcast",
                outcomes: [.init("When the address was created", .object([.init("created", .optional(.moment))]))], answer: api.podcast),
            Endpoint(
                .post, path, "resetPodcast", topic: topic,
                "Creates a secret address for the person's documents as a podcast of chapters (RSS 2.0); any former one stops working",
                outcomes: [.init(.created, "The address, shown only once", .object([.init("url", .text())]))], answer: api.reset),
            Endpoint(
                .delete, path, "removePodcast", topic: topic, "Removes the address of the podcast",
                outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
        ]
    }

    @Sendable private func podcast(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("created", try await feature.store.people.feedAddress(for: .podcast, of: try call.person())?.description)
        return .json(line)
    }

    @Sendable private func reset(_ call: APICall) async throws -> APIAnswer {
        let secret = Secret()
        try await feature.store.people.setFeedAddress(secret.hash, for: .podcast, of: try call.person(), at: .system())
        var line = JSONLine()
        line.add("url", WebOrigin(of: call.request, feature.site).address(Podcast.path(secret)))
        return .json(line, .created, headers: [.cacheControl: "no-store"])
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        try await feature.store.people.removeFeedAddress(for: .podcast, of: try call.person())
        return .nothing
    }
}
