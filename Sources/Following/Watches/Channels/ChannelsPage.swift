import BoardPages
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Notifying
import Records
package import Serving
import Storage
import Watching

/// `/notices/channels`: a person's notification channels. A mail address is used only after the link sent to it was followed.
package struct ChannelsPage: Sendable {
    private let feature: FollowingFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: FollowingFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func page(for request: Request) async throws -> Response {
        let query = request.query
        var model = try await model(NewChannel(query["add"].flatMap { ChannelKind($0) }))
        model.word = query["word"].flatMap { ChannelWord(rawValue: $0) }
        return try await NewSecret.shown(on: WatchPaths.channels, of: request, for: person, by: feature.site) { texts in
            if texts.count == 2 { model.secret = (texts[0], texts[1]) }
            return shown(model)
        }
    }

    package func add(_ request: Request) async throws -> Response {
        var form = NewChannel(posted: try await request.form())
        guard let kind = form.kind, kind.isTyped else { throw Refusal(.badRequest, "Open Tidings in a browser to add it.") }
        guard let made = form.made(of: kind, context.words) else {
            return shown(try await model(form), status: .unprocessableContent)
        }
        if let host = try await feature.refusedHost(made.address.server, for: person) {
            (form.problem, form.isForSettings) = (context.words.refusal(ofHost: host), true)
            return shown(try await model(form), status: .unprocessableContent)
        }
        if made.kind.isConfirmed { return back(try await askForConfirmation(made, request)) }
        let channel = try await feature.store.following.addChannel(
            of: person, named: made.name, kind: made.kind.name, address: made.address.stored, at: .system())
        if form.isForAll { try await feature.store.following.useForAllWatches(channel.name, of: person) }
        guard let secret = made.address.secret else { return back(.added) }
        return NewSecret.sent([channel.name, secret], to: WatchPaths.channels, for: person, by: feature.site)
    }

    /// The link in the mail opens a page with a button, so programs that prefetch links don't confirm it.
    package func confirmation(_ token: String?) -> Response {
        .page(ConfirmationView.page(token ?? "", context.reader, assets: feature.assets.prefix))
    }

    package func confirm(_ request: Request, _ token: String?) async throws -> Response {
        _ = try await request.form()
        guard let known = try await feature.store.following.confirm(token ?? "", by: person, at: .system()) else {
            throw Refusal(.notFound, "This link was used or is over a week old. Add the address again.")
        }
        let channel = try await feature.store.following.addChannel(
            of: person, named: known.name, kind: known.kind, address: known.address, at: .system())
        try await feature.store.following.useForAllWatches(channel.name, of: person)
        return back(.added)
    }

    /// Sends a test and shows its result; a script gets only the channel's card.
    package func test(_ request: Request, _ id: String?) async throws -> Response {
        _ = try await request.form()
        let channel = try await known(id)
        guard let messenger = feature.messenger else {
            throw Refusal(.serviceUnavailable, "No notices go here.")
        }
        try feature.sending.check(person)
        let delivery = try await messenger.test(channel)
        let server = delivery == .delivered ? nil : ChannelKind(channel.kind)?.server(ofStored: channel.address)
        let refused = try await feature.refusedHost(server, for: person).map { context.words.refusal(ofHost: $0) }
        let model = try await model(NewChannel())
        let view = ChannelsView(model: model, words: context.words)
        guard let line = model.channels.first(where: { $0.channel.id == channel.id }) else { return back(.removed) }
        guard request.wantsJSON else { return .on(to: "\(WatchPaths.channels)#channel-\(channel.id)") }
        var answer = JSONLine()
        answer.add("delivered", delivery == .delivered)
        answer.add("html", view.content(of: line, tested: delivery, refused: refused).description)
        return .json(answer.closed)
    }

    package func alter(_ request: Request, _ id: String?) async throws -> Response {
        let posted = try await request.form()
        let channel = try await known(id)
        switch posted["do"] {
        case "remove":
            try await feature.store.following.remove(channel)
            return back(.removed)
        case "use":
            try await feature.store.following.useForAllWatches(channel.nameInWatches, of: person)
            return .on(to: "\(WatchPaths.channels)#channel-\(channel.id)")
        default:
            let name = String((posted["name"] ?? "").trimmingWhitespace().prefix(60))
            guard !name.isEmpty, try await feature.store.following.rename(channel, to: name) else { return back(.nameTaken) }
            return back(.renamed)
        }
    }

    private func askForConfirmation(_ made: NewChannel.Made, _ request: Request) async throws -> ChannelWord {
        guard let messenger = feature.messenger, feature.site.operating.publicURL != nil else { return .linkFailed }
        try feature.sending.check(person)
        let token = Secret().text
        let confirmation = ChannelConfirmation(
            token: token, person: person, name: made.name, kind: made.kind.name, address: made.address.stored, created: .system())
        guard try await feature.store.following.keep(confirmation) else { return .tooMany }
        let words = context.words
        let notice = Notice(
            title: words("Confirm address"),
            lines: [words("\(person.name) asked Tidings to send notices here. If that isn’t you, do nothing.")],
            link: URL(string: WebOrigin(of: request, feature.site).address("\(WatchPaths.channels)/confirm/\(token)")), time: .system(),
            board: ""
        )
        let delivery = await messenger.send(notice, made.kind, made.address.stored)
        guard delivery == .delivered else {
            _ = try await feature.store.following.confirm(token, by: person, at: .system())
            return .linkFailed
        }
        return .linkSent
    }

    private func known(_ id: String?) async throws -> Channel {
        guard let id = id.flatMap({ Int64($0) }), let channel = try await feature.store.following.channel(id, of: person) else {
            throw Refusal(.notFound, "This channel has been removed.")
        }
        return channel
    }

    private func model(_ form: NewChannel) async throws -> ChannelsModel {
        let watches = try await feature.store.following.watches(of: person)
        let lines = try await feature.store.following.channels(of: person).map { channel in
            let uses = watches.count { $0.settings.channels.contains(channel.name) || $0.settings.channels.contains(channel.kind) }
            return ChannelLine(channel: channel, uses: uses, watches: watches.count)
        }
        return ChannelsModel(
            channels: lines, waiting: try await feature.store.following.confirmations(of: person),
            kinds: feature.messenger?.kinds ?? [],
            mayServe: person.role == .administrator && feature.hasSettings, form: form, token: context.formTokenField)
    }

    private func shown(_ model: ChannelsModel, status: HTTPResponse.Status = .ok) -> Response {
        .page(ChannelsView(model: model, words: context.words).page(context.reader, assets: feature.assets.prefix), status: status)
    }

    private func back(_ word: ChannelWord) -> Response { .on(to: "\(WatchPaths.channels)?word=\(word.rawValue)") }
}

extension Channel {
    /// Its name in watches: browsers are listed by their kind, because they change often.
    var nameInWatches: String { kind == WebPush.kind ? kind : name }
}
