import Foundation
import Localisation
import Records
import Testing

@testable import BoardPages
@testable import Following
@testable import Serving
@testable import Web

@Suite("Why one was told")
struct TestOutcomeTests {
    private let moment = Moment(now: Samples.morning, zone: .gmt)

    private func verdicts(_ condition: Condition, _ change: Change) -> [TestOutcome.Verdict] {
        TestOutcome.of(condition, change, Samples.schema, moment, .english).map(\.verdict)
    }

    @Test("says of each test whether it was true of the change")
    func tests() {
        let change = Change.altered(before: Samples.record("Pending"), after: Samples.record("Issued"))
        let condition = Condition.all([
            .field("batch", .equals("20121456171")), .any([.field("status", .equals("Refused")), .field("status", .changed)]), .gone,
        ])
        #expect(verdicts(condition, change) == [.yes, .no, .yes, .no])
        #expect(
            TestOutcome.of(condition, change, Samples.schema, moment, .english).map(\.sentence)[0] == "Batch number is 20121456171")
    }

    @Test("one that begins is held against before and after")
    func begins() {
        let change = Change.altered(before: Samples.record("Issued"), after: Samples.record("Issued", nil))
        #expect(verdicts(.begins(.field("status", .equals("Issued"))), change) == [.no])
    }

    @Test("of fields that the board no longer has nothing is known")
    func unknown() {
        #expect(verdicts(.field("colour", .equals("red")), .gone(Samples.record("Issued"))) == [.unknown])
        #expect(verdicts(.everything, .gone(Samples.record("Issued"))) == [.yes])
    }

    @Test("a change stands side by side, and what differs is marked")
    func table() {
        let change = Change.altered(
            before: Samples.record("<b>Pending"), after: Samples.record("Issued", CalendarDate(year: 2012, month: 3, day: 12)))
        let html = ChangeTable(change: change, schema: Samples.schema, words: .english).html.description
        #expect(html.contains("<del><bdi>&lt;b&gt;Pending</bdi></del>"))
        #expect(html.contains("<ins><bdi>Issued</bdi></ins>"))
        #expect(html.contains("+5 days"))
        #expect(html.components(separatedBy: "is-changed").count == 3)
        let brief = ChangeTable(change: change, schema: Samples.schema, words: .english, showsAll: false).html.description
        #expect(!brief.contains("20121456171"))
    }
}
