import Foundation
import Localisation
package import Records

/// An estimated wait, rounded outward so that it stays true.
///
/// Rounded to a minute below ten minutes, to five below an hour, otherwise to a quarter of an hour. `js/queue-wait.js` computes the same as
/// the queue moves.
package struct WaitRange: Hashable, Sendable {
    /// In minutes.
    let least: Int
    let most: Int

    init(_ estimate: ClosedRange<Duration>) {
        let (low, high) = (Double(estimate.lowerBound.wholeMilliseconds) / 60_000, Double(estimate.upperBound.wholeMilliseconds) / 60_000)
        let step = high < 10 ? 1.0 : high < 60 ? 5 : 15
        // Estimates are capped at one day.
        func minutes(_ rounded: Double) -> Int { Int(clamping: rounded * step).clamped(to: 0...1440) }
        least = minutes((low / step).rounded(.down))
        most = max(1, minutes((high / step).rounded(.up)))
    }
}

/// Texts for guests of a queue.
extension Words {
    /// `10–15 min`, `up to 5 min`.
    package func wait(_ range: WaitRange) -> String {
        range.least == 0 ? self("up to \(self("\(number(range.most)) min"))") : self("\(number(range.least))–\(number(range.most)) min")
    }

    /// `14:20–14:35`; nil for waits too short to need a clock time.
    package func clock(_ range: WaitRange, from now: Timestamp) -> String? {
        guard range.most >= 5 else { return nil }
        let times = [max(1, range.least), range.most].map { clock(now + .seconds($0 * 60)) }
        return times.joined(separator: "–")
    }

    /// `14:20` in the queue's time zone, which these words use.
    package func clock(_ time: Timestamp) -> String {
        time.date.formatted(Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: zone).hour().minute())
    }

    package func counter(_ name: String) -> String { self("Counter \(name)") }

    /// A template into which a form's or display's script inserts the counter's name.
    var counterTemplate: String { self("Counter \("{counter}")") }

    package func label(of field: PersonalField) -> String {
        switch field {
        case .name: self("Your name")
        case .phone: self("Your phone number")
        case .email: self("Your mail address")
        case .note: self("Reason for your visit")
        }
    }

    /// `Open`, with its closing time, or the next opening time.
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
            return self("Closed. Opens \(opens.date.isNear(now.date) ? clock(opens) : moment(opens, at: now))")
        }
    }

    /// Why a guest's action was refused.
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
    /// Within twelve hours, so that a time of day is unambiguous.
    fileprivate func isNear(_ other: Date) -> Bool { abs(timeIntervalSince(other)) < 12 * 3600 }
}
