/// The form of a text, regardless of its content: `12,4 °C` and `-3 °C` have the same form.
enum TextForm {
    /// Digits and number punctuation become `0`, a letter stays if it is in a number's position, and words become `a`.
    static func form(of text: String) -> String {
        var form = ""
        let hasDigits = text.contains(where: \.isNumber)
        for character in text {
            if character.isNumber || hasDigits && ".,:+-−/'’ \u{A0}\u{202F}٫٬".contains(character) {
                if form.last != "0" { form.append("0") }
            } else if hasDigits {
                form.append(character)
            } else if form.last != "a" {
                form.append("a")
            }
        }
        return form
    }
}
