import BoardPages
import Boards
import Localisation
import Records
package import Serving
import Storage
import Watching

extension FollowingFeature {
    /// The person's watches, price alerts and reminders with their current values. Empty for a visitor.
    ///
    /// Takes a limited number of statements: a few for each feed of the shown entries.
    package func watched(for context: PageContext) async throws -> WatchedThings {
        guard let person = context.person else { return WatchedThings() }
        return try await WatchedReading(self, context, of: person).things()
    }
}

/// Reads a person's watches for the home page.
private struct WatchedReading {
    private let feature: FollowingFeature
    private let person: Person
    private let words: Words
    private let context: PageContext

    init(_ feature: FollowingFeature, _ context: PageContext, of person: Person) {
        (self.feature, self.person, self.context, words) = (feature, person, context, context.words)
    }

    private struct Entry {
        enum Watched {
            case watch(Watch)
            case alert(PriceAlert)
            case reminder(Reminder)
        }

        let watched: Watched
        let board: String
        /// When it last sent a notice.
        let told: Timestamp?
        let created: Timestamp

        var latest: Timestamp { told ?? created }
        var watch: Watch? { if case .watch(let watch) = watched { watch } else { nil } }
    }

    /// The store selects the shown entries; the others are only counted.
    func things() async throws -> WatchedThings {
        let following = feature.store.following
        var counts = try await following.watchedBoards(of: person)
        let alerts = try await following.alerts(of: person)
        let reminders = try await feature.store.reminders.all(of: person)
        // The boards that the person may see, by name, as in their files.
        let names = counts.map(\.board) + alerts.map(\.board) + reminders.map(\.board)
        let boards = feature.boards.some(of: Set(names), for: context)
        counts = counts.filter { boards[$0.board] != nil }

        var others = alerts.map { alert in
            Entry(watched: .alert(alert), board: alert.board, told: PriceAlertState(stored: alert.state).told, created: alert.created)
        }
        others += reminders.map { Entry(watched: .reminder($0), board: $0.board, told: nil, created: $0.created) }
        others = others.filter { boards[$0.board] != nil }
        var things = WatchedThings()
        things.total = counts.reduce(others.count) { $0 + $1.count }
        guard things.total > 0 else { return things }

        let watches = try await following.latestWatches(of: person, on: counts.map(\.board), limit: WatchedThings.shown)
        let watched = watches.map { watch, told in
            Entry(watched: .watch(watch), board: watch.board, told: told, created: watch.created)
        }
        let all = (watched + others).sorted { $0.latest > $1.latest }
        let seen = try await following.seenMark(of: person)?.at
        func isNew(_ told: Timestamp?) -> Bool { told.map { told in seen.map { told > $0 } ?? true } ?? false }
        things.boards = Set(counts.map(\.board) + others.map(\.board))
        things.boardsWithNews = Set(
            counts.filter { isNew($0.told) }.map(\.board) + others.filter { isNew($0.told) }.map(\.board))
        let shown = all.prefix(WatchedThings.shown)
        let readings = try await WatchReadings(feature, boards).of(shown.compactMap(\.watch))
        for entry in shown {
            guard let board = boards[entry.board]?.translated(for: words) else { continue }
            var shown =
                switch entry.watched {
                case .watch(let watch): thing(of: watch, board, readings[watch.id] ?? WatchReading())
                case .alert(let alert): thing(of: alert, board)
                case .reminder(let reminder): thing(of: reminder, board)
                }
            shown.isNew = isNew(entry.told)
            things.things.append(shown)
        }
        return things
    }

    // MARK: Watches

    private func thing(of watch: Watch, _ board: Board, _ reading: WatchReading) -> WatchedThing {
        let line = WatchLine(watch: watch, board: board, feed: reading.feed, told: nil)
        var thing = WatchedThing([line.title(words)], symbol(board), at: BoardPaths(board.name, line.choice).page, "")
        if let subject = reading.subject { tell(subject, reading, watch, board, line.choice, &thing) } else { tell(reading, line, &thing) }
        if let feed = reading.feed, let failure = feed.failure { thing.notes.append(note(failure, lastRead: feed.lastSuccess)) }
        thing.isMuted = watch.settings.isMuted
        return thing
    }

    private func note(_ failure: SourceFailure, lastRead: Timestamp?) -> HTML {
        guard let time = lastRead.map(ValueView(words).time(_:)) else {
            return "\(failure.wasReached ? words("Can’t read the source") : words("Can’t reach the source"))"
        }
        return failure.wasReached
            ? words.html("Can’t read the source. Last successful check: \(time)")
            : words.html("Can’t reach the source. Last successful check: \(time)")
    }

