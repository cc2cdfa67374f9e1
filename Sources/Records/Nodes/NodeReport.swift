import Foundation

/// What one of several servers that share a store says of itself, every few seconds.
///
/// It is stored as JSON. Servers of two versions may share a store, so a member that is missing has its default, and others are ignored.
package struct NodeReport: Hashable, Sendable {
    /// How far its machine's clock is ahead of the database's; negative if it is behind.
    package var clock = Duration.zero
    /// Streams that it follows.
    package var streams = 0
    /// Feeds on its open pages that are shown there as they were before their last fetch.
    package var staleFeeds = 0
    /// Events of queues that its open pages don't have yet.
    package var missingEvents = 0
    /// Changes of the settings of all servers that it doesn't have yet.
    package var missingSettings = 0
    /// Callers that wait for a connection to the database.
    package var waiting = 0
    /// The longest such wait since the last report.
    package var longestWait = Duration.zero
    /// Whether it hears at once what the other servers tell.
    package var isHearing = true
    /// Names of the folders of shared files that it can't see, or that differ from those of the other servers.
    package var unseenFolders: [String] = []
    /// Steps of a later version that the database's tables have.
    package var laterSteps = 0

    package init() {}

    /// Its JSON as stored.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // All members are numbers, flags and texts.
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// nil if there is none yet.
    package init?(_ text: String) {
        guard let report = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = report
    }
}

extension NodeReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case clock, streams, staleFeeds, missingEvents, missingSettings, waiting, longestWait, isHearing, unseenFolders, laterSteps
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Int { try members.decodeIfPresent(Int.self, forKey: key) ?? 0 }
        clock = .milliseconds(try number(.clock))
        streams = try number(.streams)
        staleFeeds = try number(.staleFeeds)
        missingEvents = try number(.missingEvents)
        missingSettings = try number(.missingSettings)
        waiting = try number(.waiting)
        longestWait = .milliseconds(try number(.longestWait))
        isHearing = try members.decodeIfPresent(Bool.self, forKey: .isHearing) ?? true
        unseenFolders = try members.decodeIfPresent([String].self, forKey: .unseenFolders) ?? []
        laterSteps = try number(.laterSteps)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(clock.wholeMilliseconds, forKey: .clock)
        try members.encode(streams, forKey: .streams)
        try members.encode(staleFeeds, forKey: .staleFeeds)
        try members.encode(missingEvents, forKey: .missingEvents)
        try members.encode(missingSettings, forKey: .missingSettings)
        try members.encode(waiting, forKey: .waiting)
        try members.encode(longestWait.wholeMilliseconds, forKey: .longestWait)
        try members.encode(isHearing, forKey: .isHearing)
        try members.encode(unseenFolders, forKey: .unseenFolders)
        try members.encode(laterSteps, forKey: .laterSteps)
    }
}
