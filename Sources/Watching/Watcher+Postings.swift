import Boards
import Logging
import Records
import Storage

extension Watcher {
    private static let betweenLooks = Duration.seconds(60)

    /// Posts what fetches of feeds with very many watches have left to be posted, also at an earlier run and at other nodes, until the task
    /// is cancelled.
    func continuePostings() async {
        guard let teller else { return }
        while !Task.isCancelled {
            do {
                for id in try await store.following.feedsWithOpenPostings() {
                    guard let feed = try await store.feeds.feed(id), let board = boards[feed.board], !held.contains(board.name) else {
                        continue
                    }
                    await teller.finishPosting(of: feed, board.schema, in: store.following, now)
                }
            } catch is CancellationError {} catch {
                logger.error("open postings cannot be read", metadata: ["error": "\(error)"])
            }
            await postings.wait(atMost: Self.betweenLooks)
        }
    }
}
