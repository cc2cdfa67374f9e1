import Records
import Testing

@Suite("Moments") struct TimestampTests {
    @Test(
        "a moment of ISO 8601 with a zone is read, in each of its forms",
        arguments: [
            ("2026-03-07T09:30:00Z", "2026-03-07T09:30:00Z"), ("2026-03-07T09:30:00+08:00", "2026-03-07T01:30:00Z"),
            ("2026-03-07T09:30:00-0330", "2026-03-07T13:00:00Z"), ("2026-03-07t09:30:15+01", "2026-03-07T08:30:15Z"),
            ("2026-03-07 09:30Z", "2026-03-07T09:30:00Z"), ("2026-03-07T09:30:00.5Z", "2026-03-07T09:30:00.500Z"),
            ("2026-03-07T09:30:00,123456Z", "2026-03-07T09:30:00.123Z"), ("2026-03-07T09:30:00.000Z", "2026-03-07T09:30:00Z"),
            ("2026-02-28T24:00:00Z", "2026-03-01T00:00:00Z"), ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
            ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"), ("1969-12-31T23:59:59.25Z", "1969-12-31T23:59:59.250Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"), ("1500-02-28T12:00:00Z", "1500-02-28T12:00:00Z"),
            ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ])
    func reads(text: String, exact: String) throws {
        let time = try #require(Timestamp(iso: text))
        #expect(time.exact == exact)
        #expect(Timestamp(iso: exact) == time)
        #expect(time.description == "\(exact.prefix(19))Z")
    }

    @Test(
        "what no calendar or clock shows is none, nor is a moment with anything beside it",
        arguments: [
            "", "2026-03-07", "2026-03-07T09:30:00", "2026-02-30T10:00:00Z", "2023-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-03-07T25:00:00Z", "2026-03-07T24:00:01Z", "2026-03-07T24:00:00.5Z", "2026-03-07T09:60:00Z", "2026-03-07T09:30:60Z",
            "2026-03-07T09:30:61Z", "2026-03-07T09:30:00Z garbage", "2026-03-07T09:30:00GMT", "2026-3-7T9:3:0Z", " 2026-03-07T09:30:00Z",
            "2026-03-07T09:30:00.Z", "2026-03-07T09:30:00+24:00", "2026-03-07T09:30:00+08:", "2026-03-07T09:30:00+08:60",
            "2026-03-07T09:30:00+8", "2026-03-07T09:30:٣٠Z", "-026-03-07T09:30:00Z",
        ])
    func refuses(text: String) { #expect(Timestamp(iso: text) == nil) }

    @Test("the epoch, and a fraction before it, are where Unix has them")
    func epoch() {
        #expect(Timestamp(iso: "1970-01-01T00:00:00Z")?.milliseconds == 0)
        #expect(Timestamp(iso: "1969-12-31T23:59:59.999Z")?.milliseconds == -1)
        #expect(Timestamp(milliseconds: -1).description == "1969-12-31T23:59:59Z")
        #expect(Timestamp(iso: "2026-11-27T09:04:24Z")?.milliseconds == 1_795_770_264_000)
    }
}
