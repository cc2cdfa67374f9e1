import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Testing

@testable import QueuePages
@testable import Web

@Suite("A wait, as people say it")
struct WaitRangeTests {
    @Test(
        "it is rounded outward, the coarser the longer it is",
        arguments: [
            (90, 200, 1, 4), (0, 50, 0, 1), (420, 560, 7, 10), (660, 900, 10, 15), (661, 901, 10, 20), (3000, 4000, 45, 75), (0, 0, 0, 1),
            (86_400, 900_000, 1440, 1440),
        ])
    func rounding(least: Int, most: Int, low: Int, high: Int) {
        let range = WaitRange(.seconds(least) ... .seconds(most))
        #expect((range.least, range.most) == (low, high))
    }

    @Test("it is said in the reader’s words, and on the clock of the queue")
    func said() throws {
        let range = WaitRange(.seconds(660) ... .seconds(900))
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(Words(language: "de", zone: berlin).wait(range) == "10–15 Min.")
        #expect(Words.english.wait(WaitRange(.zero ... .seconds(200))) == "up to 4 min")
        // 12:00 UTC in summer.
        let noon = Timestamp(milliseconds: 1_783_080_000_000)
        #expect(Words(language: "de", zone: berlin).clock(range, from: noon) == "14:10–14:15")
        #expect(Words.english.clock(WaitRange(.zero ... .seconds(60)), from: noon) == nil)
    }

    @Test("numbers that were taken besides count for their day, and no more than are shown")
    func taken() {
        let taken = TakenNumbers(of: .with(cookie: "tidings_numbers=12.3.4"), in: "main", day: 12)
        #expect(taken.numbers == [3, 4])
        #expect(taken.adding(9).numbers == [3, 4, 9])
        #expect(TakenNumbers(of: .with(cookie: "tidings_numbers=11.3.4"), in: "main", day: 12).numbers.isEmpty)
        for broken in ["", "12", "12.x", "12.-4", "12.0", "a.1"] {
            #expect(TakenNumbers(of: .with(cookie: "tidings_numbers=\(broken)"), in: "main", day: 12).numbers.isEmpty, "\(broken)")
        }
        let many = (1...20).reduce(taken) { $0.adding($1) }
        #expect(many.numbers == Array(13...20))
    }
}

extension Request {
    fileprivate static func with(cookie: String) -> Request {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/queue/main", headerFields: [.cookie: cookie])
        return Request(head: head, body: RequestBody(buffer: .init()))
    }
}
