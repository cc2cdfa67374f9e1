/// A supported language.
package struct Language: Hashable, Sendable, CaseIterable {
    /// BCP 47: `de`.
    package let code: String
    /// Its native name.
    package let name: String
    package let isRightToLeft: Bool
    /// For a pseudolanguage, which reveals untranslated text.
    package let pseudo: PseudoLocale?

    private init(_ code: String, _ name: String, isRightToLeft: Bool = false, pseudo: PseudoLocale? = nil) {
        self.code = code
        self.name = name
        self.isRightToLeft = isRightToLeft
        self.pseudo = pseudo
    }

    package static let english = Language("en", "English")

    package static let allCases = [
        english, Language("de", "Deutsch"), Language("fr", "Français"), Language("es", "Español"), Language("pl", "Polski"),
        Language("ar", "العربية", isRightToLeft: true), Language("ja", "日本語"),
        Language("en-XA", "[Ŧéšť]", pseudo: .accented), Language("ar-XB", "[Test ←]", isRightToLeft: true, pseudo: .mirrored),
    ]

    /// The languages offered to people.
    package static let offered = allCases.filter { $0.pseudo == nil }

    var catalogue: String { pseudo == nil ? code : Language.english.code }
    /// The locale for numbers and dates if no country is requested.
    var locale: String { pseudo == nil && code != "en" ? code : "en-GB" }
}
