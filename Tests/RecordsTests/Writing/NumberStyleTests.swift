import Records
import Testing

@Suite("Numbers of a column") struct NumberStyleTests {
    @Test(
        "all texts together say which mark is which",
        arguments: [
            (["1.234,50", "1.234"], ",", "."), (["12,5", "1.234"], ",", "."), (["1,234.5", "1,234"], ".", ","),
            (["1.234.567", "1,5"], ",", "."),
            (["1 234,5", "1 234"], ",", " "), (["1\u{A0}234", "12,50"], ",", " "), (["1’234.50", "1'234"], ".", "'"),
            (["0,439", "1,439"], ",", "."), (["1234.567", "1.234"], ".", ","),
            (["5,– €", "1.099,– €"], ",", "."), (["12", "7.50"], ".", ","), (["1.5", "2,000"], ".", ","), ([",89", "1.089"], ",", "."),
            (["٣٫٥", "1,234"], ".", ","),
        ])
    func decides(texts: [String], decimal: String, group: String) {
        #expect(NumberStyle.decide(for: texts) == .decided(NumberFormat(decimal: Character(decimal), group: Character(group))))
    }

    @Test("tails of three digits are what the currency says, then the language; else both readings are offered")
    func tails() {
        let (points, commas) = (NumberFormat(decimal: ".", group: ","), NumberFormat(decimal: ",", group: "."))
        #expect(NumberStyle.decide(for: ["1.234", "5.678"], currency: "EUR") == .decided(commas))
        #expect(NumberStyle.decide(for: ["1.234 €", "5.678 €"], currency: "EUR", language: "en") == .decided(commas))
        #expect(NumberStyle.decide(for: ["1.234", "5.678"], currency: "KWD") == .decided(points))
        #expect(NumberStyle.decide(for: ["1,234", "5,678"], currency: "JPY") == .decided(points))
        #expect(NumberStyle.decide(for: ["1.234"], language: "de") == .decided(commas))
        #expect(NumberStyle.decide(for: ["1.234"], language: "en-GB") == .decided(points))
        #expect(NumberStyle.decide(for: ["1,234"], language: "de-CH") == .undecided(points, NumberFormat(decimal: ",", group: "'")))
        #expect(NumberStyle.decide(for: ["3.350"]) == .undecided(commas, points))
        #expect(NumberStyle.decide(for: ["1,23,456.78", "1,234"]) == .decided(NumberFormat(decimal: ".", group: ",", isIndian: true)))
        #expect(NumberStyle.decide(for: ["12,50", "7"], language: "pl") == .decided(NumberFormat(decimal: ",", group: " ")))
    }

    @Test("the first row that contradicts those before it, or itself, is named")
    func contradictions() {
        #expect(NumberStyle.decide(for: ["1.5", "", "1,5"]) == .contradiction(row: 2))
        #expect(NumberStyle.decide(for: ["1.234,5", "1,234.5"]) == .contradiction(row: 1))
        #expect(NumberStyle.decide(for: ["1.234", "1,234"]) == .contradiction(row: 1))
        #expect(NumberStyle.decide(for: ["1.2.3"]) == .contradiction(row: 0))
        #expect(NumberStyle.decide(for: ["7", "1.234,5.6"]) == .contradiction(row: 1))
        #expect(NumberStyle.decide(for: ["1,23,456", "1,234,567"]) == .contradiction(row: 1))
        #expect(NumberStyle.decide(for: ["sold out", "–"]) == .none)
        #expect(NumberStyle.decide(for: [String]()) == .none)
    }

    @Test("a column written in any format is read back as it was, whatever order its rows have")
    func generated() throws {
        var chance = Chance(state: 11)
        let formats = [
            NumberFormat(decimal: ".", group: ","), NumberFormat(decimal: ",", group: "."), NumberFormat(decimal: ",", group: " "),
            NumberFormat(decimal: ".", group: "'"),
        ]
        for _ in 0..<300 {
            let format = formats[chance.below(4)]
            let cents = (0..<8).map { _ in chance.below(5_000_000) } + [150]
            let texts = cents.map { cents in
                var whole = Array(String(cents / 100))
                for place in stride(from: whole.count - 3, to: 0, by: -3) { whole.insert(format.group ?? ",", at: place) }
                return String(whole) + "\(format.decimal)\(String(cents % 100 + 100).dropFirst()) €"
            }
            guard case .decided(let found) = NumberStyle.decide(for: texts) else {
                Issue.record("\(texts)")
                return
            }
            for (text, cents) in zip(texts, cents) {
                #expect(Money(text, currency: "EUR", format: found) == Money(units: Int64(cents), scale: 2, currency: "EUR"), "\(text)")
            }
        }
    }
}
