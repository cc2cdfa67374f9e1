import Foundation
import Records
import Testing

@testable import GuidePages
@testable import Web

@Suite("Reminders as a calendar")
struct ReminderCalendarTests {
    private static func event(_ summary: String = "Night Ferry", isCancelled: Bool = false, alarm: Int = 15) -> ReminderCalendar.Event {
        var event = ReminderCalendar.Event(
            uid: "reminder-1-1@tidings.example", sequence: 2, changed: Timestamp(milliseconds: 1_764_014_400_500),
            start: Timestamp(milliseconds: 1_764_014_400_000), stop: Timestamp(milliseconds: 1_764_018_000_000), summary: summary,
            location: "One", alarm: alarm)
        event.isCancelled = isCancelled
        return event
    }

    @Test("an event has its times in UTC, how often it moved and its alarm; each line ends in CRLF")
    func event() {
        let text = ReminderCalendar(name: "Reminders", events: [Self.event()]).text
        #expect(
            text
                == """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//Tidings//Reminders//EN
                CALSCALE:GREGORIAN
                X-WR-CALNAME:Reminders
                REFRESH-INTERVAL;VALUE=DURATION:PT1H
                BEGIN:VEVENT
                UID:reminder-1-1@tidings.example
                DTSTAMP:20251124T200000Z
                LAST-MODIFIED:20251124T200000Z
                SEQUENCE:2
                DTSTART:20251124T200000Z
                DTEND:20251124T210000Z
                SUMMARY:Night Ferry
                LOCATION:One
                STATUS:CONFIRMED
                TRANSP:TRANSPARENT
                BEGIN:VALARM
                ACTION:DISPLAY
                DESCRIPTION:Night Ferry
                TRIGGER:-PT15M
                END:VALARM
                END:VEVENT
                END:VCALENDAR

                """.replacingOccurrences(of: "\n", with: "\r\n"))
        #expect(ReminderCalendar(name: "", events: [Self.event(alarm: 0)]).text.contains("\r\nTRIGGER:PT0S\r\n"))
        let cancelled = ReminderCalendar(name: "", events: [Self.event(isCancelled: true)]).text
        #expect(cancelled.contains("STATUS:CANCELLED"))
        #expect(!cancelled.contains("VALARM"))
    }

    @Test("texts are escaped and can’t begin another line")
    func escaped() {
        #expect(ReminderCalendar.escaped("a;b,c\\d\ne\r\u{7}f") == "a\\;b\\,c\\\\d\\nef")
        let text = ReminderCalendar(name: "", events: [Self.event("A\r\nATTACH:x")]).text
        #expect(!text.contains("\r\nATTACH"))
        #expect(text.contains("SUMMARY:A\\nATTACH:x\r\n"))
    }

    @Test("lines have 75 octets at most, are cut between letters, and are the same when they are joined", arguments: ["a", "ü", "番", "🚢"])
    func folded(letter: String) {
        let line = "SUMMARY:" + String(repeating: letter, count: 100)
        let parts = ReminderCalendar.folded(line).components(separatedBy: "\r\n")
        #expect(parts.count > 1)
        #expect(parts.allSatisfy { $0.utf8.count <= 75 })
        #expect(parts.dropFirst().allSatisfy { $0.hasPrefix(" ") })
        #expect(parts[0] + parts.dropFirst().map { $0.dropFirst() }.joined() == line)
    }
}
