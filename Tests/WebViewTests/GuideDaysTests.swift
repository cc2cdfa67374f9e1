import Foundation
import Localisation
import Records
import Testing

@testable import GuidePages

@Suite("The days of a guide")
struct GuideDaysTests {
    private static let zone = TimeZone(identifier: "Europe/Berlin")!

    private static func label(_ day: String, at now: String, _ language: String = "en-GB") throws -> String {
        let now = try #require(Timestamp(iso: now)), day = try #require(CalendarDate(iso: day))
        return GuideDays(nil, coverage: nil, at: now, in: zone).label(of: day, Words(language: language, zone: zone))
    }

    @Test("after midnight, today says when it ends")
    func pastMidnight() throws {
        #expect(try Self.label("2026-11-28", at: "2026-11-28T22:59:00Z") == "Today")
        #expect(try Self.label("2026-11-28", at: "2026-11-28T23:00:00Z") == "Today until 05:00")
        #expect(try Self.label("2026-11-28", at: "2026-11-29T03:59:00Z", "de") == "Heute bis 05:00")
        #expect(try Self.label("2026-11-29", at: "2026-11-29T04:00:00Z") == "Today")
        #expect(try !Self.label("2026-11-29", at: "2026-11-29T03:59:00Z").contains("Today"))
    }
}
