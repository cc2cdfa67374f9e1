import BoardPages
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Notifying
import Records
import Serving
import Storage

/// `/app/push-key`, `/app/push-subscriptions`: the browsers that receive a person's push notices, each a channel of kind `push`. Also two
/// addresses for notifications: `/app/unread`, the number on the app's icon, and `/app/mute`, a notification's second button.
///
/// Only for signed-in people, and only from our own pages and worker. A browser that subscribes again, with other keys or at another
/// address, keeps its channel's name, so that watches that use the name continue.
struct PushDevices: Sendable {
    private let feature: AppFeature
    private let context: PageContext

    /// Per person.
    static let limit = 20

    init(_ feature: AppFeature, _ context: PageContext) {
        self.feature = feature
        self.context = context
    }

    /// The key that a browser binds its subscription to, and the signed-in person's number, because another person may sign in on the same
    /// device. `subscribe` decides whether the browser is one of the person's devices.
    func key() throws -> Response {
        guard let key = feature.pushKey else {
            throw Refusal(.notFound, "Push notices aren’t set up on this server. Ask your administrator.")
        }
        var answer = JSONLine()
        answer.add("key", key)
        answer.add("person", context.person.map { Int($0.id) })
        return .json(answer.closed)
    }

    /// `{"subscription": …, "replaces": "https://…"}`; the subscription as `PushSubscription.toJSON()` gives it in the page.
    func subscribe(_ request: Request) async throws -> Response {
        let (person, asked) = (try person(for: request), try await request.json(as: Subscribing.self))
        let all = try await devices(of: person)
        let former = all.filter {
            [asked.subscription.endpoint.description, asked.replaces].contains($0.endpoint)
        }
        let address = try asked.subscription.stored
        guard all.count - former.count < Self.limit else {
            throw Refusal(.conflict, "You’ve reached the limit of \(Self.limit) devices. Remove one to add another.")
        }
        let channel = try await feature.store.following.addChannel(
            of: person, named: former.first?.channel.name ?? DeviceName.of(request, context.words), kind: WebPush.kind,
            address: address, insteadOf: former.map(\.channel).filter { $0.address != address }, at: .system())
        // The first device is used for all watches, as with other channels.
        if all.isEmpty { try await feature.store.following.useForAllWatches(channel.kind, of: person) }
        var answer = JSONLine()
        answer.add("id", Int(channel.id))
        answer.add("name", channel.name)
        return .json(answer.closed, status: .created)
    }

    /// `{"endpoint": "https://…"}`.
    func unsubscribe(_ request: Request) async throws -> Response {
        let (person, asked) = (try person(for: request), try await request.json(as: Unsubscribing.self))
        for device in try await devices(of: person) where device.endpoint == asked.endpoint {
            try await feature.store.following.remove(device.channel)
        }
        return Response(status: .noContent)
    }

    func unread() async throws -> Response {
        var answer = JSONLine()
        if let person = context.person {
            answer.add("unread", try await feature.store.following.unreadCount(of: person))
        } else {
            answer.add("unread", 0)
        }
        return .json(answer.closed)
    }

    /// `{"id": "6f1b2c3d-…"}`, the notice's id. Mutes the watch that caused the notice.
    func mute(_ request: Request) async throws -> Response {
        let (person, asked) = (try person(for: request), try await request.json(as: Muting.self))
        guard let watch = try await feature.store.following.watch(ofNotice: asked.id, to: person) else {
            throw Refusal(.notFound, "This notice doesn’t belong to a single watch, or the watch has been removed.")
        }
        _ = try await feature.store.following.update(watch.id) { $0.isMuted = true }
        return Response(status: .noContent)
    }

    private func person(for request: Request) throws -> Person {
        guard request.isFromOurPages() else { throw Refusal(.forbidden, "Another site sent this.") }
        guard let person = context.person else { throw Refusal(.unauthorized, "Sign in first.") }
        return person
    }

    private struct Device: Sendable {
        let channel: Channel
        let endpoint: String?
    }

    private func devices(of person: Person) async throws -> [Device] {
        try await feature.store.following.channels(of: person).filter { $0.kind == WebPush.kind }.map { channel in
            let known = try? JSONDecoder().decode(PushSubscription.self, from: Data(channel.address.utf8))
            return Device(channel: channel, endpoint: known?.endpoint.description)
        }
    }

    private struct Subscribing: Decodable {
        let subscription: PushSubscription
        let replaces: String?
    }

    private struct Unsubscribing: Decodable { let endpoint: String }
    private struct Muting: Decodable { let id: UUID }
}

/// A browser's name in the list of channels, from its user agent: "Firefox on Android".
enum DeviceName {
    static func of(_ request: Request, _ words: Words) -> String {
        let agent = request.headers[.userAgent] ?? ""
        // The more specific names first, because most browsers also claim to be others.
        let browsers = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
            ("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari"),
        ]
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"), ("Mac OS", "Mac"),
            ("Linux", "Linux"),
        ]
        let browser = browsers.first { agent.contains($0.0) }?.1
        let system = systems.first { agent.contains($0.0) }?.1
        guard let browser, let system else { return browser ?? system ?? words("Phone or browser") }
        return words("\(browser) on \(system)")
    }
}
