import Notifying
import Records
import Testing

@Suite("Notices")
struct NoticeTests {
    @Test("a notice of any length has a bound, and shows where it was cut")
    func bounds() {
        let notice = Notice.sample(
            title: String(repeating: "t", count: 5000), lines: Array(repeating: String(repeating: "l", count: 5000), count: 501))
        #expect(notice.title.count == 2000)
        #expect(notice.lines.count == 500)
        #expect(notice.lines[498].count == 2000)
        #expect(notice.lines[499] == "…")
        #expect(Notice.sample(lines: Array(repeating: "l", count: 500)).lines.last == "l")
    }

    @Test("it is worth delivering for its lifetime from what it tells of, and not a moment longer")
    func timeLeft() {
        let notice = Notice.sample(lifetime: .seconds(60))
        #expect(notice.timeLeft(at: .sample) == .seconds(60))
        #expect(notice.timeLeft(at: .sample + .seconds(45)) == .seconds(15))
        #expect(notice.timeLeft(at: .sample + .seconds(61)) == .zero)
        #expect(notice.timeLeft(at: .sample + .seconds(-600)) == .seconds(60), "a clock that goes back adds nothing")
    }
}
