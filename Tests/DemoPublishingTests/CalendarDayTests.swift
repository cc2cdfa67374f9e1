import Testing

@testable import DemoPublishing

@Suite("Days as the publisher writes them")
struct CalendarDayTests {
    @Test("days of a calendar count from 1970 and are written like 07-Mar-12")
    func listText() {
        #expect(CalendarDay(year: 1970, month: 1, day: 1).daysSince1970 == 0)
        #expect(CalendarDay(year: 2012, month: 3, day: 7).daysSince1970 == 15_406)
        #expect(CalendarDay(daysSince1970: 15_406).listText == "07-Mar-12")
        #expect(CalendarDay(daysSince1970: 15_399).listText == "29-Feb-12")
    }

    @Test("every day from 2000 to 2099 reads back as itself")
    func everyDay() {
        let days = CalendarDay(year: 2000, month: 1, day: 1).daysSince1970...CalendarDay(year: 2099, month: 12, day: 31).daysSince1970
        #expect(days.count == 36_525)
        #expect(days.allSatisfy { CalendarDay(listText: CalendarDay(daysSince1970: $0).listText)?.daysSince1970 == $0 })
    }

    @Test("other texts are no days", arguments: ["", "07-Mar", "32-Mar-12", "07-March-12", "07-Mar-2012", "a-Mar-12"])
    func otherTexts(text: String) {
        #expect(CalendarDay(listText: text) == nil)
    }

    @Test("a moment is written as a PDF date")
    func pdfText() {
        #expect(CalendarDay.pdfText(unixSeconds: 0) == "D:19700101000000Z")
        #expect(CalendarDay.pdfText(unixSeconds: 1_767_225_600) == "D:20260101000000Z")
        #expect(CalendarDay.pdfText(unixSeconds: 1_767_225_599) == "D:20251231235959Z")
    }
}
