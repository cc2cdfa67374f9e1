import BoardPages
import Boards
import Foundation
import HTTPTypes
import Hummingbird
import JSONReading
import Notifying
import Records
package import Serving
import Storage

/// `/api/v1/channels…`: a person's channels. Mail channels are added on the channels page, which first asks the address's owner for
/// confirmation.
package struct ChannelsAPI: Sendable {
    let feature: FollowingFeature

    private static let path = "/api/v1/channels"
    private static let topic = "Channels"

    private static let channel = Endpoint.Parameter.path("channel", .identifier, "The channel's number.")

    package static func endpoints(_ feature: FollowingFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "channels", topic: topic, "The caller's channels",
                outcomes: [.init("The channels", .object([.init("channels", .list(.named("Channel")))]))], answer: api.list),
            Endpoint(
                .post, path, "addChannel", topic: topic, "Adds a channel; for a known address, returns the existing channel",
                body: .json(.either(kinds.map(ChannelResource.asked))),
                outcomes: [.init(.created, "The channel; Location is its address", .named("Channel"))], problems: [.conflict],
                answer: api.add),
            Endpoint(
                .get, "\(path)/{channel}", "channel", topic: topic, "One channel", parameters: [channel],
                outcomes: [.init("The channel", .named("Channel"))], answer: api.get),
            Endpoint(
                .delete, "\(path)/{channel}", "removeChannel", topic: topic, "Removes a channel and what waits to be sent by it",
                parameters: [channel], outcomes: [.init(.noContent, "It is gone")], isConditional: true, answer: api.remove),
            Endpoint(
                .post, "\(path)/{channel}/test", "testChannel", topic: topic, "Sends a test over a channel, at once", parameters: [channel],
                outcomes: [
                    .init(
                        "The result", .object([.init("isDelivered", .flag), .init("reason", .optional(.text()), about: "Why not.")]))
                ], problems: [.serviceUnavailable], answer: api.test),
        ]
    }

    /// Kinds that need the owner's confirmation are added on the channels page.
    private static let kinds = ChannelKind.all.filter { !$0.isConfirmed }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("channels", try await feature.store.following.channels(of: try call.person()).map(ChannelResource.members.line))
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        guard let body = call.body, let kind = ChannelKind(body["kind"]?.text ?? ""), let given = body["address"] else {
            throw Refusal(.unprocessableContent)
        }
        let person = try call.person()
        let address: ChannelKind.Address
        do throws(AddressError) { address = try kind.address(ChannelResource.values(given, for: kind)) } catch {
            throw Refusal(.unprocessableContent, text: "\(error)", errors: [Misfit(place: "/address", detail: "\(error)")])
        }
        if let host = try await feature.refusedHost(address.server, for: person) {
            let detail = "\(host) doesn't exist, or is on a private network that is not listed under allow-hosts-for-channels"
            throw Refusal(.unprocessableContent, text: detail, errors: [Misfit(place: "/address", detail: detail)])
        }
        let name = (body["name"]?.text ?? kind.name).trimmingWhitespace()
        guard !name.isEmpty else {
            throw Refusal(.unprocessableContent, text: "A name is expected.", errors: [Misfit(place: "/name", detail: "must not be empty")])
        }
        let channel = try await feature.store.following.addChannel(
            of: person, named: name, kind: kind.name, address: address.stored, at: .system())
        return .json(ChannelResource.members.line(channel), .created, headers: [.location: "\(Self.path)/\(channel.id)"])
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer {
        .json(ChannelResource.members.line(try await channel(call)))
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        let channel = try await channel(call)
        try call.requireMatch(.json(ChannelResource.members.line(channel)))
        try await feature.store.following.remove(channel)
        return .nothing
    }

    @Sendable private func test(_ call: APICall) async throws -> APIAnswer {
        let channel = try await channel(call)
        guard let messenger = feature.messenger else { throw Refusal(.serviceUnavailable, text: "No notices are sent here.") }
        try feature.sending.check(try call.person())
        let reason: String? =
            switch try await messenger.test(channel) {
            case .delivered: nil
            case .gone(let reason), .later(_, let reason), .refused(let reason): reason
            }
        var line = JSONLine()
        line.add("isDelivered", reason == nil)
        line.add("reason", reason)
        return .json(line)
    }

    private func channel(_ call: APICall) async throws -> Channel {
        guard let channel = try await feature.store.following.channel(Int64(call.integer("channel") ?? 0), of: try call.person()) else {
            throw Refusal(.notFound, text: "There is no such channel.")
        }
        return channel
    }
}
