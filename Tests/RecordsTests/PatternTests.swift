import Records
import Testing

@Suite("Patterns") struct PatternTests {
    @Test(
        "a batch number is told from what only looks like one",
        arguments: [
            ("20121456171", true), ("29999999999", false), ("2012145617", false), ("201214561711", false), ("a20121456171", false),
            ("２0121456171", false),
        ])
    func batchNumber(text: String, isOne: Bool) throws {
        #expect(try Pattern("^2[0-8][0-9]{9}$").matches(text) == isOne)
    }

    @Test("letters beyond ASCII are letters")
    func unicode() throws {
        #expect(try Pattern(#"^\w+$"#).matches("Żółć"))
    }

    @Test("a broken pattern says where")
    func broken() {
        let error = #expect(throws: PatternError.self) { try Pattern("^2[0-9{10}$") }
        #expect(error?.offset == 11)
        #expect(error.map { "\($0)" }?.contains("character 12") == true)
    }

    @Test("a pattern that would run away stops at its limit and says so")
    func runaway() throws {
        let pattern = try Pattern("^(a+)+$")
        let error = #expect(throws: PatternError.self) { try pattern.matches(String(repeating: "a", count: 5_000) + "!") }
        #expect(error?.detail.contains("limit") == true)
    }

    @Test("a match says where its groups are, and which took no part")
    func groups() throws {
        let pattern = try Pattern(#"(?<name>\w+)(?: (?<day>\d+))?;"#)
        #expect(pattern.groupNames.map(\.name) == ["name", "day"])
        #expect(pattern.groupNames.map(\.number) == [1, 2])
        let text = Array("żaba 7; x;".utf8)
        #expect(try pattern.match(in: text) == [0..<8, 0..<5, 6..<7])
        #expect(try pattern.match(in: text, from: 8) == [9..<11, 9..<10, nil])
        #expect(try pattern.match(in: text, from: 11) == nil)
    }
}
