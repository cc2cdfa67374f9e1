package import BoardPages
import Boards
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Storage

/// Formats programmes as a calendar (RFC 5545); the same input gives the same text.
///
/// Lines end in CRLF and are folded at 75 octets (3.1), texts are escaped (3.3.11), times are in UTC (3.3.5). Without a METHOD, DTSTAMP is
/// the time of an event's last change (3.8.7.2).
struct ReminderCalendar: Sendable {
    struct Event: Sendable {
        /// Never changes (3.8.4.7).
        let uid: String
        /// How often its times have changed (3.8.7.4).
        let sequence: Int
        let changed: Timestamp
        let start: Timestamp
        let stop: Timestamp
        let summary: String
        let location: String
        var description: String?
        var url: String?
        var isCancelled = false
        /// Minutes before the start.
        let alarm: Int
    }

    static let type = "text/calendar; charset=utf-8"

    let name: String
    let events: [Event]

    var text: String {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tidings//Reminders//EN", "CALSCALE:GREGORIAN",
            "X-WR-CALNAME:\(Self.escaped(name))",
            "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        ]
        for event in events { lines += Self.lines(of: event) }
        lines.append("END:VCALENDAR")
        return lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    private static func lines(of event: Event) -> [String] {
        var lines = [
            "BEGIN:VEVENT", "UID:\(event.uid)", "DTSTAMP:\(time(event.changed))", "LAST-MODIFIED:\(time(event.changed))",
            "SEQUENCE:\(event.sequence)", "DTSTART:\(time(event.start))", "DTEND:\(time(event.stop))", "SUMMARY:\(escaped(event.summary))",
            "LOCATION:\(escaped(event.location))",
        ]
        if let description = event.description { lines.append("DESCRIPTION:\(escaped(description))") }
        if let url = event.url { lines.append("URL:\(url)") }
        // Watching a programme doesn't make the person busy.
        lines += ["STATUS:\(event.isCancelled ? "CANCELLED" : "CONFIRMED")", "TRANSP:TRANSPARENT"]
        if !event.isCancelled {
            lines += [
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(escaped(event.summary))",
                "TRIGGER:\(event.alarm == 0 ? "PT0S" : "-PT\(event.alarm)M")", "END:VALARM",
            ]
        }
        return lines + ["END:VEVENT"]
    }

    /// `20261124T200000Z`
    private static func time(_ time: Timestamp) -> String {
        let text = (time + .milliseconds(-(time.milliseconds % 1000))).description
        return String(text.filter { $0 != "-" && $0 != ":" }.prefix(15)) + "Z"
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            case "\n": escaped += "\\n"
            case _ where character.properties.generalCategory == .control: continue
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Never splits a character.
    static func folded(_ line: String) -> String {
        var (folded, octets) = ("", 0)
        for character in line.unicodeScalars {
            let length = String(character).utf8.count
            if octets + length > 75 {
                folded += "\r\n "
                octets = 1
            }
            folded.unicodeScalars.append(character)
            octets += length
        }
        return folded
    }
}

/// `/reminders/<secret>.ics`: a person's reminders of the next two weeks, for programs that can't sign in.
///
/// Anyone with the address can read it. The person can replace the address, which invalidates the old one.
package struct ReminderCalendarFeed: Sendable {
    private let boards: KnownBoards
    private let context: PageContext
    private static let reach = Duration.seconds(14 * 86_400)
    private static let limit = 1000

    package init(_ boards: KnownBoards, _ context: PageContext) { (self.boards, self.context) = (boards, context) }

    package static func path(_ secret: Secret) -> String { "/reminders/\(secret.text).ics" }

    package func feed(_ text: String?, for request: Request) async throws -> Response {
        guard let secret = text.flatMap({ Secret($0) }),
            let person = try await boards.store.people.person(reading: .reminders, by: secret.hash)
        else {
            throw Refusal(.notFound)
        }
        let (now, origin) = (Timestamp.system(), WebOrigin(of: request, boards.site))
        let names = Asking.$reader.withValue(person.id) { Set(boards.all.map(\.name)) }
        let events = try await boards.store.reminders.all(of: person).filter { names.contains($0.board) }
            .flatMap { Self.events(of: $0, until: now + Self.reach, at: now, origin) }
            .sorted { ($0.start, $0.uid) < ($1.start, $1.uid) }
        let calendar = ReminderCalendar(name: context.words("Reminders"), events: Array(events.prefix(Self.limit)))
        return APIAnswer(text: calendar.text, type: ReminderCalendar.type).response(to: request)
    }

    private static func events(
        of reminder: Reminder, until end: Timestamp, at now: Timestamp, _ origin: WebOrigin
    ) -> [ReminderCalendar.Event] {
        let isGone = reminder.state?.isGone == true
        return reminder.ahead(at: now).filter { $0.showing.start < end }.map { entry in
            let showing = entry.showing
            return ReminderCalendar.Event(
                uid: "reminder-\(reminder.id)-\(entry.number)@\(origin.host)", sequence: entry.moves + (isGone ? 1 : 0),
                changed: entry.changed, start: showing.start, stop: showing.stop, summary: showing.title, location: showing.channelName,
                description: showing.subtitle,
                url: isGone ? nil : origin.address(BoardPaths(reminder.board).record(showing.record)), isCancelled: isGone,
                alarm: reminder.settings.minutes)
        }
    }
}
