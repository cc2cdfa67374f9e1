import Foundation
import Records
import Testing

@testable import Extraction

@Suite("Times of a guide") struct GuideTimeTests {
    private static let moment = GuideTime.moment(1_792_888_200)  // 2026-10-25T00:30:00Z

    @Test(
        "a zone is read in every form that feeds write",
        arguments: [
            "20261025013000 +0100", "20261025013000 +01:00", "20261025013000 +1", "20261025013000 BST", "20261025013000 bst",
            "20261025003000 Z",
            "20261025003000 +0", "20261025003000 +00", "20261025003000 0000", "20261025003000 UTC", "20261024203000 -0400",
            "20261024203000 EDT",
            "202610250130 +0100", "20261025003000+0000", "  20261025003000   GMT ", "20261025130000 +1230", "20261025100000 ACST",
        ])
    func zones(text: String) throws { #expect(try GuideTime(text) == Self.moment) }

    @Test(
        "as UTF-8 a time is what it is as a text",
        arguments: [
            "20261025013000 +0100", "20261024203000 -0400", "20261025013000 +1500", "20261025013000 +1600", "20261025013000 +0160",
            "20260229120000 +0000", "20261025250000 +0000", "2026102501300x +0100", "20261025013000 +01:0", "20261025013000 ~0100", "",
            "20261025013000",
        ])
    func bytes(text: String) {
        let expected = Result { () throws(GuideTime.Refusal) in try GuideTime(text) }
        #expect(Array(text.utf8).withUnsafeBufferPointer { GuideTime.read($0) } == expected)
    }

    @Test(
        "ISO 8601 in the place of XMLTV's digits is the same time",
        arguments: [
            "2026-10-25 01:30:00 +0100", "2026-10-25T01:30:00+01:00", "2026-10-25T00:30:00Z", "2026-10-25T01:30 BST",
            " 2026-10-25T00:30:00.000Z ",
            "2026-10-25T02:30:00 CEST",
        ])
    func iso(text: String) throws {
        #expect(try GuideTime(text) == Self.moment)
        #expect(Array(text.utf8).withUnsafeBufferPointer { GuideTime.read($0) } == .success(Self.moment))
        #expect(try GuideTime("2026-10-25T00:30:00") == .local(1_792_888_200))
    }

    @Test(
        "a date with hyphens and no time is none, and no year with a zone",
        arguments: ["2026-12-03", "2026-1203", "202612-03", "2026-12-03T25:00"])
    func dashes(text: String) { #expect(throws: GuideTime.Refusal.impossibleTime(text)) { try GuideTime(text) } }

    @Test("without a zone it is what a clock shows")
    func local() throws { #expect(try GuideTime("20261025003000") == .local(1_792_888_200)) }

    @Test(
        "any beginning of the fourteen digits will do",
        arguments: ["2026", "202601", "20260101", "2026010100", "202601010000", "20260101000000"])
    func prefixes(text: String) throws { #expect(try GuideTime(text + " Z") == .moment(1_767_225_600)) }

    @Test(
        "what is no time is told apart",
        arguments: [
            ("", GuideTime.Refusal.noTime), ("  ", .noTime), ("20261332256199 +0000", .impossibleTime("20261332256199 +0000")),
            ("20260229120000", .impossibleTime("20260229120000")), ("20261", .impossibleTime("20261")), ("soon", .impossibleTime("soon")),
            ("202610250030001 Z", .impossibleTime("202610250030001 Z")), ("20261025003000 XYZT", .unknownZone("XYZT")),
            ("20261025003000 +9999", .unknownZone("+9999")), ("20261025003000 IST", .unknownZone("IST")),
        ])
    func refused(text: String, why: GuideTime.Refusal) { #expect(throws: why) { try GuideTime(text) } }

    @Test(
        "where clocks are put back a time is two moments, where they are put forward none",
        arguments: [("Europe/London", 3600), ("Pacific/Auckland", 43_200)])
    func changes(zone: String, offset: Int64) throws {
        var clock = ZoneClock(try #require(.init(identifier: zone)))
        // 2026-10-25T01:30 and 2026-04-05T02:30 there.
        let twice: Int64 = offset == 3600 ? 1_792_891_800 : 1_775_356_200
        let winter = offset == 3600 ? 0 : offset
        #expect(clock.moments(of: twice) == ([twice - winter - 3600, twice - winter], false))
        // 2026-03-29T01:30 and 2026-09-27T02:30.
        let never: Int64 = offset == 3600 ? 1_774_747_800 : 1_790_476_200
        #expect(clock.moments(of: never) == ([never - winter], true))
        #expect(clock.moments(of: never + 86_400 * 40).moments.count == 1)
    }
}
