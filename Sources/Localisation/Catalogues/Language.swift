/// A language that Tidings speaks.
package struct Language: Hashable, Sendable, CaseIterable {
    /// BCP 47: `de`.
    package let code: String
    /// As its speakers call it.
    package let name: String
    package let isRightToLeft: Bool
    /// Where it is not a language at all but finds what was not translated.
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

    /// Those that people choose from.
    package static let offered = allCases.filter { $0.pseudo == nil }

    /// Whose sentences are shown.
    var catalogue: String { pseudo == nil ? code : Language.english.code }
    /// How numbers and dates are written where no country is wished for.
    var locale: String { pseudo == nil && code != "en" ? code : "en-GB" }
}
