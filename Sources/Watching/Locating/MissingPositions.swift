package import Boards
import Logging
import Places
import Records
import ServiceLifecycle
package import Storage

/// Has the addresses of stored stations looked up that came without a position, in the background, each once.
///
/// Runs while the server does. A round looks at all boards of stations, asks for what nobody has asked for yet, and ends early where the
/// service is left alone; the next is ten minutes later, or as soon as `wake` says that something was read.
package struct MissingPositions: Service {
    private let boards: [Board]
    private let store: Store
    private let geocoding: Geocoding
    private let places: KnownPlaces
    private let pause: Duration
    private let news = Bell()
    private let logger = Logger(label: "tidings.geocoding")

    /// Of one round: two hours and more.
    private static let questionLimit = 500

    package init(of boards: [Board], in store: Store, by geocoding: Geocoding, places: KnownPlaces, pause: Duration = .seconds(600)) {
        self.boards = boards.filter { $0.stations != nil }
        self.store = store
        self.geocoding = geocoding
        self.places = places
        self.pause = pause
    }

    /// Something was read.
    package func wake() { news.ring() }

    package func run() async throws {
        guard geocoding.service != nil, !boards.isEmpty else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown {
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

    /// Asks for what nobody has asked for yet; returns how many that were. Throws `GeocodingError` where the service is left alone.
    @discardableResult
    package func round() async throws -> Int {
        var asked = 0
        for board in boards {
            let questions = try await questions(of: board)
            let known = try await geocoding.known(questions)
            for question in questions where known[question] == nil {
                guard asked < Self.questionLimit else { return asked }
                _ = try await geocoding.find(question, for: .background)
                asked += 1
            }
        }
        return asked
    }

    /// Of the stations without a position, each address once, in the order of the records.
    private func questions(of board: Board) async throws -> [GeocodeQuestion] {
        guard let plan = board.stations else { return [] }
        var (questions, keys): ([GeocodeQuestion], Set<String>) = ([], [])
        for feed in try await store.feeds(of: board.name) {
            for stored in try await store.records(of: feed, board.schema) {
                let station = plan.station(of: stored.record)
                guard station.position == nil else { continue }
                let suburb = station.suburb.flatMap { places.suburb(named: $0, of: board.name) }
                guard let question = geocoding.question(for: station, suburb: suburb?.position), keys.insert(question.key).inserted else {
                    continue
                }
                questions.append(question)
            }
        }
        return questions
    }
}
