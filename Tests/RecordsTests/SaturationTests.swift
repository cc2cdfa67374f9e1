import Foundation
import Records
import Testing

@Suite("Numbers of any size")
struct SaturationTests {
    @Test("a number becomes the nearest whole one there is, and NaN becomes 0")
    func conversions() {
        let cases: [(Double, Int)] = [
            (0, 0), (-0.0, 0), (2.9, 2), (-2.9, -2), (.leastNonzeroMagnitude, 0), (1e308, .max), (-1e308, .min), (.infinity, .max),
            (-.infinity, .min),
            (.nan, 0), (.signalingNaN, 0), (0x1p63, .max), (-0x1p63, .min), (0x1p62, 1 << 62),
        ]
        for (number, whole) in cases { #expect(Int(clamping: number) == whole, "\(number)") }
        #expect(UInt8(clamping: -1.5) == 0)
        #expect(UInt8(clamping: 255.9) == 255)
        #expect(UInt8(clamping: 256.0) == 255)
        #expect(UInt64(clamping: 1e30) == .max)
    }

    @Test("sums and products end where the type does")
    func arithmetic() {
        #expect(Int64.max.addingSaturated(1) == .max)
        #expect(Int64.min.addingSaturated(-1) == .min)
        #expect(Int64.max.addingSaturated(.min) == -1)
        #expect(Int64.max.multipliedSaturated(by: 2) == .max)
        #expect(Int64.min.multipliedSaturated(by: -1) == .max)
        #expect(Int64.min.multipliedSaturated(by: 2) == .min)
        #expect(Int64.max.multipliedSaturated(by: -2) == .min)
        #expect(Int64(7).addingSaturated(-9) == -2)
        #expect(Int64(7).multipliedSaturated(by: -9) == -63)
    }

    @Test("a moment stays within the years 1 to 9999, however it comes about, and can always be written and read again")
    func moments() throws {
        let (first, last) = (try #require(Timestamp(iso: "0001-01-01T00:00:00Z")), try #require(Timestamp(iso: "9999-12-31T23:59:59Z")))
        for early in [
            Timestamp(milliseconds: .min), Timestamp(Date(timeIntervalSince1970: -1e300)), first + .seconds(-1),
            first + .seconds(Int64.min), first + .milliseconds(Int64.min), Timestamp(milliseconds: -62_135_596_800_001),
        ] { #expect(early == first) }
        for late in [
            Timestamp(milliseconds: .max), Timestamp(Date(timeIntervalSince1970: 1e300)), last + .seconds(1), first + .seconds(Int64.max),
        ] {
            #expect(late.description == "9999-12-31T23:59:59Z")
            #expect(Timestamp(iso: late.description) == last)
        }
        #expect(last - first == .milliseconds(last.milliseconds - first.milliseconds))
        #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
        for text in ["10000-01-01T00:00:00Z", "+12345-01-01T00:00:00Z", "0000-12-31T23:59:59Z", "9999-12-31T23:59:59-01:00"] {
            #expect(Timestamp(iso: text) == nil, "\(text)")
        }
    }

    @Test("a number without an end is none, wherever it comes from, and -0 is 0")
    func values() throws {
        for number in [.nan, .infinity, -.infinity] as [Double] { #expect(Value(number: number) == nil) }
        guard case .number(let zero)? = Value(number: -0.0) else { throw NoNumber() }
        #expect(zero.sign == .plus)
        let field = Field(name: "n", kind: .number)
        for text in ["nan", "NaN", "inf", "-Infinity", "1e309", "-1e400", "0x1p5"] {
            #expect(throws: FieldError.self, "\(text)") { try field.value(from: text) }
        }
        guard case .number(let read)? = try field.value(from: "-0") else { throw NoNumber() }
        #expect(read.sign == .plus)
    }

    private struct NoNumber: Error {}

    @Test("how far a value has moved is a number that can be written, or is not said")
    func steps() {
        let schema = Schema(fields: [Field(name: "key", kind: .text), Field(name: "n", kind: .number)])
        let extremes: [Double] = [
            0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e308, -1e308, .greatestFiniteMagnitude, 0x1p63, -0x1p63, 1e-300, 0.1,
            1 / 3,
        ]
        for before in extremes {
            for after in extremes where after != before {
                let change = Change.altered(
                    before: Record([.text("a"), .number(before)]), after: Record([.text("a"), .number(after)]))
                for line in ChangeSummary(change, schema).lines {
                    guard case .number(let step, let percent)? = line.step else { continue }
                    #expect(step.isFinite, "\(before) → \(after)")
                    #expect(percent?.isFinite ?? true, "\(before) → \(after)")
                }
            }
        }
        #expect((1.3 - 1.2).rounded(toDigits: 12) == 0.1)
        #expect(Double.leastNonzeroMagnitude.rounded(toDigits: 12) == .leastNonzeroMagnitude)
        #expect(1e308.rounded(toDigits: 12) == 1e308)
    }
}
