import Records
import Testing

@Suite("Written durations") struct DurationTests {
    @Test("durations are read", arguments: [("90s", 90), ("30m", 1800), ("1h30m", 5400), ("2d", 172_800)])
    func reads(text: String, seconds: Int) { #expect(Duration(written: text) == .seconds(seconds)) }

    @Test("what is none is refused", arguments: ["", "0s", "1", "h", "1 h", "-1h", "99999999999999999999h", "4000d", "1h30"])
    func refuses(text: String) { #expect(Duration(written: text) == nil) }
}
