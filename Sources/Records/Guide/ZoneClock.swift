package import Foundation

/// Converts local times of a zone to moments, caching the offsets of each day: a guide has several hundred thousand times.
///
/// Local times are in seconds since 1970-01-01T00:00:00 as the clock shows it. Daylight saving follows the system's zone database.
package struct ZoneClock: Sendable {
    package let zone: TimeZone
    /// By local day: the offset from UTC well before and well after it, in seconds.
    private var offsets: [Int64: (before: Int64, after: Int64)] = [:]

    package init(_ zone: TimeZone) { self.zone = zone }

    /// The moments at which the clock shows `local`, in seconds since 1970 and in order: two if the clock is set back over it. If the clock
    /// is set forward over it, `isSkipped` is true, and the moment is as long after the jump as `local` is after the skipped time's start.
    package mutating func moments(of local: Int64) -> (moments: [Int64], isSkipped: Bool) {
        let (before, after) = offsets(around: local)
        if before == after { return ([local - before], false) }
        let shown = [local - before, local - after].filter { $0 + offset(at: $0) == local }
        if shown.isEmpty { return ([local - before], true) }
        return (Array(Set(shown)).sorted(), false)
    }

    private mutating func offsets(around local: Int64) -> (before: Int64, after: Int64) {
        let day = local / 86_400
        if let known = offsets[day] { return known }
        let found = (offset(at: day * 86_400 - 93_600), offset(at: day * 86_400 + 180_000))
        if offsets.count < 4096 { offsets[day] = found }
        return found
    }

    private func offset(at second: Int64) -> Int64 {
        let time = Date(timeIntervalSince1970: Double(second))
        return Int64(zone.secondsFromGMT(for: time))
    }
}
