package import Boards
import Logging
package import LongJobs
import Places
import Records
import ServiceLifecycle
package import Storage

/// Looks up the addresses of stored stations without a position, in the background, each once.
///
/// Runs with the server; of several servers one does it for all. A round goes through all boards of stations, looks up new addresses, and
/// ends early if the service is not to be asked for a while; the next round is ten minutes later, or as soon as `wake` says that something
/// was read.
package struct MissingPositions: Service {
    private let boards: BoardRegistry
    private let store: Store
    private let geocoding: Geocoding
    private let places: KnownPlaces
    /// Shows the rounds as jobs; nil: they aren't shown.
    private let jobs: Jobs?
    private let roles: Roles
    private let pause: Duration
    private let news = AsyncSignal()
    private let logger = Logger(label: "tidings.geocoding")

    /// Limit of requests per round, which take two hours or more.
    private static let questionLimit = 500

    package init(
        of boards: BoardRegistry, in store: Store, by geocoding: Geocoding, places: KnownPlaces, jobs: Jobs? = nil,
        roles: Roles = .all, pause: Duration = .seconds(600)
    ) {
        self.boards = boards
        self.store = store
        self.geocoding = geocoding
        self.places = places
        self.jobs = jobs
        self.roles = roles
        self.pause = pause
    }

    /// A source was read.
    package func wake() { news.send() }

    package func run() async throws {
        guard geocoding.service != nil else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown {
            await roles.serving(.positions) {
                while !Task.isCancelled {
                    do { try await round() } catch is CancellationError {} catch let error as GeocodingError {
                        logger.debug("\(error)")
                    } catch {
                        logger.error("positions cannot be looked up", metadata: ["error": "\(error)"])
                    }
                    await news.wait(atMost: pause)
                }
            }
        }
    }

    /// Looks up new addresses; returns their number. Throws `GeocodingError` if the service is paused.
    @discardableResult
    package func round() async throws -> Int {
        var asked = 0
        for board in boards.current.all where board.stations != nil {
            let questions = try await questions(of: board)
            let known = try await geocoding.known(questions)
            let new = Array(questions.filter { known[$0] == nil }.prefix(Self.questionLimit - asked))
            if !new.isEmpty { try await ask(new, of: board) }
            asked += new.count
        }
        return asked
    }

    private func ask(_ questions: [GeocodeQuestion], of board: Board) async throws {
        let ask: @Sendable (JobReport?) async throws -> Void = { [geocoding] report in
            for (count, question) in questions.enumerated() {
                report?.update(count, of: questions.count)
                _ = try await geocoding.find(question, for: .background)
            }
            report?.update(questions.count, of: questions.count)
        }
        guard let jobs else { return try await ask(nil) }
        try await jobs.run(.positions, about: .init(board: board.name, title: board.title), ask)
    }

    /// The questions for stations without a position, without duplicate addresses, in the order of the records.
    private func questions(of board: Board) async throws -> [GeocodeQuestion] {
        guard let plan = board.stations else { return [] }
        var (questions, keys): ([GeocodeQuestion], Set<String>) = ([], [])
        for feed in try await store.feeds.all(of: board.name) {
            for stored in try await store.feeds.records(of: feed, board.schema) {
                let station = plan.station(of: stored.record)
                guard station.position == nil else { continue }
                let suburb = station.suburb.flatMap { places.suburb(named: $0, of: board.name) }
                // Several towns have that name, so the meant one is unknown.
                let near: Position? = suburb.flatMap { $0.isSpread ? nil : $0.position }
                guard let question = geocoding.question(for: station, suburb: near), keys.insert(question.key).inserted else { continue }
                questions.append(question)
            }
        }
        return questions
    }
}
