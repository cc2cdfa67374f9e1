import Foundation
import Localisation
import Testing

private let samples = ProcessInfo.processInfo.environment["TIDINGS_SUITES"].map {
    URL(fileURLWithPath: $0).appendingPathComponent("cldr/samples.tsv")
}

@Suite("Plurals") struct PluralTests {
    @Test(
        "each language has its own forms for a count",
        arguments: [
            ("en", [1: .one, 0: .other, 2: .other]), ("fr", [0: .one, 1: .one, 2: .other, 1_000_000: .many]),
            ("pl", [1: .one, 2: .few, 5: .many, 12: .many, 22: .few, 112: .many]),
            ("ar", [0: .zero, 1: .one, 2: .two, 3: .few, 11: .many, 100: .other, 103: .few]), ("ja", [1: .other]),
            ("pt-PT", [0: .other]), ("pt-BR", [0: .one]), ("tlh", [1: .other]),
        ] as [(String, [Int: PluralCategory])])
    func forms(_ language: String, _ forms: [Int: PluralCategory]) {
        let rules = PluralRules(language)
        for (count, category) in forms { #expect(rules.category(of: count) == category, "\(language) \(count)") }
    }

    @Test("every sample of CLDR has the form that its rules give it", .enabled(if: samples != nil, "TIDINGS_SUITES is not set"))
    func conformance() throws {
        var (count, rules) = (0, [Substring: PluralRules]())
        for line in try String(contentsOf: #require(samples), encoding: .utf8).split(separator: "\n") {
            let fields = line.split(separator: "\t")
            guard fields.count == 4, fields[0] == "cardinal" else { continue }
            let language = rules[fields[1]] ?? PluralRules(String(fields[1]))
            rules[fields[1]] = language
            let operands = try #require(PluralOperands(written: fields[3]), "\(line)")
            #expect(language.category(of: operands).rawValue == fields[2], "\(line)")
            count += 1
        }
        #expect(count > 10_000)
    }
}
