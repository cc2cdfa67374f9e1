import Records

/// Posts a message about a feed's health to people who watch the feed: once per channel, at the earliest time of their watches.
struct HealthPosting {
    private let feed: Feed.ID
    private let now: Timestamp
    private let due: (Watch) -> Timestamp
    private let database: Connection
    private var dues: [Recipient: Timestamp] = [:]

    init(of feed: Feed.ID, _ telling: Telling?, at now: Timestamp, in database: Connection) {
        (self.feed, self.now, self.database) = (feed, now, database)
        due = { watch in telling?.due(watch, nil) ?? now }
    }

    /// Leaves out watches of other feeds. All watches of a person are added before the message is posted.
    mutating func add(_ watches: [Watch]) throws {
        let own = watches.filter { $0.feed == feed }
        let channels = try WatchChannels(of: own, in: database)
        for var watch in own {
            watch.settings.digest = .atOnce
            dues[Recipient(person: watch.person, channel: nil)] = now
            for channel in channels.of(watch) {
                let recipient = Recipient(person: watch.person, channel: channel.id)
                let due = self.due(watch)
                dues[recipient] = min(dues[recipient] ?? due, due)
            }
        }
    }

    func post(_ message: String) throws {
        var batch = try NoticeBatch(database, health: message, at: now)
        for (recipient, due) in dues.sorted(by: { $0.key < $1.key }) {
            batch.add(recipient, feed: feed, due: due)
            if batch.isFull { try batch.write() }
        }
        try batch.write()
    }
}
