package import Boards
import Logging
package import Places
package import Records
import ServiceLifecycle
package import Storage

/// Has the addresses of stored records looked up that came without a position, in the background, each once.
///
/// Runs while the server does. A round looks at all boards, asks for what nobody has asked for yet, and ends early where the service is left
/// alone; the next is ten minutes later, or as soon as `wake` says that something was read.
package struct MissingPositions: Service {
    /// Where a board's records say what.
    package struct Fields: Sendable {
        package var position: String
        /// Together, with commas between them, they are the address.
        package var address: [String]
        /// What the records say of their suburb, if they do: answers have to lie about there.
        package var suburb: String?

        package init(position: String, address: [String], suburb: String? = nil) {
            self.position = position
            self.address = address
            self.suburb = suburb
        }
    }

    private let boards: [(board: Board, fields: Fields)]
    private let store: Store
    private let geocoding: Geocoding
    /// Where a suburb of a board is, if that is known.
    private let suburb: @Sendable (String, Board) async -> Position?
    private let pause: Duration
    private let news = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let logger = Logger(label: "tidings.geocoding")

    /// How far from its suburb's middle an address may lie.
    private static let reach = 20_000.0
    /// Of one round.
    private static let questionLimit = 500

    package init(
        of boards: [(board: Board, fields: Fields)], in store: Store, by geocoding: Geocoding, pause: Duration = .seconds(600),
        suburb: @escaping @Sendable (String, Board) async -> Position? = { _, _ in nil }
    ) {
        self.boards = boards
        self.store = store
        self.geocoding = geocoding
        self.pause = pause
        self.suburb = suburb
    }

    /// Something was read.
    package func wake() { news.continuation.yield() }

    package func run() async throws {
        guard geocoding.service != nil, !boards.isEmpty else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await round() } catch is CancellationError {} catch let error as GeocodingError {
                    logger.debug("\(error)")
                } catch {
                    logger.error("positions cannot be looked up", metadata: ["error": "\(error)"])
                }
                await nextRound()
            }
        }
    }

    /// Asks for what nobody has asked for yet; returns how many that were. Throws `GeocodingError` where the service is left alone.
    @discardableResult
    package func round() async throws -> Int {
        var asked = 0
        for (board, fields) in boards {
            let questions = try await questions(of: board, fields)
            let known = try await geocoding.known(questions)
            for question in questions where known[question] == nil {
                guard asked < Self.questionLimit else { return asked }
                _ = try await geocoding.find(question, for: .background)
                asked += 1
            }
        }
        return asked
    }

    /// Of the records without a position, each address once, in the order of the records.
    private func questions(of board: Board, _ fields: Fields) async throws -> [GeocodeQuestion] {
        guard let position = board.schema.index(of: fields.position) else { return [] }
        let suburbField = fields.suburb.flatMap { board.schema.index(of: $0) }
        var (questions, keys): ([GeocodeQuestion], Set<String>) = ([], [])
        for feed in try await store.feeds(of: board.name) {
            for stored in try await store.records(of: feed, board.schema) where stored.record.values[position] == nil {
                let name = suburbField.flatMap { stored.record.values[$0]?.text }
                var area: GeocodeQuestion.Area?
                if let name, let middle = await suburb(name, board) { area = .init(around: middle, metres: Self.reach) }
                guard let question = fields.question(for: stored.record, board.schema, in: area, countries: geocoding.countries),
                    keys.insert(question.key).inserted
                else { continue }
                questions.append(question)
            }
        }
        return questions
    }

    private func nextRound() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [stream = news.stream] in for await _ in stream { break } }
            group.addTask { [pause] in try? await Task.sleep(for: pause) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension MissingPositions.Fields {
    /// Where the record's address is: what was asked for it, for those who show it. nil if it has none.
    package func question(for record: Record, _ schema: Schema, in area: GeocodeQuestion.Area? = nil, countries: [String])
        -> GeocodeQuestion?
    {
        let parts = address.compactMap { name in schema.index(of: name).flatMap { record.values[$0]?.text.trimmingWhitespace() } }
        return GeocodeQuestion(building: parts.filter { !$0.isEmpty }.joined(separator: ", "), in: area, countries: countries)
    }
}
