import Foundation
import Localisation
package import Records

/// How long a wait may be, as people say it: rounded outward, so that it stays true.
///
/// Under ten minutes to the minute, under an hour to five, else to a quarter of an hour. `js/queue-wait.js` does the same as people go on.
package struct WaitRange: Hashable, Sendable {
    /// In minutes.
    let least: Int
    let most: Int

    init(_ estimate: ClosedRange<Duration>) {
        let (low, high) = (Double(estimate.lowerBound.wholeMilliseconds) / 60_000, Double(estimate.upperBound.wholeMilliseconds) / 60_000)
        let step = high < 10 ? 1.0 : high < 60 ? 5 : 15
        // More than a day is nobody's estimate.
        func minutes(_ rounded: Double) -> Int { Int(clamping: rounded * step).clamped(to: 0...1440) }
        least = minutes((low / step).rounded(.down))
        most = max(1, minutes((high / step).rounded(.up)))
    }
}

/// What is said to guests of a queue.
extension Words {
    /// `10–15 min`, `up to 5 min`.
    package func wait(_ range: WaitRange) -> String {
        range.least == 0 ? self("up to \(self("\(number(range.most)) min"))") : self("\(number(range.least))–\(number(range.most)) min")
    }

    /// `14:20–14:35`; for less than that nobody looks at a clock.
    package func clock(_ range: WaitRange, from now: Timestamp) -> String? {
        guard range.most >= 5 else { return nil }
        let times = [max(1, range.least), range.most].map { clock(now + .seconds($0 * 60)) }
        return times.joined(separator: "–")
    }

    /// `14:20`, on the clock of the queue, whose zone these words are for.
    package func clock(_ time: Timestamp) -> String {
        time.date.formatted(Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: zone).hour().minute())
    }

    package func counter(_ name: String) -> String { self("Counter \(name)") }

    /// What a form's or a display's script puts the counter's name into.
    var counterTemplate: String { self("Counter \("{counter}")") }

    /// What a guest may say of themselves.
    package func label(of field: PersonalField) -> String {
        switch field {
        case .name: self("Your name")
        case .phone: self("Your telephone number")
        case .email: self("Your e-mail address")
        case .note: self("Reason for your visit")
        }
    }

    /// `Open`, with until when, or when it opens.
    package func opening(of state: QueueState, at now: Timestamp) -> String {
        switch state.opening {
        case .open:
            guard let closes = (state.hours ?? state.plan.hours)?.closes(after: now, in: state.plan.zone), closes - now < .seconds(86_400)
            else {
                return self("Open", sense: "queue")
            }
            return self("Open until \(clock(closes))")
        case .paused: return self("Paused", sense: "queue")
        case .closed:
            guard let opens = state.opens else { return self("Closed", sense: "queue") }
            return self("Closed. Opens \(opens.date.isNear(now.date) ? clock(opens) : dateTime(opens))")
        }
    }

    /// Why a guest cannot have what they asked for.
    func guestReason(_ refusal: QueueRefusal) -> String {
        switch refusal {
        case .closed(let reason, _): reason ?? self("This queue is closed.")
        case .paused(let reason): reason ?? self("No numbers right now.")
        case .full: self("All places are taken. Try again when someone has been served.")
        case .outOfNumbers: self("Today’s numbers are used up.")
        case .noSuchService: self("Choose what you’re here for.")
        case .noSuchTicket, .notNow: self("That’s no longer possible: this number isn’t waiting.")
        case .busy: self("The server is busy. Try again in a few seconds.")
        default: self("That isn’t possible now.")
        }
    }
}

extension Date {
    /// Within the next twelve hours, in which a time of day says enough.
    fileprivate func isNear(_ other: Date) -> Bool { abs(timeIntervalSince(other)) < 12 * 3600 }
}
