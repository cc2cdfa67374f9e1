import Records
import Testing

@Suite("Kinds of values") struct KindTests {
    private func text(_ kind: Field.Kind, _ text: String, _ change: (inout Field) -> Void = { _ in }) -> String? {
        var field = Field(name: "f", kind: kind)
        change(&field)
        return try? field.value(from: text)?.text
    }

    @Test(
        "each kind reads what sources write, and refuses the rest",
        arguments: [
            (Field.Kind.time, "6:30", "06:30"), (.time, "06:30:15", "06:30:15"), (.time, "6.30 pm", "18:30"), (.time, "12 a.m.", "00:00"),
            (.time, "١٧:٠٥", "17:05"),
            (.time, "24:00", "24:00"),
            (.time, "24:01", nil), (.time, "6", nil), (.time, "13 pm", nil), (.time, "6:3", nil), (.duration, "PT1H30M", "PT1H30M"),
            (.duration, "P1DT2H", "PT26H"),
            (.duration, "1:23:45", "PT1H23M45S"), (.duration, "23:45", "PT23M45S"), (.duration, "90 min", "PT1H30M"),
            (.duration, "1 h 30 min.", "PT1H30M"), (.duration, "2.5s", "PT2.500S"),
            (.duration, "-PT4H30M", "-PT4H30M"), (.duration, "-PT", nil), (.duration, "P-1D", nil), (.duration, "--PT1H", nil),
            (.duration, "90", nil), (.duration, "1:75", nil), (.duration, "PT", nil), (.duration, "P1M", nil), (.duration, "-1:00", nil),
            (.position, "-31.95, 115.86", "-31.95,115.86"),
            (.position, "91,0", nil), (.position, "0,0", nil), (.position, "1,2,3", nil), (.image, "/a/b.png?x=1", "/a/b.png?x=1"),
            (.image, "https://a.example/p.jpg", "https://a.example/p.jpg"),
            (.image, "javascript:alert(1)", nil), (.image, "data:image/png;base64,AAAA", "data:image/png;base64,AAAA"),
            (.image, "data:text/html,x", nil), (.image, "a\"b", nil),
            (.list, "a, b,, c ,", "a, b, c"), (.phone, "+61 (8) 9123-4567", "+61 (8) 9123-4567"), (.phone, "call us", nil),
            (.phone, "12", nil), (.email, "jo@example.org", "jo@example.org"),
            (.email, "jo at example.org", nil), (.email, "@example.org", nil), (.email, "a@b@c", nil), (.number, "0x1F", nil),
            (.number, "1e3", "1000"), (.number, ".5", "0.5"), (.number, "1 000", nil),
        ] as [(Field.Kind, String, String?)])
    func reads(kind: Field.Kind, text: String, value: String?) {
        #expect(self.text(kind, text) == value)
    }

    @Test(
        "numbers in the marks of their source",
        arguments: [
            ("1.234.567,5", "1234567.5"), ("-3,7", "-3.7"), ("\u{2212}1,5", "-1.5"), ("1.234", "1234"), ("1,5,5", nil), ("1,234.5", nil),
            (".5", nil), ("5.", nil), (",5", "0.5"),
        ] as [(String, String?)])
    func marks(text: String, value: String?) {
        #expect(self.text(.number, text) { $0.numbers = NumberFormat(decimal: ",", group: ".") } == value)
    }

    @Test("without a group mark a thousands' point is refused, never read as something else")
    func noGuess() {
        #expect(text(.number, "1.234,5") { $0.numbers = NumberFormat(decimal: ",") } == nil)
    }

    @Test("several texts make a list or a position, and for other kinds too many")
    func several() throws {
        #expect(try Field(name: "f", kind: .list).value(from: ["a", " ", "b, c"]) == .list(["a", "b, c"]))
        #expect(try Field(name: "f", kind: .list).value(from: ["b, c"]) == .list(["b, c"]))
        var position = Field(name: "f", kind: .position)
        position.numbers = NumberFormat(decimal: ",")
        #expect(try position.value(from: ["-31,95", "115,86"])?.text == "-31.95,115.86")
        #expect(try Field(name: "f", kind: .text).value(from: ["a", "b"]) == .text("a, b"))
        #expect(throws: FieldError.self) { try Field(name: "f", kind: .number).value(from: ["1", "2"]) }
    }

    @Test("a position of 0, 0 means unknown: empty where the field may be, else an error")
    func nowhere() throws {
        var field = Field(name: "f", kind: .position)
        #expect(throws: FieldError.self) { try field.value(from: "0.000, 0") }
        field.isOptional = true
        #expect(try field.value(from: ["0", "0"]) == nil)
        #expect(throws: FieldError.self) { try field.value(from: "north") }
        #expect(try field.value(from: " , ") == nil)
        #expect(throws: FieldError.self) { try field.value(from: "-31.95,") }
    }

    @Test("a list of nothing but separators is nothing where it may be")
    func strayList() throws {
        var field = Field(name: "f", kind: .list)
        #expect(try field.value(from: ", ") == .list([]))
        field.isOptional = true
        #expect(try field.value(from: ", ") == nil)
        #expect(try field.value(from: " Air, , Water,") == .list(["Air", "Water"]))
    }

    @Test("what the source writes where there is nothing is no value, even where one is expected; nothing at all is still an error")
    func nothings() throws {
        var field = Field(name: "f", kind: .number)
        #expect(throws: FieldError.self) { try field.value(from: "--EMPTY--") }
        field.nothings = ["--EMPTY--"]
        #expect(try field.value(from: " --EMPTY-- ") == nil)
        #expect(try field.value(from: ["--EMPTY--"]) == nil)
        #expect(try field.value(from: "1.5") == .number(1.5))
        #expect(throws: FieldError.self) { try field.value(from: "") }
        field.kind = .list
        #expect(try field.value(from: "Air, --EMPTY--") == .list(["Air"]))
    }

    @Test("a list is an array in JSON, everything else that is no number a text")
    func json() {
        var line = JSONLine()
        line.add("a", Value.list(["x", "\"y\""]))
        line.add("b", Money(units: 150, scale: 2, currency: "EUR").map(Value.money))
        line.add("c", Value.duration(.seconds(90)))
        #expect(line.closed == #"{"a":["x","\"y\""],"b":"1.50 EUR","c":"PT1M30S"}"#)
    }
}
