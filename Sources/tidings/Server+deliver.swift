import Boards
import Fetching
import Foundation
import Localisation
import Logging
import Notifying
import Records
import ServiceLifecycle
import Serving
import Storage
import UnixSignals
import Watching
import Web

extension Server {
    /// How long a sender started by a server waits for more notices: a new process costs more than some waiting.
    private static let linger = Duration.seconds(30)

    /// Sends the notices in the outbox, and ends when nothing more is due. If it was started by a server (`endsWithParent`), it waits for
    /// more, and ends when the server ends for any reason; notices in progress are still sent.
    func deliver(endsWithParent: Bool) async throws {
        try DataFolder.check(data)
        let store = try Store.opened(in: data, database: database)
        let boards = BoardRegistry(boards(of: try library(), [:]))
        let key = try VAPIDKey.stored(in: data.appendingPathComponent("vapid.pem"))
        let now = try await clock(of: store)
        try await withFetcher(sending) { fetcher in
            let sender = sender(
                of: store, boards: boards, notifiers: try notices.notifiers(by: fetcher, key: key),
                linger: endsWithParent ? Self.linger : .zero, now: now)
            let services: [any Service] = endsWithParent ? [sender, ParentPipe(onByte: sender.wake)] : [sender]
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: services.map {
                        .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "\(type(of: $0))")
                    }, gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "tidings")))
            try await group.run()
        }
    }

    func sender(of store: Store, boards: BoardRegistry, notifiers: Notifiers, linger: Duration = .zero, now: @escaping Now) -> Sender {
        Sender(
            store: store, in: data, of: node?.name ?? "", notifiers: notifiers,
            writer: NoticeWriter(boards: boards, publicURL: notices.publicURL), due: notices.due, linger: linger,
            words: { person in Words(of: try? await store.people.person(person)) }, now: now)
    }

    /// As a node, by the clock of the database: what is due is due on all nodes at once.
    private func clock(of store: Store) async throws -> Now {
        guard node != nil else { return Timestamp.system }
        let (clock, asked) = (NodeClock(), ContinuousClock.now)
        clock.note(try await store.leases.nodes().now, asked: asked)
        return { clock.time() }
    }
}

/// Ties this process to its parent by a pipe at standard input. A byte from the parent wakes the sender; when the pipe is closed, the group
/// shuts down.
private struct ParentPipe: Service {
    let onByte: @Sendable () -> Void

    func run() async throws {
        let (wakeups, wakeup) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        Thread.detachNewThread {
            var bytes = [UInt8](repeating: 0, count: 64)
            while true {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                if count > 0 { wakeup.yield() } else if count == 0 || errno != EINTR { break }
            }
            wakeup.finish()
        }
        for await _ in wakeups.cancelOnGracefulShutdown() { onByte() }
    }
}

extension Words {
    /// The language and zone of an absent person: from their settings, otherwise English and the server's zone. A server's UTC says nothing
    /// about people, so their zone is unknown then.
    fileprivate init(of person: Person?) {
        let servers: TimeZone? = TimeZone.current == .gmt ? nil : TimeZone.current
        self.init(
            preferring: [person?.settings.language].compactMap { $0 },
            zone: person?.settings.zone.flatMap { TimeZone(identifier: $0) } ?? servers)
    }
}
