import Records

/// Finds numbers with a unit or a currency in a sentence.
enum MeasuredText {
    /// As written in the text, in order: `3.21 m`, `12,50 €`.
    static func values(in text: String) -> [String] {
        let characters = Array(text)
        var (values, at) = ([String](), 0)
        while at < characters.count {
            guard isDigit(characters[at]) else {
                at += 1
                continue
            }
            let end = numberEnd(characters, at)
            if at > 0, touches(characters[at - 1]) {
                at = end
                continue
            }
            if let unit = unit(characters, end) {
                values.append(String(characters[at..<unit]))
                at = unit
            } else if let sign = sign(characters, before: at) {
                values.append(String(characters[sign..<end]))
                at = end
            } else {
                at = end
            }
        }
        return values
    }

    private static func isDigit(_ character: Character) -> Bool { DigitForm.plain(character)?.isASCIIDigit ?? false }

    /// Whether a letter next to a number makes both a code, which isn't so in scripts without spaces between words.
    private static func touches(_ character: Character) -> Bool {
        character.isLetter && !(character.unicodeScalars.first.map { (0x3040...0x9FFF).contains($0.value) } ?? false)
    }

    /// Includes punctuation inside a number, but not at its end.
    private static func numberEnd(_ characters: [Character], _ start: Int) -> Int {
        var end = start
        while end < characters.count, isDigit(characters[end]) || isMark(characters, end) { end += 1 }
        return end
    }

    private static func isMark(_ characters: [Character], _ at: Int) -> Bool {
        guard let mark = DigitForm.plain(characters[at]), [".", ",", "'", " "].contains(mark), at + 1 < characters.count,
            isDigit(characters[at + 1])
        else { return false }
        // A space separates groups of three digits.
        return mark != " " || (characters[at] != " " && at + 3 < characters.count && characters[(at + 1)...(at + 3)].allSatisfy(isDigit))
    }

    /// The end of the unit after a number; nil without a known unit.
    private static func unit(_ characters: [Character], _ start: Int) -> Int? {
        var at = start
        while at < characters.count, characters[at].isWhitespace, at - start < 2 { at += 1 }
        for length in (1...5).reversed() where at + length <= characters.count {
            let word = String(characters[at..<at + length])
            let isEnd =
                at + length == characters.count
                || !(characters[at + length].isLetter && characters[at + length].isASCII == word.allSatisfy(\.isASCII))
            if isEnd, units.contains(word) || CurrencySigns.codes(of: word) != nil { return at + length }
        }
        return nil
    }

    private static func sign(_ characters: [Character], before start: Int) -> Int? {
        var at = start
        while at > 0, characters[at - 1].isWhitespace, start - at < 1 { at -= 1 }
        guard at > 0, CurrencyNames.codes(of: String(characters[at - 1])) != nil else { return nil }
        // The end of a word isn't a sign: "so far 12".
        if characters[at - 1].isLetter, characters[at - 1].isLowercase || (at > 1 && characters[at - 2].isLetter) { return nil }
        return at - 1
    }

    private static let units: Set<String> = [
        "%", "‰", "°C", "°F", "°", "K", "m", "cm", "mm", "km", "km/h", "m/s", "kn", "mph", "ft", "in", "mi", "kg", "g", "mg", "t", "lb",
        "oz", "l", "L", "ml", "hl",
        "m²", "m³", "km²", "ha", "m³/s", "l/s", "W", "kW", "MW", "GW", "kWh", "MWh", "GWh", "V", "A", "Hz", "kHz", "MHz", "GHz", "hPa",
        "Pa", "kPa", "bar", "mbar",
        "ppm", "ppb", "dB", "GB", "MB", "TB", "kB", "h", "min", "s", "ms", "px", "pt", "J", "kJ", "cal", "kcal", "µg", "µm", "nm", "lx",
        "lm", "Mbit", "Gbit", "ct",
    ]
}
