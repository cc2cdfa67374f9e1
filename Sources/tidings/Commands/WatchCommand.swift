import ArgumentParser
import Boards
import Following
import Foundation
import Localisation
import Records
import Serving
import Storage
import Watching

/// `tidings watch add visa batch=20121456171 --to push`: manages watches.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Add, list and remove watches, and see what they would report.",
        subcommands: [Add.self, List.self, Remove.self, Preview.self, Test.self])

    /// A board and a condition over its fields.
    struct Subject: ParsableArguments {
        @Argument(help: "The board.") var board: String
        @Argument(help: "What to report: FIELD=VALUE words, all of which must be true, or one condition as JSON; every change if left out.")
        var condition: [String] = []
        @OptionGroup var feed: FeedOption
        @OptionGroup var folder: StoreOption

        func open(isMaking: Bool = false) async throws -> Opened {
            // Before the folder is created, because an error must not create one.
            let work = try Workspace(folder, isMaking: isMaking, about: board) { _ = try conditions(of: $0) }
            let board = try Workspace.board(board, in: work.library)
            let (condition, bound) = try conditions(of: board)
            do {
                return Opened(
                    work: work, board: board, feeds: try await feed.feeds(of: board, in: work), condition: condition, bound: bound)
            } catch {
                throw Failure(error)
            }
        }

        private func conditions(of board: Board) throws -> (Condition, BoundCondition) {
            do {
                let condition = try read(board.schema)
                return (condition, try condition.bound(to: board.schema))
            } catch let error as ConditionError {
                throw Failure(.badUse, "condition: \(error)")
            }
        }

        private func read(_ schema: Schema) throws -> Condition {
            if condition.count == 1, condition[0].hasPrefix("{") { return try Condition(json: condition[0]) }
            let tests = try condition.map { word in
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2 else { throw Failure(.badUse, "condition: '\(word)' is not FIELD=VALUE") }
                // The text is searched for as on the board's page.
                return Condition.field(parts[0], .equals(parts[1]))
            }
            return tests.count == 1 ? tests[0] : .all(tests)
        }
    }

    struct Opened {
        let work: Workspace
        let board: Board
        /// The feeds that are shown together; the watch belongs to the first.
        let feeds: [Feed]
        let condition: Condition
        let bound: BoundCondition

        func moment() throws -> Moment { Moment(now: .system(), zone: try work.settings.due.zone) }
    }

    /// The person who owns the watches and channels.
    struct PersonOption: ParsableArguments {
        @Option(help: "Whose it is (the first administrator).") var person: String?

        func person(in store: Store) async throws -> Person {
            if let person {
                guard let known = try await store.people.person(named: person) else {
                    throw Failure(.nothingFound, "no one has the name '\(person)'")
                }
                return known
            }
            // Without accounts, everything belongs to an owner, who becomes the first administrator.
            let people = try await store.people.all()
            if let administrator = people.first(where: { $0.role == .administrator }) { return administrator }
            return try await store.people.person(named: "owner", at: .system())
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a watch.")

        @OptionGroup var subject: Subject
        @OptionGroup var person: PersonOption
        @Option(help: ChannelCommand.namingHelp) var to = ""
        @Option(help: "When to send notices: at-once, hourly or daily.") var digest = "at-once"
        @Option(help: "When a daily digest is sent, like 18:30 (08:00).") var at: String?
        @Option(help: "Quiet hours, when nothing is sent, like 22:00-07:00.") var quiet: String?
        @Option(help: "Their time zone, like Europe/Berlin (that of this machine).") var zone: String?

        func run() async throws {
            guard let digest = Watch.Digest(rawValue: digest) else {
                throw Failure(.badUse, "digest: '\(digest)' isn't one of \(Watch.Digest.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            let (dailyAt, quietHours) = (try at.map(Self.time), try quietHours())
            let channels = to.split(separator: ",").map { $0.trimmingWhitespace() }
            let opened = try await subject.open(isMaking: true)
            var settings = Watch.Settings(opened.condition, channels: channels)
            (settings.digest, settings.dailyAt, settings.quietHours) = (digest, dailyAt, quietHours)
            do {
                let store = opened.work.store
                guard let feed = opened.feeds.first else { throw Failure(.ours, "the board has no feed") }
                let watch = try await store.following.addWatch(of: try await person.person(in: store), on: feed, settings, at: .system())
                Output.print("\(watch.id): \(opened.board.title): \(opened.condition.describe(opened.board.schema))")
                if channels.isEmpty { Output.note(ChannelCommand.withoutChannels) }
            } catch {
                throw Failure(error)
            }
        }

        private func quietHours() throws -> Watch.QuietHours? {
            guard let quiet else { return nil }
            let ends = quiet.split(separator: "-").map(String.init)
            guard ends.count == 2 else { throw Failure(.badUse, "quiet: '\(quiet)' is not two times like 22:00-07:00") }
            let zone = zone ?? TimeZone.current.identifier
            guard TimeZone(identifier: zone) != nil else { throw Failure(.badUse, "zone: there is no time zone '\(zone)'") }
            return Watch.QuietHours(from: try Self.time(ends[0]), to: try Self.time(ends[1]), zone: zone)
        }

        private static func time(_ text: String) throws -> TimeOfDay {
            guard let time = TimeOfDay(text) else { throw Failure(.badUse, "'\(text)' is not a time like 07:30") }
            return time
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List a person's watches.")

        @OptionGroup var person: PersonOption
        @Flag(help: "Print one JSON object per line.") var json = false
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                let watches = try await work.store.following.watches(of: try await person.person(in: work.store))
                let feeds = try await work.store.following.watchedFeeds(of: try await person.person(in: work.store))
                if json {
                    for watch in watches {
                        Output.print(WatchResource.members.line(ShownWatch(watch, feeds[watch.feed], work.library[watch.board])).closed)
                    }
                } else {
                    Output.columns(watches.map { texts($0, feeds[$0.feed], work.library) })
                }
                if watches.isEmpty { throw Failure(.nothingFound, "there is no watch") }
            } catch {
                throw Failure(error)
            }
        }

        /// Its number, board, condition, channels, and schedule.
        private func texts(_ watch: Watch, _ feed: Feed?, _ library: BoardLibrary) -> [String] {
            let settings = watch.settings
            let told = library[watch.board].map { settings.condition.describe($0.schema) } ?? settings.condition.json
            let ways = settings.channels.isEmpty ? "app" : settings.channels.joined(separator: ", ")
            let chosen = feed.flatMap { library[watch.board]?.described($0.binding).map(\.value) } ?? []
            var manner: [String] = []
            if settings.digest != .atOnce { manner.append(settings.digest.rawValue) }
            if let quiet = settings.quietHours { manner.append("quiet \(quiet.from)-\(quiet.to) \(quiet.zone)") }
            if settings.isMuted { manner.append("muted") }
            return ["\(watch.id)", ([watch.board] + chosen).joined(separator: " · "), told, ways, manner.joined(separator: ", ")]
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a watch, with its unsent notices.")

        @Argument(help: "Its number, see 'tidings watch list'.") var watch: Int64
        @OptionGroup var folder: StoreOption

        func run() async throws {
            let work = try Workspace(folder)
            do {
                guard let watch = try await work.store.following.watch(watch), try await work.store.following.remove(watch) else {
                    throw Failure(.nothingFound, "there is no watch \(watch)")
                }
            } catch {
                throw Failure(error)
            }
        }
    }

    struct Preview: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview", abstract: "Print the stored records that a condition covers.")

        @OptionGroup var subject: Subject
        @Flag(help: "Print one JSON object per line.") var json = false

        func run() async throws {
            let opened = try await subject.open()
            do {
                let (schema, moment) = (opened.board.schema, try opened.moment())
                var records: [StoredRecord] = []
                for feed in opened.feeds {
                    var effort = Effort(.none)
                    records += try await opened.work.store.feeds.records(of: feed, schema).filter {
                        try opened.bound.matches($0.record, moment, drawing: &effort)
                    }
                }
                if json {
                    for stored in records { Output.print(stored.record.json(schema).closed) }
                } else {
                    Output.columns(records.map(\.record.texts))
                }
                if records.isEmpty { throw Failure(.nothingFound, "no stored record matches") }
            } catch {
                throw Failure(error)
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Print the changes so far that a watch would have reported.")

        @OptionGroup var subject: Subject
        @Option(parsing: .unconditional, help: "Look at the N newest changes.", transform: WholeNumber.atLeast(1)) var limit = 1000
        @Flag(help: "Print one JSON object per line, as tidings changes does.") var json = false

        func run() async throws {
            let opened = try await subject.open()
            do {
                let (schema, moment) = (opened.board.schema, try opened.moment())
                var query = ChangeQuery(limit: limit)
                query.isBounded = false
                let changes = try await opened.work.store.feeds.changes(of: opened.feeds, schema, query)
                var effort = Effort(.none)
                let told = try changes.filter { try opened.bound.matches($0.change, moment, drawing: &effort) }
                if json {
                    for change in told { Output.print(Changes.json(change, schema)) }
                } else {
                    Output.columns(told.map { ["\($0.seen)", ChangeSummary($0.change, schema).headline(.english)] })
                }
                if told.isEmpty { throw Failure(.nothingFound, "of the \(changes.count) changes so far it would have reported none") }
            } catch {
                throw Failure(error)
            }
        }
    }
}
