/// The plural rules of a language, which select the form for a number.
package struct PluralRules: Sendable {
    private let rules: [(category: PluralCategory, rule: PluralRule)]

    /// The rules for a BCP 47 tag (`pt-PT`), otherwise for its language. A language that isn't in CLDR uses `und`, with a single form.
    package init(_ tag: String) {
        let language = tag.prefix { $0 != "-" }
        let found =
            CardinalRules.all.first { $0.languages.split(separator: " ").contains { $0 == tag } }
            ?? CardinalRules.all.first { $0.languages.split(separator: " ").contains(language) }
        rules = found?.rules.map { ($0.0, PluralRule($0.1)) } ?? []
    }

    /// The language's categories, `other` last.
    package var categories: [PluralCategory] { rules.map(\.category) + [.other] }

    package func category(of count: Int) -> PluralCategory { category(of: PluralOperands(count)) }

    package func category(of operands: PluralOperands) -> PluralCategory {
        rules.first { $0.rule.holds(for: operands) }?.category ?? .other
    }
}
