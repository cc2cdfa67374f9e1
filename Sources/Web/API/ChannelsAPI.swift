import Boards
import Extraction
import Foundation
import HTTPTypes
import Hummingbird
import Notifying
import Records
import Storage

/// `/api/v1/channels…`: how a person is reached. An address goes in and never comes out again: it is a secret. Mail is left to the page of
/// channels, which asks whoever reads an address before anything else is sent there.
enum ChannelsAPI {
    private static let path = "/api/v1/channels"
    private static let topic = "Channels"

    private static let channel = Endpoint.Parameter.path("channel", .identifier, "The channel's number.")

    static let endpoints: [Endpoint] = [
        Endpoint(
            .get, path, "channels", topic: topic, "The channels of the person who asks",
            outcomes: [.init("The channels", .object([.init("channels", .list(.named("Channel")))]))], answer: list),
        Endpoint(
            .post, path, "addChannel", topic: topic, "Adds a channel; of an address that is known, it is the channel that is there",
            body: .json(
                .either(
                    kinds.map { kind in
                        .object([
                            .init("name", .text(1...100)), .init("kind", .choice([kind.name.rawValue])), .init("address", kind.address),
                        ])
                    })),
            outcomes: [.init(.created, "The channel; Location is its address", .named("Channel"))], problems: [.conflict], answer: add),
        Endpoint(
            .get, "\(path)/{channel}", "channel", topic: topic, "One channel", parameters: [channel],
            outcomes: [.init("The channel", .named("Channel"))], answer: one),
        Endpoint(
            .delete, "\(path)/{channel}", "removeChannel", topic: topic, "Removes a channel and what waits to be sent by it",
            parameters: [channel], outcomes: [.init(.noContent, "It is gone")], isConditional: true, answer: remove),
        Endpoint(
            .post, "\(path)/{channel}/test", "testChannel", topic: topic, "Sends a test over a channel, at once", parameters: [channel],
            outcomes: [
                .init("What became of it", .object([.init("isDelivered", .flag), .init("reason", .optional(.text()), about: "Why not.")]))
            ], problems: [.serviceUnavailable], answer: test),
    ]

    static let channelSchema = JSONSchema.object([
        .init("id", .identifier), .init("name", .text()), .init("kind", .choice(NoticeChannel.allCases.map(\.rawValue))),
        .init("to", .text(), about: "Where it leads, without what is secret."), .init("created", .moment),
        .init("lastDelivered", .optional(.moment)), .init("failure", .optional(.text()), about: "Why the last attempt failed."),
        .init("isGone", .flag, about: "The address is no more."),
    ])

    /// What an address of each kind is made of.
    private static let kinds: [(name: NoticeChannel, address: JSONSchema)] = [
        (
            .push,
            .object([
                .init("endpoint", .text(1...2048)), .init("expirationTime", .anything, isRequired: false),
                .init("keys", .object([.init("p256dh", .text(1...200)), .init("auth", .text(1...100))])),
            ])
        ),
        (
            .webhook,
            .object([
                .init("url", .text(8...2000)),
                .init(
                    "secret", .text(16...256), isRequired: false,
                    about: "What signatures are made with; by chance, and nobody's, if left out."),
                .init("template", .text(0...10_000), isRequired: false),
            ])
        ),
        (
            .ntfy,
            .object([
                .init("server", .text(8...2000), isRequired: false), .init("topic", .text(1...64)),
                .init("token", .text(1...256), isRequired: false),
            ])
        ),
    ]

    @Sendable private static func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        line.add("channels", try await call.site.store.channels(of: try call.person()).map(Self.line))
        return .json(line)
    }

    @Sendable private static func add(_ call: APICall) async throws -> APIAnswer {
        guard let body = call.body, let kind = NoticeChannel(rawValue: body["kind"]?.text ?? ""), let given = body["address"] else {
            throw Problem(.unprocessableContent)
        }
        let person = try call.person()
        let address: String
        do throws(AddressError) { address = try stored(given, kind) } catch {
            throw Problem(.unprocessableContent, "\(error)", errors: [Misfit(place: "/address", detail: "\(error)")])
        }
        let name = (body["name"]?.text ?? kind.rawValue).trimmingWhitespace()
        guard !name.isEmpty else {
            throw Problem(.unprocessableContent, "A name is wanted.", errors: [Misfit(place: "/name", detail: "must not be empty")])
        }
        let channel = try await call.site.store.addChannel(of: person, named: name, kind: kind.rawValue, address: address, at: .system())
        return .json(line(channel), .created, headers: [.location: "\(path)/\(channel.id)"])
    }

    @Sendable private static func one(_ call: APICall) async throws -> APIAnswer { .json(line(try await channel(call))) }

    @Sendable private static func remove(_ call: APICall) async throws -> APIAnswer {
        let channel = try await channel(call)
        try call.requireMatch(.json(line(channel)))
        try await call.site.store.remove(channel)
        return .nothing
    }

    @Sendable private static func test(_ call: APICall) async throws -> APIAnswer {
        let channel = try await channel(call)
        guard let messenger = call.site.messenger else { throw Problem(.serviceUnavailable, "No notices are sent here.") }
        try call.site.sending.check(try call.person(), call.context)
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

    private static func channel(_ call: APICall) async throws -> Channel {
        guard let channel = try await call.site.store.channel(Int64(call.integer("channel") ?? 0), of: try call.person()) else {
            throw Problem(.notFound, "There is no such channel.")
        }
        return channel
    }

    /// An address as the notifier of its kind reads it.
    private static func stored(_ given: JSONValue, _ kind: NoticeChannel) throws(AddressError) -> String {
        switch kind {
        case .push:
            encoded(
                try PushSubscription(
                    endpoint: given["endpoint"]?.text ?? "", key: given["keys"]?["p256dh"]?.text ?? "",
                    authentication: given["keys"]?["auth"]?.text ?? ""))
        case .email: encoded(Email.Recipient(try MailAddress(given["address"]?.text ?? "")))
        case .webhook:
            encoded(
                try Webhook.Endpoint(
                    url: given["url"]?.text ?? "", secret: given["secret"]?.text ?? Webhook.Endpoint.newSecret(),
                    template: try given["template"].map { template throws(AddressError) in try WebhookTemplate(template.text) }))
        case .ntfy:
            encoded(
                try Ntfy.Topic(
                    server: given["server"]?.text ?? "https://ntfy.sh", name: given["topic"]?.text ?? "", token: given["token"]?.text))
        }
    }

    private static func encoded(_ address: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(address)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    /// What the notifiers' own descriptions say of an address, which show no secret.
    private static func place(_ channel: Channel) -> String {
        func read<Address: Decodable>(_: Address.Type) -> Address? {
            try? JSONDecoder().decode(Address.self, from: Data(channel.address.utf8))
        }
        switch NoticeChannel(rawValue: channel.kind) {
        case .push: return read(PushSubscription.self)?.description ?? ""
        case .email: return read(Email.Recipient.self)?.address.description ?? ""
        case .webhook: return read(Webhook.Endpoint.self)?.description ?? ""
        case .ntfy: return read(Ntfy.Topic.self)?.description ?? ""
        case nil: return ""
        }
    }

    private static func line(_ channel: Channel) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(channel.id))
        line.add("name", channel.name)
        line.add("kind", channel.kind)
        line.add("to", place(channel))
        line.add("created", channel.created.description)
        line.add("lastDelivered", channel.lastDelivered?.description)
        line.add("failure", channel.failure)
        line.add("isGone", channel.isGone)
        return line
    }
}
