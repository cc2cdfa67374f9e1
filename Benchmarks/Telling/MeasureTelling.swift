import Foundation
import Records
import Storage
import Synchronization

/// How much 16 writers commit while their server tells the others of each commit, and while it tells nothing.
///
///     MeasureTelling postgres://USER@HOST/NAME FOLDER [SECONDS]
///
/// The database is an empty one of its own, and so is the folder. Prints commits a second of three pairs, taken in turn, and their ratios.
/// Built only when TIDINGS_BENCHMARKS is set.
@main struct MeasureTelling {
    private static let writers = 16
    private static let pairs = 3

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2, let address = DatabaseAddress(arguments[0]), let seconds = Int(arguments.count > 2 ? arguments[2] : "5")
        else { return print("usage: MeasureTelling postgres://USER@HOST/NAME FOLDER [SECONDS]") }
        let folder = URL(fileURLWithPath: arguments[1])
        // Each has one connection that writes, as a server has.
        let stores = try (0..<writers).map { _ in try Store(in: folder, at: address) }
        guard let channel = NodeChannel(of: stores[0]), let other = NodeChannel(of: stores[1]) else { return }
        let heard = Mutex(0)
        for one in [channel, other] {
            Thread.detachNewThread {
                one.run({ if case .news(let news) = $0 { heard.withLock { $0 += news.count } } }, onTrouble: { print($0) })
            }
        }
        var ratios: [Double] = []
        for _ in 0..<pairs {
            let silent = try await commits(by: stores, in: .seconds(seconds)) { _ in }
            let telling = try await commits(by: stores, in: .seconds(seconds)) { channel.tell(.feed($0)) }
            ratios.append(Double(telling) / Double(max(1, silent)))
            print("\(silent / seconds) commits a second without telling, \(telling / seconds) with it")
        }
        let sorted = ratios.sorted()
        print(String(format: "ratio %.2f (%.2f to %.2f)", sorted[pairs / 2], sorted[0], sorted[pairs - 1]))
        print("the other server heard of \(heard.withLock { $0 })")
        for one in [channel, other] { one.end() }
    }

    /// The number of commits of all writers, each of its own row.
    private static func commits(
        by stores: [Store], in time: Duration, _ tell: @escaping @Sendable (Feed.ID) -> Void
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    let feed = try await store.feeds.feed(of: "measure", url: "https://measure.example/\(number)")
                    let end = ContinuousClock.now + time
                    var count = 0
                    while ContinuousClock.now < end {
                        try await store.feeds.noteAsked(feed, at: .system() + .milliseconds(count), due: nil)
                        tell(feed.id)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
    }
}
