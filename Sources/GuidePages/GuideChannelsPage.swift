import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/boards/<name>/channels`: the chosen channels in their order, all others to choose or hide, and the person's groups; with `group`, the
/// channels of that group. Works without a script.
struct GuideChannelsPage: Sendable {
    private let visit: BoardVisit
    private let shown: ShownBoard
    private let fields: GuideFields
    private let paths: BoardPaths
    private var words: Words { shown.words }

    /// Throws for boards without programmes.
    init(_ visit: BoardVisit) throws {
        self.visit = visit
        shown = try visit.shown
        fields = try visit.guideFields
        paths = BoardPaths(shown.board.name, shown.choice)
    }

    func page(_ kind: PageKind) async throws -> Response {
        let settings = visit.guideSettings
        let all = GuideChannel.inOrder(
            try await shown.channels(of: try await shown.feeds().feeds, fields), first: settings.channels)
        let view = GuideChannelsView(shown: shown, paths: paths, settings: settings, all: all, request: visit.request)
        if let group = visit.request.query["group"]?.trimmingWhitespace(), !group.isEmpty {
            guard GuideSettings.isGroup(group) else { throw Refusal(.badRequest) }
            return .page(view.page(ofGroup: group, kind))
        }
        return .page(view.page(kind))
    }

    /// Applies the form and redirects back to it.
    func choose() async throws -> Response {
        let request = visit.request
        guard let change = GuideChannelChange(try await Form(request)) else { return .on(to: paths.guideChannels) }
        if let refusal = change.refusal(by: visit.guideSettings) { throw refusal }
        var response = Response.on(to: change.place(on: paths))
        try await GuideSettings.alter(for: visit.context.person, on: visit.board.name, in: request, &response, of: visit.boards) {
            change.apply(to: &$0)
        }
        return response
    }
}

/// A change made by a form of that page, or by the star on a channel's page.
struct GuideChannelChange: Sendable {
    enum What: Sendable {
        case add, remove, up, down, hide, show
    }
    private enum Kind: Sendable {
        case channel(What, String)
        case group(String, [String])
        case fold(Bool)
    }

    private let kind: Kind
    private let isOnChannelPage: Bool

    /// Returns nil if the form requests no change.
    init?(_ form: Form) {
        isOnChannelPage = form["back"] == "channel"
        let named: [(String, What)] = [("add", .add), ("remove", .remove), ("up", .up), ("down", .down), ("hide", .hide), ("show", .show)]
        if let (name, what) = named.first(where: { !form[$0.0].isEmpty }) {
            kind = .channel(what, form[name])
        } else if !form["fold"].isEmpty {
            kind = .fold(form["fold"] == "on")
        } else if !form["group"].isEmpty {
            kind = .group(form["group"].trimmingWhitespace(), form["empty"].isEmpty ? form.names(beginning: "in.").sorted() : [])
        } else {
            return nil
        }
    }

    /// Why the change isn't possible with the current settings.
    func refusal(by settings: GuideSettings) -> (any Error)? {
        switch kind {
        case .channel(.add, let channel), .channel(.hide, let channel):
            if !GuideSettings.isName(channel) { return Refusal(.badRequest) }
            if case .channel(.add, _) = kind, !settings.hasRoom(for: channel) {
                return Refusal(.conflict, "You’ve reached the limit of channels. Remove one to add another.")
            }
            if case .channel(.hide, _) = kind, !settings.canHide(channel) {
                return Refusal(.conflict, "You’ve reached the limit of hidden channels. Show one to hide another.")
            }
            return nil
        case .group(let name, let channels):
            guard GuideSettings.isGroup(name) else { return Refusal(.badRequest) }
            if channels.count > GuideSettings.Limits.channels {
                return Refusal(.conflict, "That’s too many channels for a group. Choose 100 or fewer.")
            }
            return settings.hasRoom(forGroup: name)
                ? nil : Refusal(.conflict, "You’ve reached the limit of groups. Remove one to add another.")
        default: return nil
        }
    }

    func apply(to settings: inout GuideSettings) {
        switch kind {
        case .channel(.add, let channel): settings.add(channel)
        case .channel(.remove, let channel): settings.remove(channel)
        case .channel(.up, let channel): settings.move(channel, up: true)
        case .channel(.down, let channel): settings.move(channel, up: false)
        case .channel(.hide, let channel): settings.hide(channel)
        case .channel(.show, let channel): settings.show(channel)
        case .group(let name, let channels): settings.set(name, channels)
        case .fold(let isFolded): settings.isFolded = isFolded
        }
    }

    /// The page to return to, with the button to focus.
    func place(on paths: BoardPaths) -> String {
        let page = paths.guideChannels
        switch kind {
        case .channel(_, let channel) where isOnChannelPage: return paths.guideChannel(channel)
        case .channel(.up, let channel): return address(page, channel, "up")
        case .channel(.down, let channel): return address(page, channel, "down")
        default: return page
        }
    }

    private func address(_ page: String, _ channel: String, _ way: String) -> String {
        "\(page)\(page.contains("?") ? "&" : "?")moved=\(Percent.encoded(channel))&way=\(way)"
    }
}
