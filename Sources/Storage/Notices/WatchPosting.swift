import Records

/// Posts a fetch's changes to many watches: a few statements read the current data of all their people, each watch is decided in memory,
/// and a few statements write the notices.
struct WatchPosting {
    /// A watch and the changes that are new to it.
    private struct Draft {
        let watch: Watch
        let changes: [StoredChange.ID]
        /// Its channels, each with its due time.
        var ways: [(channel: Channel.ID, due: Timestamp)] = []
    }

    private struct Told: Hashable {
        let change: StoredChange.ID
        let recipient: Recipient
    }

    /// A notice that has never been tried and isn't due yet, so changes may still join it.
    private struct Waiting {
        let id: StoredNotice.ID
        let due: Timestamp
        /// nil for a digest.
        let watch: Watch.ID?
    }

    private let now: Timestamp
    private let drafts: [Draft]
    private let twins: [StoredChange.ID: [StoredChange.ID]]
    private var told: Set<Told>
    private var waiting: [Recipient: [Waiting]]
    private var batch: NoticeBatch

    /// The limit on watches, changes and twins posted in one part, unless one person has more.
    private static let weightLimit = 20_000

    /// Splits the drafts into parts that can be posted one after the other; all of a person's drafts are in one part. Each watch is in one
    /// draft.
    static func parts(
        of drafts: [NoticeDraft], twins: [StoredChange.ID: [StoredChange.ID]], in database: Connection
    ) throws -> [[NoticeDraft]] {
        func weight(_ draft: NoticeDraft) -> Int { draft.changes.reduce(1) { $0 + 1 + (twins[$1]?.count ?? 0) } }
        guard drafts.reduce(0, { $0 + weight($1) }) > weightLimit else { return [drafts] }
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, person FROM watches WHERE \(database.dialect.list.has("id"))",
            arguments: [ValueList.argument(drafts.map(\.watch))])
        let people = Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] as Watch.ID, $0["person"] as Person.ID) })
        var byPerson: [Person.ID: [NoticeDraft]] = [:]
        for draft in drafts { if let person = people[draft.watch] { byPerson[person, default: []].append(draft) } }
        var (parts, size): ([[NoticeDraft]], Int) = ([[]], 0)
        for (_, own) in byPerson.sorted(by: { $0.key < $1.key }) {
            if size > weightLimit {
                parts.append([])
                size = 0
            }
            parts[parts.count - 1] += own
            size += own.reduce(0) { $0 + weight($1) }
        }
        return parts
    }

    /// `twins`: for each change, the changes with the same content.
    init(
        _ drafts: [NoticeDraft], _ telling: Telling, twins: [StoredChange.ID: [StoredChange.ID]], at now: Timestamp, in database: Connection
    ) throws {
        (self.now, self.twins) = (now, twins)
        self.drafts = try Self.read(drafts, telling, in: database)
        told = twins.isEmpty ? [] : try Self.told(twins, self.drafts, in: database)
        let later = self.drafts.filter { $0.ways.contains { $0.due > now } }
        waiting = later.isEmpty ? [:] : try Self.waiting(of: Set(later.map(\.watch.person)), at: now, in: database)
        batch = try NoticeBatch(database, at: now)
    }

    /// The drafts whose watches get notices, grouped by person.
    private static func read(_ drafts: [NoticeDraft], _ telling: Telling, in database: Connection) throws -> [Draft] {
        let statement = try database.cachedStatement(
            sql: "\(Watch.select) WHERE \(database.dialect.list.has("id")) AND \(StoredWatches.areTold)")
        // The matching also skipped watches that can't be read.
        let watches = try Row.fetchAll(statement, arguments: [ValueList.argument(drafts.map(\.watch))]).compactMap { try? Watch($0) }
        let channels = try WatchChannels(of: watches, in: database)
        let known = Dictionary(uniqueKeysWithValues: watches.map { ($0.id, $0) })
        let found = drafts.compactMap { draft in
            known[draft.watch].map { watch in
                Draft(
                    watch: watch, changes: draft.changes,
                    ways: channels.of(watch).map { ($0.id, telling.due(watch, $0.lastTold)) })
            }
        }
        return found.enumerated().sorted { ($0.element.watch.person, $0.offset) < ($1.element.watch.person, $1.offset) }.map(\.element)
    }

    /// The twins of each draft's changes that its person already received. The changes themselves are new.
    private static func told(
        _ twins: [StoredChange.ID: [StoredChange.ID]], _ drafts: [Draft], in database: Connection
    ) throws -> Set<Told> {
        let asked = drafts.flatMap { draft in draft.changes.flatMap { twins[$0] ?? [] }.map { [$0, draft.watch.person] as [Int64?] } }
        let statement = try database.cachedStatement(
            sql: """
                SELECT change, person, channel FROM \(database.dialect.list.table(["_change", "_person"]))
                    \(database.dialect.joinInOrder) notice_changes ON change = _change AND person = _person
                """)
        let rows = try Row.fetchCursor(statement, arguments: [ValueList.argument(asked)])
        return try rows.reduce(into: []) { told, row in
            let channel: Channel.ID = row[2]
            told.insert(Told(change: row[0], recipient: Recipient(person: row[1], channel: channel == 0 ? nil : channel)))
        }
    }

    private static func waiting(of people: Set<Person.ID>, at now: Timestamp, in database: Connection) throws -> [Recipient: [Waiting]] {
        // Senders of these notices wait for the lock until the changes have joined them.
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, person, channel, due, watch FROM notices
                WHERE state = 'waiting' AND attempts = 0 AND health IS NULL AND news IS NULL AND programme IS NULL
                    AND (watch IS NOT NULL OR feed IS NULL) AND due > ? AND \(database.dialect.list.has("person"))
                ORDER BY person, channel, due, id \(database.reserved)
                """)
        let rows = try Row.fetchCursor(statement, arguments: [now.milliseconds, ValueList.argument(people.sorted())])
        return try rows.reduce(into: [:]) { waiting, row in
            let notice = Waiting(id: row[0], due: Timestamp(milliseconds: row[3]), watch: row[4])
            waiting[Recipient(person: row[1], channel: row[2]), default: []].append(notice)
        }
    }

    mutating func post() throws {
        func isAtOnce(_ draft: Draft) -> Bool { draft.watch.settings.digest == .atOnce }
        for draft in drafts {
            list(draft)
            if isAtOnce(draft) { send(draft) }
            if batch.isFull { try batch.write() }
        }
        // A digest leaves out changes that another watch reports at once.
        for draft in drafts where !isAtOnce(draft) {
            send(draft)
            if batch.isFull { try batch.write() }
        }
        try batch.write()
    }

    /// Adds the draft to the person's own list.
    private mutating func list(_ draft: Draft) {
        let (watch, recipient) = (draft.watch, Recipient(person: draft.watch.person, channel: nil))
        guard put(draft, to: recipient, into: batch.nextID) else { return }
        batch.add(recipient, feed: watch.feed, watch: watch.id, due: now)
    }

    /// Adds the draft to each of its channels.
    private mutating func send(_ draft: Draft) {
        let (watch, isDigest) = (draft.watch, draft.watch.settings.digest != .atOnce)
        for (channel, due) in draft.ways {
            let recipient = Recipient(person: watch.person, channel: channel)
            if due > now,
                let notice = waiting[recipient]?.first(where: { isDigest ? $0.watch == nil && $0.due == due : $0.watch == watch.id })
            {
                _ = put(draft, to: recipient, into: notice.id)
                continue
            }
            let id = batch.nextID
            guard put(draft, to: recipient, into: id) else { continue }
            batch.add(recipient, feed: isDigest ? nil : watch.feed, watch: isDigest ? nil : watch.id, due: due)
            if due > now { waiting[recipient, default: []].append(Waiting(id: id, due: due, watch: isDigest ? nil : watch.id)) }
        }
    }

    /// Whether any of the draft's changes is news to the recipient. Those that are news join the notice.
    private mutating func put(_ draft: Draft, to recipient: Recipient, into notice: StoredNotice.ID) -> Bool {
        var isNews = false
        for change in draft.changes {
            guard twins[change]?.contains(where: { told.contains(Told(change: $0, recipient: recipient)) }) != true,
                told.insert(Told(change: change, recipient: recipient)).inserted
            else { continue }
            batch.tell(change, to: recipient, watch: draft.watch.id, by: notice)
            isNews = true
        }
        return isNews
    }
}
