/// How a language counts: which of its forms goes with a number.
package struct PluralRules: Sendable {
    private let rules: [(category: PluralCategory, rule: PluralRule)]

    /// For a BCP 47 tag: of the tag itself (`pt-PT`), else of its language. A language that CLDR does not have counts as `und` does, with
    /// one form for all.
    package init(_ tag: String) {
        let language = tag.prefix { $0 != "-" }
        let found =
            CardinalRules.all.first { $0.languages.split(separator: " ").contains { $0 == tag } }
            ?? CardinalRules.all.first { $0.languages.split(separator: " ").contains(language) }
        rules = found?.rules.map { ($0.0, PluralRule($0.1)) } ?? []
    }

    /// Those that the language has, `other` last.
    package var categories: [PluralCategory] { rules.map(\.category) + [.other] }

    package func category(of count: Int) -> PluralCategory { category(of: PluralOperands(count)) }

    package func category(of operands: PluralOperands) -> PluralCategory {
        rules.first { $0.rule.holds(for: operands) }?.category ?? .other
    }
}
