import Foundation
import Records
import Testing

@Suite("How numbers are written") struct NumberFormatTests {
    @Test(
        "a group has three digits behind it and one to three before the first",
        arguments: [
            (",", "1,234", "1234"), (",", "12,345,678", "12345678"), (",", "123,456.75", "123456.75"), (",", "1234567", "1234567"),
            (",", "-1,234.5", "-1234.5"), (",", "1,234e2", "1234e2"), (",", "0.5", "0.5"), (",", ".5", "0.5"),
            (" ", "1 234 567", "1234567"), (" ", "1\u{A0}234", "1234"), (" ", "1\u{202F}234", "1234"), (" ", "1\u{2009}234", "1234"),
            ("'", "1'234", "1234"), ("'", "1’234", "1234"), ("’", "1'234'567", "1234567"),
        ])
    func groups(mark: String, text: String, plain: String) {
        #expect(NumberFormat(group: Character(mark)).plain(text) == plain)
    }

    @Test(
        "any other group is no number",
        arguments: [
            (",", "12,5"), (",", "1,2,3"), (",", "12,34"), (",", "1,2345"), (",", "1234,567"), (",", ",123"), (",", "1,"), (",", "1,,234"),
            (",", "1,234,"), (",", "0,125"), (",", "12,34,567"), (",", "1.234,567"), (",", "1,23.4"), (",", "1,23e4"), (",", "1,-234"),
            (",", "1.2.3"),
            (" ", "1 2"), (" ", "12 34"), (" ", "1\n234"), (" ", "1\t234"), ("'", "1'23"), (" ", "2012 2013"),
        ])
    func noGroups(mark: String, text: String) {
        #expect(NumberFormat(group: Character(mark)).plain(text) == nil)
    }

    @Test("a decimal comma and points as group marks keep the same rule")
    func continental() {
        let format = NumberFormat(decimal: ",", group: ".")
        #expect(["1.234.567,5", "1.234", "12,3456"].map { format.plain($0) } == ["1234567.5", "1234", "12.3456"])
        for text in ["1.5", "1.09", "1.2.3", "1234.567", "1,2,3", "1.234.5"] { #expect(format.plain(text) == nil, "\(text)") }
    }

    @Test("groups of two are read where they are declared, and only there")
    func indian() {
        let format = NumberFormat(group: ",", isIndian: true)
        #expect(
            ["12,34,567.50", "1,00,000", "1,234", "99,999", "123"].map { format.plain($0) } == [
                "1234567.50", "100000", "1234", "99999", "123",
            ])
        for text in ["123,456", "1,234,567", "1,23", "12,34", "1,2,345"] { #expect(format.plain(text) == nil, "\(text)") }
    }

    @Test("an amount with digits that are no group is an error with the field, the text and what would read it")
    func named() {
        var field = Field(name: "price", kind: .money)
        (field.currency, field.numbers) = ("USD", NumberFormat(group: ","))
        let error = #expect(throws: FieldError.self) { try field.value(from: "12,5") }
        #expect(
            error?.description
                == "field 'price': found “12,5”, an amount like 1,234.50 USD is expected, three digits behind each ','; "
                + "write decimal: ',', no group to read it as 12.50 USD")
        field.numbers = NumberFormat(decimal: ",", group: ".")
        let other = #expect(throws: FieldError.self) { try field.value(from: "1.09") }
        #expect(other?.wanted.hasSuffix("; write decimal: '.', no group to read it as 1.09 USD") == true)
        field.numbers = NumberFormat(group: ",")
        let indian = #expect(throws: FieldError.self) { try field.value(from: "12,34,567") }
        #expect(indian?.wanted.hasSuffix("; write groups: indian to read it as 1234567.00 USD") == true)
    }

    /// Numbers as programs of all countries write them, and the same with one sign too many, too few or elsewhere.
    @Test("numbers that are grouped come back as they were, and no change of a sign is read as another number")
    func generated() {
        var chance = Chance(state: 45)
        for _ in 0..<Self.count {
            let format = Self.formats[chance.below(Self.formats.count)]
            let digits = String(chance.below([1000, 100_000, 10_000_000, 10_000_000_000][chance.below(4)]))
            let fraction = chance.below(2) == 0 ? "\(format.decimal)\(chance.below(10_000))" : ""
            let written = Self.grouped(digits, format) + fraction
            let plain = digits + fraction.replacing("\(format.decimal)", with: ".")
            #expect(format.plain(written) == plain, "\(written)")
            // One sign is moved, doubled or taken away: a number of other digits is never read, and what is still one is written by the rule.
            var signs = Array(written)
            let marks = signs.indices.filter { !signs[$0].isNumber }
            guard !marks.isEmpty else { continue }
            let mark = marks[chance.below(marks.count)]
            switch chance.below(3) {
            case 0: signs.remove(at: mark)
            case 1:
                let sign = signs[mark]
                signs.insert(sign, at: chance.below(signs.count + 1))
            default:
                let sign = signs.remove(at: mark)
                signs.insert(sign, at: chance.below(signs.count + 1))
            }
            let changed = String(signs)
            guard let read = format.plain(changed) else { continue }
            let parts = read.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            let rest = parts.count > 1 ? "\(format.decimal)\(parts[1])" : ""
            let whole = changed.hasPrefix("\(format.decimal)") ? "" : parts[0]
            #expect([whole + rest, Self.grouped(whole, format) + rest].contains(changed), "\(changed) was read as \(read)")
        }
    }

    /// More by `TIDINGS_NUMBERS`.
    private static let count = ProcessInfo.processInfo.environment["TIDINGS_NUMBERS"].flatMap { Int($0) } ?? 20_000
    private static let formats = [
        NumberFormat(group: ","), NumberFormat(decimal: ",", group: "."), NumberFormat(decimal: ",", group: " "), NumberFormat(group: "'"),
        NumberFormat(group: ",", isIndian: true),
    ]

    private static func grouped(_ digits: String, _ format: NumberFormat) -> String {
        var (groups, rest) = ([String](), digits[...])
        while rest.count > (groups.isEmpty || !format.isIndian ? 3 : 2) {
            let count = groups.isEmpty || !format.isIndian ? 3 : 2
            groups.insert(String(rest.suffix(count)), at: 0)
            rest = rest.dropLast(count)
        }
        return ([String(rest)] + groups).joined(separator: String(format.group ?? ","))
    }
}

/// SplitMix64: the same numbers every time.
struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
