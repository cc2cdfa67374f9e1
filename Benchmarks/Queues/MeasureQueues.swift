import Foundation
import Queueing
import Records
import Storage

/// One server's desk with clients that take numbers of one queue, each again as soon as it is answered.
///
///     MeasureQueues FOLDER CLIENTS SECONDS LOG [ADDRESS NODE]
///
/// Without an address the store is a file in the folder, and the desk is alone. Each answered number is appended to LOG as four bytes before
/// its client asks again, so that what was answered is known after a kill. Prints one line of JSON. `nodes.py` starts several and checks.
/// Built only when TIDINGS_BENCHMARKS is set.
@main struct MeasureQueues {
    private struct Tally {
        var latencies: [Double] = []
        var refused = 0
    }

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 4 || arguments.count == 6, let clients = Int(arguments[1]), let seconds = Double(arguments[2]) else {
            return print("usage: MeasureQueues FOLDER CLIENTS SECONDS LOG [ADDRESS NODE]")
        }
        let folder = URL(fileURLWithPath: arguments[0])
        let address = arguments.count == 6 ? DatabaseAddress(arguments[4]) : nil
        let store = try address.map { try Store(in: folder, at: $0) } ?? Store(in: folder)
        let plan = QueuePlan(name: "hall", label: "Hall", counters: ["1"], zone: .gmt, reset: nil)
        let sharing = address.map { _ in QueueDesk.Sharing(as: arguments[5], event: event) }
        let desk = try await QueueDesk(plans: [plan], store: store, sharing: sharing)
        let log = open(arguments[3], O_WRONLY | O_CREAT | O_APPEND, 0o666)
        // Notices what happens elsewhere, as a server does.
        let running = Task { try await desk.run() }
        let began = ContinuousClock.now
        let tallies = await withTaskGroup(of: Tally.self) { group in
            for _ in 0..<clients { group.addTask { await take(at: desk, until: began + .seconds(seconds), log) } }
            var tallies: [Tally] = []
            for await tally in group { tallies.append(tally) }
            return tallies
        }
        let took = (ContinuousClock.now - began) / .seconds(1)
        running.cancel()
        let latencies = tallies.flatMap(\.latencies).sorted()
        let refused = tallies.reduce(0) { $0 + $1.refused }
        func rank(_ part: Double) -> Double { latencies.isEmpty ? 0 : latencies[Int(Double(latencies.count - 1) * part)] * 1000 }
        print(
            """
            {"given": \(latencies.count), "refused": \(refused), "seconds": \(took), "p50_ms": \(rank(0.5)), "p99_ms": \(rank(0.99))}
            """)
    }

    /// About as long as those for pages.
    @Sendable private static func event(_ news: QueueNews) -> QueueEvent {
        let state = """
            {"next":\(news.state.next),"waiting":\(news.state.waiting),"state":"open","late":false,"counters":1,"edition":0,"calls":[]
            """
        return QueueEvent(
            queue: news.queue, version: news.sequence, event: state + #","gone":[],"back":[],"joined":\#(news.joined)}"#,
            state: state + "}", next: news.state.next)
    }

    private static func take(at desk: QueueDesk, until end: ContinuousClock.Instant, _ log: CInt) async -> Tally {
        var own = Tally()
        while ContinuousClock.now < end {
            let asked = ContinuousClock.now
            guard case .number(let number) = try? await desk.perform(.take, in: "hall", by: .guest) else {
                own.refused += 1
                try? await Task.sleep(for: .milliseconds(50))
                continue
            }
            var bytes = UInt32(number).littleEndian
            guard write(log, &bytes, 4) == 4 else { fatalError("the log can’t be written") }
            own.latencies.append((ContinuousClock.now - asked) / .seconds(1))
        }
        return own
    }
}