    /// For a watch on one record: its values.
    private func tell(
        _ subject: [(field: String, value: Value)], _ reading: WatchReading, _ watch: Watch, _ board: Board, _ choice: BoardChoice,
        _ thing: inout WatchedThing
    ) {
        let (schema, paths) = (board.schema, BoardPaths(board.name, choice))
        let asked = subject.first { schema[$0.field]?.isAsked ?? false }
        if let asked, let field = schema[asked.field] {
            thing.subject.append("\(field.label) \(asked.value.text)")
            thing.address = paths.page(where: field, is: asked.value.text)
        } else if let known = reading.records.first?.record ?? reading.change?.change.before {
            thing.subject.append(words.name(of: known, schema))
            if let id = reading.records.first?.id, feature.boards.views.of(board).hasRecordPages { thing.address = paths.record(id) }
        } else if !subject.isEmpty {
            thing.subject.append(subject.map(\.value.text).joined(separator: ", "))
        }
        guard let record = reading.records.first?.record else {
            thing.isPending = true
            thing.value = missing(reading)
            if case .gone? = reading.change?.change { thing.notes = [changed(reading.change)] }
            return
        }
        let glance = RecordGlance(record, schema, testing: watch.settings.condition.testedFields, words)
        thing.value = glance?.headline ?? "\(words("On the list"))"
        thing.notes = glance?.notes ?? []
        let more = reading.records.count - 1
        if more > 0 { thing.notes.append("\(words("and \(more) more"))") }
        thing.notes.append(changed(reading.change))
    }

    private func missing(_ reading: WatchReading) -> HTML {
        if reading.feed?.lastSuccess == nil { return "\(words("Not checked yet"))" }
        if case .gone? = reading.change?.change { return "\(words("No longer on the list"))" }
        return "\(words("Not on the list yet"))"
    }

    private func changed(_ change: StoredChange?) -> HTML {
        guard let change else { return "\(words("no change yet"))" }
        let time = ValueView(words).time(change.seen)
        return switch change.change {
        case .appeared: words.html("added \(time)")
        case .altered: words.html("changed \(time)")
        case .gone: words.html("removed \(time)")
        }
    }

    /// For a watch that may match several records: its last notice.
    private func tell(_ reading: WatchReading, _ line: WatchLine, _ thing: inout WatchedThing) {
        if line.watch.settings.condition != .everything { thing.subject.append(line.phrase(words)) }
        guard let change = reading.change, let board = line.board else {
            thing.isPending = true
            thing.value = "\(words("No changes yet"))"
            thing.notes = ["\(words("since \(words.date(line.watch.created))", sense: "day"))"]
            return
        }
        let writer = ChangeLine(words: words)
        thing.address = BoardPaths(board.name, line.choice).changesPage
        let isOne = reading.count == 1
        thing.value = isOne ? "<bdi>\(writer.title(change.change, board.schema))</bdi>" : "\(words("\(reading.count) changes"))"
        let detail = isOne ? writer.detail(change.change, board.schema) : writer.text(change.change, board.schema)
        if let detail { thing.notes.append("<bdi>\(detail)</bdi>") }
        thing.notes.append(ValueView(words).time(change.seen))
    }

    // MARK: Price alerts and reminders

    private func thing(of alert: PriceAlert, _ board: Board) -> WatchedThing {
        let writer = PriceWriter(board, fuel: alert.settings.fuel, words)
        let quote = PriceAlertState(stored: alert.state).now
        var thing = WatchedThing(
            [board.title, writer.scope(of: alert.settings)], symbol(board), at: Self.stations(of: alert), "\(words("No price yet"))")
        if let quote, let price = quote.price {
            thing.value = "<bdi>\(writer.amount(price))</bdi>"
            thing.notes = ["<bdi>\(quote.name)</bdi>"]
        } else {
            thing.isPending = true
        }
        thing.notes.append("\(writer.rule(of: alert.settings))")
        thing.isMuted = alert.isMuted
        return thing
    }

    private static func stations(of alert: PriceAlert) -> String {
        BoardPaths(alert.board).page + (alert.settings.fuel.map { "?fuel=\(Percent.encoded($0))" } ?? "")
    }

    private func thing(of reminder: Reminder, _ board: Board) -> WatchedThing {
        let writer = ReminderWriter(words)
        let next = reminder.ahead(at: .system()).first?.showing
        var thing = WatchedThing([board.title], symbol(board), at: BoardPaths(board.name).reminders, "\(words("Nothing scheduled"))")
        if case .programme = reminder.settings.rule {} else { thing.subject.append(writer.rule(of: reminder.settings)) }
        guard let next else {
            thing.isPending = true
            return thing
        }
        thing.value = "<bdi>\(next.title)</bdi>"
        thing.notes = ["<bdi>\(writer.times(of: next))</bdi>", "<bdi>\(next.channelName)</bdi>"]
        return thing
    }

    private func symbol(_ board: Board) -> HTML { feature.boards.views.of(board).symbol(of: board) }
}
