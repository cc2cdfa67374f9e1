import Foundation
import Records

/// The channels of a guide that a person sees, in order: favourites first, hidden ones removed, restricted to a group if one is selected,
/// HD and +1 channels grouped with their main channel. A pure value.
struct GuideLineUp: Hashable, Sendable {
    let settings: GuideSettings
    /// A group of the person or of the source; nil for all channels.
    let group: String?

    init(_ settings: GuideSettings, group: String? = nil) {
        self.settings = settings
        self.group = group.flatMap { $0.isEmpty ? nil : $0 }
    }

    func channels(of all: [GuideChannel]) -> [GuideChannel] {
        let hidden = Set(settings.hidden)
        let isMember = group.map(members(of:))
        let shown = GuideChannel.inOrder(all, first: settings.channels).filter { channel in
            !hidden.contains(channel.id) && (isMember?(channel) ?? true)
        }
        guard settings.isFolded else { return shown }
        let byID = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
        return ChannelFolding(shown.map { (id: $0.id, name: $0.name) }, keeping: Set(settings.channels)).lines.compactMap { line in
            var channel = byID[line.id]
            channel?.others = line.others.compactMap { byID[$0] }
            return channel
        }
    }

    /// Why there are no channels to show.
    enum Absence: Hashable, Sendable {
        /// The guide has none yet.
        case unread
        /// All are hidden.
        case hidden
        /// The group has none, or all of its channels are hidden.
        case group
    }

    /// nil if there are channels.
    func absence(of all: [GuideChannel]) -> Absence? {
        guard channels(of: all).isEmpty else { return nil }
        return all.isEmpty ? .unread : group == nil ? .hidden : .group
    }

    /// Whether a channel is in a group: the person's group of this name, otherwise the source's.
    func members(of group: String) -> (GuideChannel) -> Bool {
        let own = settings.groups.first { $0.name == group }.map { Set($0.channels) }
        return { own?.contains($0.id) ?? $0.groups.contains(group) }
    }

    /// The groups to choose from: the person's, then the source's by name, up to the page's limit.
    func groups(of all: [GuideChannel]) -> [String] {
        let own = settings.groups.map(\.name)
        let hidden = Set(settings.hidden)
        let others = Set(all.lazy.filter { !hidden.contains($0.id) }.flatMap(\.groups)).subtracting(own)
        return own + others.sorted { $0.compare($1, options: [.numeric, .caseInsensitive]) == .orderedAscending }.prefix(Self.limit)
    }

    private static let limit = 40

    /// Everything it depends on, for comparison.
    var marks: [String] {
        [settings.channels, settings.hidden, settings.groups.flatMap { [$0.name] + $0.channels }].flatMap { ["\($0.count)"] + $0 }
            + ["\(settings.isFolded)", group ?? ""]
    }
}

extension GuideChannel {
    /// The channels that are its HD or delayed versions, or of which it is one.
    func alike(in all: [GuideChannel]) -> [GuideChannel] {
        let lines = ChannelFolding(all.map { (id: $0.id, name: $0.name) }).lines
        guard let line = lines.first(where: { $0.id == id || $0.others.contains(id) }) else { return [] }
        return Self.inOrder(all.filter { $0.id != id && (line.id == $0.id || line.others.contains($0.id)) }, first: [])
    }

    /// A source may list several groups: `News;Public`.
    var groups: [String] {
        group.map { $0.split(separator: ";").map { String($0).trimmingWhitespace() }.filter { !$0.isEmpty } } ?? []
    }
}
