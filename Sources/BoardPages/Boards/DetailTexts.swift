package import Boards
import Extraction
package import Records
package import Serving
import Synchronization
package import Watching

/// The responses of a board's detail service, folded for searching the list. The service is called only when a person wants details to be
/// searched too. The texts stay in memory for a day, within limits.
package final class DetailTexts: Sendable {
    private struct Key: Hashable {
        let board: String
        let arguments: [String: String]
    }

    private struct Known {
        var texts: [Key: (folded: String, read: ContinuousClock.Instant)] = [:]
        /// The oldest first.
        var order: [Key] = []
    }

    /// The most records in one call.
    package static let readLimit = 500
    private static let width = 4
    private static let time = Duration.seconds(20)
    private static let limit = 4_000
    private static let characterLimit = 4_000
    private static let lifetime = Duration.seconds(86_400)

    private let known = Mutex(Known())
    private let queries = LongQueries()

    package init() {}

    /// Requests the details of records that aren't cached, for at most 20 seconds, and stops at the first failure of the service: then the
    /// details cached so far are searched. Throws `FairSemaphore.Refused`.
    package func read(_ records: [Record], of board: Board, by services: ServiceCalls, for context: PageContext) async throws {
        try await queries.run(for: context) { [self] in
            let end = ContinuousClock.now + Self.time
            let unknown = records.prefix(Self.readLimit).map { key(of: $0, board) }.filter { text(of: $0) == nil }
            await withTaskGroup(of: Bool.self) { group in
                for (count, key) in unknown.enumerated() {
                    if count >= Self.width, await group.next() == false { break }
                    guard ContinuousClock.now < end, !Task.isCancelled else { break }
                    group.addTask { [self] in await read(key, board, services) }
                }
            }
        }
    }

    /// By the records' ids; only cached ones.
    package func texts(of records: [StoredRecord], on board: Board) -> [Int64: String] {
        guard board.detail != nil else { return [:] }
        var found: [Int64: String] = [:]
        for stored in records { found[stored.id] = text(of: key(of: stored.record, board)) }
        return found
    }

    private func key(of record: Record, _ board: Board) -> Key { Key(board: board.name, arguments: board.detailArguments(of: record)) }

    private func text(of key: Key) -> String? {
        known.withLock { known in
            known.texts[key].flatMap { $0.read + Self.lifetime > .now ? $0.folded : nil }
        }
    }

    /// Returns whether the service answered. It may not know the record.
    private func read(_ key: Key, _ board: Board, _ services: ServiceCalls) async -> Bool {
        guard let detail = board.detail else { return false }
        do throws(ServiceError) {
            let answer = try await services.call(detail.service, key.arguments, for: "search")
            cache(answer.groups.joined().map(\.value.text).joined(separator: " "), of: key)
        } catch {
            guard error.code == .notFound else { return false }
            cache("", of: key)
        }
        return true
    }

    private func cache(_ text: String, of key: Key) {
        let folded = SearchText.folded(String(text.prefix(Self.characterLimit)))
        known.withLock { known in
            if known.texts.updateValue((folded, .now), forKey: key) == nil { known.order.append(key) }
            while known.order.count > Self.limit { known.texts[known.order.removeFirst()] = nil }
        }
    }
}

extension Board {
    /// The arguments of the detail service for a record, by parameter.
    func detailArguments(of record: Record) -> [String: String] {
        detail?.fields.compactMapValues { name in schema.index(of: name).flatMap { record.values[$0]?.text } } ?? [:]
    }
}

extension ServiceAnswer {
    /// The fields of each row.
    var groups: [[DetailField]] {
        switch rows {
        case .open(let rows): rows.map { DetailField.fields(of: $0) }
        case .records(let records, let schema): records.map { DetailField.fields(of: $0, schema) }
        }
    }
}
