import Foundation
import Records
import Testing
import Watching

@Suite("When a notice is due") struct DueTests {
    private let due = Due(gather: .seconds(60), zone: .gmt)

    private func settings(
        _ digest: Watch.Digest = .atOnce, daily: String? = nil, quiet: (String, String)? = nil, zone: String = "Europe/Berlin"
    ) throws -> Watch.Settings {
        var settings = Watch.Settings(.everything, channels: [], digest: digest, dailyAt: daily.flatMap { TimeOfDay($0) })
        if let quiet {
            settings.quietHours = Watch.QuietHours(
                from: try #require(TimeOfDay(quiet.0)), to: try #require(TimeOfDay(quiet.1)), zone: zone)
        }
        return settings
    }

    private func time(_ settings: Watch.Settings, at now: String, last: String? = nil) throws -> String {
        due.time(of: settings, lastTold: last.flatMap { Timestamp(iso: $0) }, at: try #require(Timestamp(iso: now))).description
    }

    @Test("the first change is told at once, what follows it closely when the time of gathering is over")
    func gathering() throws {
        let settings = try settings()
        #expect(try time(settings, at: "2026-01-15T10:00:00Z") == "2026-01-15T10:00:00Z")
        #expect(try time(settings, at: "2026-01-15T10:00:10Z", last: "2026-01-15T10:00:00Z") == "2026-01-15T10:01:00Z")
        #expect(try time(settings, at: "2026-01-15T10:05:00Z", last: "2026-01-15T10:00:00Z") == "2026-01-15T10:05:00Z")
    }

    @Test("nothing is told in quiet hours, over midnight or within a day, in the zone of the watch")
    func quietHours() throws {
        let night = try settings(quiet: ("22:00", "07:00"))
        #expect(try time(night, at: "2026-01-15T20:59:59Z") == "2026-01-15T20:59:59Z")
        #expect(try time(night, at: "2026-01-15T21:00:00Z") == "2026-01-16T06:00:00Z")
        #expect(try time(night, at: "2026-01-16T02:00:00Z") == "2026-01-16T06:00:00Z")
        #expect(try time(night, at: "2026-01-16T06:00:00Z") == "2026-01-16T06:00:00Z")
        let noon = try settings(quiet: ("12:00", "13:30"), zone: "Asia/Kolkata")
        #expect(try time(noon, at: "2026-01-15T07:00:00Z") == "2026-01-15T08:00:00Z")
        #expect(try time(noon, at: "2026-01-15T06:29:00Z") == "2026-01-15T06:29:00Z")
        // What is gathered until quiet hours have begun waits for their end.
        #expect(try time(night, at: "2026-01-15T20:59:30Z", last: "2026-01-15T20:59:10Z") == "2026-01-16T06:00:00Z")
        // From a time to the same time, no time passes.
        #expect(try time(settings(quiet: ("22:00", "22:00")), at: "2026-01-15T21:00:00Z") == "2026-01-15T21:00:00Z")
    }

    @Test("quiet hours end on the right side of a change of clocks")
    func clocks() throws {
        let night = try settings(quiet: ("22:00", "02:30"))
        // In spring there is no 02:30: the night ends as the clock jumps to 3.
        #expect(try time(night, at: "2026-03-28T23:30:00Z") == "2026-03-29T01:00:00Z")
        // In autumn it is 02:30 twice, and quiet again until the second.
        #expect(try time(night, at: "2026-10-25T00:15:00Z") == "2026-10-25T00:30:00Z")
        #expect(try time(night, at: "2026-10-25T01:05:00Z") == "2026-10-25T01:30:00Z")
    }

    @Test("quiet hours of several watches end when none of them is any more")
    func together() throws {
        func end(_ hours: [(String, String)], at now: String) throws -> String? {
            let quiet = try hours.map { try #require(try settings(quiet: $0, zone: "GMT").quietHours) }
            return due.quietEnd(of: quiet, at: try #require(Timestamp(iso: now)))?.description
        }
        #expect(try end([], at: "2026-01-15T23:00:00Z") == nil)
        #expect(try end([("22:00", "07:00")], at: "2026-01-15T21:59:59Z") == nil)
        #expect(try end([("22:00", "07:00")], at: "2026-01-15T22:00:00Z") == "2026-01-16T07:00:00Z")
        #expect(try end([("22:00", "07:00")], at: "2026-01-16T07:00:00Z") == nil)
        let chain = [("09:00", "12:00"), ("06:30", "09:30"), ("22:00", "07:00")]
        #expect(try end(chain, at: "2026-01-15T23:00:00Z") == "2026-01-16T12:00:00Z")
        // Together they leave no time: they hold nothing back.
        #expect(try end([("09:00", "17:00"), ("17:00", "09:00")], at: "2026-01-15T23:00:00Z") == nil)
    }

    @Test("a digest comes with the next full hour, or at its time of day")
    func digests() throws {
        #expect(try time(settings(.hourly), at: "2026-01-15T10:00:00Z") == "2026-01-15T11:00:00Z")
        #expect(try time(settings(.hourly), at: "2026-01-15T10:59:59Z") == "2026-01-15T11:00:00Z")
        let kolkata = try settings(.hourly, quiet: ("01:00", "02:00"), zone: "Asia/Kolkata")
        #expect(try time(kolkata, at: "2026-01-15T10:00:00Z") == "2026-01-15T10:30:00Z")
        #expect(try time(settings(.daily), at: "2026-01-15T10:00:00Z") == "2026-01-16T08:00:00Z")
        #expect(try time(settings(.daily, daily: "18:15"), at: "2026-01-15T10:00:00Z") == "2026-01-15T18:15:00Z")
        let early = try settings(.daily, daily: "06:30", quiet: ("22:00", "07:00"))
        #expect(try time(early, at: "2026-01-15T10:00:00Z") == "2026-01-16T06:00:00Z")
        // The time of the last notice doesn't affect a digest.
        #expect(try time(settings(.hourly), at: "2026-01-15T10:00:00Z", last: "2026-01-15T11:00:00Z") == "2026-01-15T11:00:00Z")
    }
}
