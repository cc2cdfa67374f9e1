import Records

/// The channels of watches, read for all of them at once.
struct WatchChannels {
    struct Way {
        let id: Channel.ID
        /// The due time of the watch's last notice on this channel.
        let lastTold: Timestamp?
    }

    private var ways: [Watch.ID: [Way]] = [:]

    /// The person's channels that each watch names, by name or kind.
    init(of watches: [Watch], in database: Connection) throws {
        let named = Dictionary(watches.filter { !$0.settings.channels.isEmpty }.map { ($0.id, $0.settings.channels) }) { first, _ in first }
        guard !named.isEmpty else { return }
        let statement = try database.cachedStatement(
            sql: """
                SELECT watches.id AS watch, channels.id AS channel, channels.name, channels.kind,
                    (SELECT due FROM notices WHERE watch = watches.id AND channel = channels.id ORDER BY notices.id DESC LIMIT 1) AS due
                FROM watches JOIN channels ON channels.person = watches.person AND channels.gone = 0
                WHERE \(database.dialect.list.has("watches.id")) ORDER BY watches.id, channels.id
                """)
        let rows = try Row.fetchCursor(statement, arguments: [ValueList.argument(named.keys.sorted())])
        while let row = try rows.next() {
            let watch: Watch.ID = row["watch"]
            guard let names = named[watch], names.contains(row["name"]) || names.contains(row["kind"]) else { continue }
            ways[watch, default: []].append(Way(id: row["channel"], lastTold: (row["due"] as Int64?).map(Timestamp.init(milliseconds:))))
        }
    }

    /// The watch's channels, by their ids.
    func of(_ watch: Watch) -> [Way] { ways[watch.id] ?? [] }
}
