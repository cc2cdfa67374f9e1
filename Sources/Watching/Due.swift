package import Foundation
package import Records
package import Storage

/// When a watch's notice is sent: at once, gathered with what follows closely, with the next digest, and never in quiet hours.
///
/// A pure value: the time and what was told last are passed in. Quiet hours and the time of a daily digest are those of the watch's own
/// zone. Quiet hours win over everything: a digest that would come in them comes at their end.
package struct Due: Hashable, Sendable {
    /// The first change is told at once; what follows within this time of it is told together when it is over. So a list that is
    /// published piece by piece says two things, and not fifty.
    package var gather: Duration
    /// Of watches that name none.
    package var zone: TimeZone

    package static let usualGather = Duration.seconds(60)
    /// Of daily digests whose watch names no time: eight in the morning.
    static let usualDaily = TimeOfDay(hour: 8, minute: 0)

    package init(gather: Duration = Due.usualGather, zone: TimeZone = .current) {
        self.gather = gather
        self.zone = zone
    }

    /// The zone in which a watch lives.
    package func zone(of settings: Watch.Settings) -> TimeZone { settings.quietHours.flatMap { TimeZone(identifier: $0.zone) } ?? zone }

    /// Never before `now`. `lastTold` is when the watch's last notice by the same channel was to be sent; it may lie ahead.
    package func time(of settings: Watch.Settings, lastTold: Timestamp?, at now: Timestamp) -> Timestamp {
        let zone = zone(of: settings)
        let wanted: Timestamp =
            switch settings.digest {
            case .atOnce: lastTold.map { max(now, $0 + gather) } ?? now
            case .hourly: Self.nextHour(after: now, in: zone)
            case .daily: (settings.dailyAt ?? Self.usualDaily)?.next(after: now, in: zone) ?? now
            }
        guard let quiet = settings.quietHours, Self.isQuiet(quiet, at: wanted, in: zone) else { return wanted }
        return quiet.to.next(after: wanted, in: zone)
    }

    static func isQuiet(_ quiet: Watch.QuietHours, at time: Timestamp, in zone: TimeZone) -> Bool {
        guard quiet.from != quiet.to, let clock = TimeOfDay(of: time, in: zone) else { return false }
        return quiet.from < quiet.to ? quiet.from <= clock && clock < quiet.to : quiet.from <= clock || clock < quiet.to
    }

    /// The full hour of the clock there, which is not everywhere that of GMT.
    private static func nextHour(after now: Timestamp, in zone: TimeZone) -> Timestamp {
        let local = now.milliseconds + Int64(zone.secondsFromGMT(for: now.date)) * 1000
        return now + .milliseconds(3_600_000 - (local % 3_600_000 + 3_600_000) % 3_600_000)
    }
}
