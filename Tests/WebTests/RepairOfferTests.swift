import Boards
import Localisation
import Records
import Serving
import Storage
import TestSupport
import Testing

@testable import BoardPages
@testable import Watching
@testable import Web

@Suite("The offer to find a board's rows again") struct RepairOfferTests {
    /// The region of the offer on open pages; nil if they have none.
    private func offer(_ house: House, mayChange: Bool = true) async throws -> String? {
        let feed = try await house.watcher.feed(of: house.board)
        let screen = LiveList(
            boards: house.web.parts.boards, board: house.board, words: .english, feeds: [feed], mayChange: mayChange)
        return try await screen.picture().regions.first { $0.id == BoardFrameView.repairRegion }?.html.description
    }

    private func fail(_ house: House, _ failure: SourceFailure, _ checkup: Checkup? = nil) async throws {
        let report = FetchReport(began: .system(), ended: .system(), bytes: 0)
        try await house.store.feeds.noteFailure(failure, of: house.watcher.feed(of: house.board), report, checkup: checkup)
    }

    @Test("comes to open pages with the first failure, goes with the page itself, and is only for people who may change the board")
    func live() async throws {
        try await withHouse(Source()) { house in
            let noRows = SourceFailure(.noRows, message: "no row was found")
            #expect(try await offer(house) == "")
            try await fail(house, noRows)
            #expect(try await offer(house)?.contains("Find it on the new page") == true)
            #expect(try await offer(house, mayChange: false) == nil)
            // The trouble lasts, and now the page is gone.
            let (teller, feed) = (Teller(), try await house.watcher.feed(of: house.board))
            for _ in 0..<FeedHealth.Limits.repeats { try await fail(house, noRows, teller.checkup(.empty, of: feed, at: .system())) }
            #expect(try await house.store.following.health(of: feed).map(FeedHealth.standing)?.map(\.trouble) == [.empty])
            try await fail(house, SourceFailure(.status, status: 404, message: "status 404"))
            #expect(try await offer(house) == "")
            try await fail(house, noRows)
            #expect(try await offer(house)?.contains("Find it on the new page") == true)
        }
    }

    @Test("pages of people who may change a board have a screen of their own")
    func own() async throws {
        try await withHouse(Source()) { house in
            func own(_ mayChange: Bool) -> [String] {
                LiveList(boards: house.web.parts.boards, board: house.board, words: .english, feeds: [], mayChange: mayChange).own
            }
            #expect(own(true) != own(false))
        }
    }
}
