/// A person's settings for a guide: the channels shown first, in order; hidden channels; their own groups.
package struct GuideSettings: Hashable, Codable, Sendable {
    package enum Limits {
        package static let boards = 20
        package static let channels = 100
        package static let hidden = 500
        package static let groups = 20
        /// Of a channel's name in the source.
        package static let bytes = 200
        /// Limit of a group's name in characters.
        package static let characters = 40
    }

    /// A group of channels with a name that the person chose.
    package struct Group: Hashable, Codable, Sendable {
        package let name: String
        package let channels: [String]
    }

    package let board: String
    /// Channels shown first, by their names in the source.
    package private(set) var channels: [String] = []
    package private(set) var hidden: [String] = []
    /// In the order they were created.
    package private(set) var groups: [Group] = []
    /// Whether HD and +1 channels are grouped with the channel that they repeat.
    package var isFolded = false
    /// The last chosen number of minutes before the start for a reminder; nil if never chosen.
    package private(set) var minutes: Int?

    package init(board: String) { self.board = board }

    private enum CodingKeys: CodingKey { case board, channels, hidden, groups, isFolded, minutes }

    /// Missing members have their defaults.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        board = try members.decode(String.self, forKey: .board)
        channels = try members.decodeIfPresent([String].self, forKey: .channels) ?? []
        hidden = try members.decodeIfPresent([String].self, forKey: .hidden) ?? []
        groups = try members.decodeIfPresent([Group].self, forKey: .groups) ?? []
        isFolded = try members.decodeIfPresent(Bool.self, forKey: .isFolded) ?? false
        minutes = try members.decodeIfPresent(Int.self, forKey: .minutes)
    }

    /// Omits defaults, since a cookie is small.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(board, forKey: .board)
        try members.encode(channels, forKey: .channels)
        if !hidden.isEmpty { try members.encode(hidden, forKey: .hidden) }
        if !groups.isEmpty { try members.encode(groups, forKey: .groups) }
        if isFolded { try members.encode(isFolded, forKey: .isFolded) }
        try members.encodeIfPresent(minutes, forKey: .minutes)
    }

    /// A copy without values that our forms can't send.
    package var checked: Self {
        var checked = Self(board: board)
        for channel in channels { checked.add(channel) }
        for channel in hidden { checked.hide(channel) }
        for group in groups { checked.set(group.name, group.channels) }
        checked.isFolded = isFolded
        if let minutes { checked.remind(minutes: minutes) }
        return checked
    }

    /// Whether a text can be a source's name of a channel.
    package static func isName(_ channel: String) -> Bool { (1...Limits.bytes).contains(channel.utf8.count) }

    package func hasRoom(for channel: String) -> Bool { channels.count < Limits.channels || channels.contains(channel) }

    /// Adds it after the others, if there is room. It is no longer hidden.
    package mutating func add(_ channel: String) {
        guard Self.isName(channel), hasRoom(for: channel), !channels.contains(channel) else { return }
        channels.append(channel)
        show(channel)
    }

    package mutating func remove(_ channel: String) { channels.removeAll { $0 == channel } }

    package func canHide(_ channel: String) -> Bool { hidden.count < Limits.hidden || hidden.contains(channel) }

    /// Hides it, if there is room. It is no longer among the channels shown first.
    package mutating func hide(_ channel: String) {
        guard Self.isName(channel), canHide(channel), !hidden.contains(channel) else { return }
        hidden.append(channel)
        remove(channel)
    }

    package mutating func show(_ channel: String) { hidden.removeAll { $0 == channel } }

    /// Whether a text can be a group's name.
    package static func isGroup(_ name: String) -> Bool { (1...Limits.characters).contains(name.unicodeScalars.count) }

    package func hasRoom(forGroup name: String) -> Bool { groups.count < Limits.groups || groups.contains { $0.name == name } }

    /// Replaces the group of this name or adds one, if there is room. A group without channels is removed.
    package mutating func set(_ name: String, _ channels: [String]) {
        guard Self.isGroup(name), hasRoom(forGroup: name) else { return }
        var known: Set<String> = []
        let channels = Array(channels.filter { Self.isName($0) && known.insert($0).inserted }.prefix(Limits.channels))
        let place = groups.firstIndex { $0.name == name }
        if channels.isEmpty {
            if let place { groups.remove(at: place) }
        } else if let place {
            groups[place] = Group(name: name, channels: channels)
        } else {
            groups.append(Group(name: name, channels: channels))
        }
    }

    /// Records the chosen number of minutes before the start.
    package mutating func remind(minutes: Int) {
        if Reminder.Limits.minutes.contains(minutes) { self.minutes = minutes }
    }

    /// Moves it by one place: up, towards the first, or down.
    package mutating func move(_ channel: String, up isUp: Bool) {
        guard let place = channels.firstIndex(of: channel), case let other = isUp ? place - 1 : place + 1, channels.indices.contains(other)
        else { return }
        channels.swapAt(place, other)
    }
}

extension PersonSettings {
    /// The settings for a guide.
    package func guide(_ board: String) -> GuideSettings { guides.first { $0.board == board } ?? GuideSettings(board: board) }

    package mutating func set(_ settings: GuideSettings) {
        guides.removeAll { $0.board == settings.board }
        guides.append(settings.checked)
        guides = guides.suffix(GuideSettings.Limits.boards)
    }
}
