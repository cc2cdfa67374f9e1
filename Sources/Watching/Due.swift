package import Foundation
package import Records

/// Decides when a watch's notice is sent: at once, gathered with changes that follow closely, with the next digest, and never in quiet
/// hours.
///
/// A pure value: the caller passes in the time and the last notice. Quiet hours and daily digests use the time zone of the watch, or of its
/// person. Quiet hours take precedence over everything: a digest that falls into them is sent at their end.
package struct Due: Hashable, Sendable {
    /// The first change is sent at once. Changes within this time after it are sent together when it is over, so a list that is published
    /// piece by piece sends two notices instead of fifty.
    package var gather: Duration
    /// The server's time zone, for watches of people who haven't set one.
    package var zone: TimeZone

    package static let defaultGather = Duration.seconds(60)
    /// The time of daily digests if the watch sets none: eight in the morning.
    static let defaultDaily = TimeOfDay(hour: 8, minute: 0)

    package init(gather: Duration = Due.defaultGather, zone: TimeZone = .current) {
        self.gather = gather
        self.zone = zone
    }

    /// The time zone of a watch: that of its quiet hours, otherwise `own`, which is its person's.
    package func zone(of settings: Watch.Settings, own: String?) -> TimeZone {
        (settings.quietHours?.zone ?? own).flatMap { TimeZone(identifier: $0) } ?? zone
    }

    /// The time to send; never before `now`. `lastTold` is the due time of the watch's last notice on the same channel and may be in the
    /// future.
    package func time(of settings: Watch.Settings, own: String? = nil, lastTold: Timestamp?, at now: Timestamp) -> Timestamp {
        let zone = zone(of: settings, own: own)
        let wanted: Timestamp =
            switch settings.digest {
            case .atOnce: lastTold.map { max(now, $0 + gather) } ?? now
            case .hourly: Self.nextHour(after: now, in: zone)
            case .daily: (settings.dailyAt ?? Self.defaultDaily)?.next(after: now, in: zone) ?? now
            }
        guard let quiet = settings.quietHours, Self.isQuiet(quiet, at: wanted, in: zone) else { return wanted }
        return quiet.to.next(after: wanted, in: zone)
    }

    /// When the last of these quiet hours ends; nil if none applies now, or if together they leave no time.
    package func quietEnd(of hours: [Watch.QuietHours], at now: Timestamp) -> Timestamp? {
        var end = now
        // Each ends at most twice until a time that is free within a day.
        for _ in 0...2 * hours.count {
            guard let quiet = hours.first(where: { Self.isQuiet($0, at: end, in: zone(of: $0)) }) else { return end > now ? end : nil }
            end = quiet.to.next(after: end, in: zone(of: quiet))
        }
        return nil
    }

    private func zone(of quiet: Watch.QuietHours) -> TimeZone { TimeZone(identifier: quiet.zone) ?? zone }

    private static func isQuiet(_ quiet: Watch.QuietHours, at time: Timestamp, in zone: TimeZone) -> Bool {
        guard quiet.from != quiet.to, let clock = TimeOfDay(of: time, in: zone) else { return false }
        return quiet.from < quiet.to ? quiet.from <= clock && clock < quiet.to : quiet.from <= clock || clock < quiet.to
    }

    /// The next full hour in that zone, whose offset from GMT may include half hours.
    private static func nextHour(after now: Timestamp, in zone: TimeZone) -> Timestamp {
        let local = now.milliseconds + Int64(zone.secondsFromGMT(for: now.date)) * 1000
        return now + .milliseconds(3_600_000 - (local % 3_600_000 + 3_600_000) % 3_600_000)
    }
}
