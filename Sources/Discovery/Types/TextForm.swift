/// What a text looks like, whatever it says: `12,4 °C` and `-3 °C` are one form.
enum TextForm {
    /// Digits and marks of numbers become `0`, letters stay if they stand in a number's place, words become `a`.
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
