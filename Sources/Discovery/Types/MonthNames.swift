/// Names of months as dates write them.
enum MonthNames {
    /// 1…12, by the page's language or English; nil of another word.
    static func month(_ word: String, _ language: String) -> Int? {
        var word = word.lowercased()
        while word.last == "." || word.last == "," { word.removeLast() }
        guard word.count >= 3 || !word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        for names in [names[language], names["en"]] {
            if let month = names?[word] { return month }
        }
        return nil
    }

    private static let names: [String: [String: Int]] = written.mapValues { lines in
        var months: [String: Int] = [:]
        for line in lines {
            for (place, forms) in line.split(separator: " ").enumerated() {
                for form in forms.split(separator: "/") { months[String(form)] = place + 1 }
            }
        }
        return months
    }

    private static let written: [String: [String]] = [
        "en": [
            "january february march april may june july august september october november december",
            "jan feb mar apr may jun jul aug sep/sept oct nov dec",
        ],
        "de": [
            "januar/jänner februar märz april mai juni juli august september oktober november dezember",
            "jan/jän feb mär/mrz apr mai jun jul aug sep/sept okt nov dez",
        ],
        "fr": [
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
            "janv févr/fév mars avr mai juin juil août sept oct nov déc",
        ],
        "es": [
            "enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre",
            "ene feb mar abr may jun jul ago sept/sep oct nov dic",
        ],
        "it": [
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
            "gen feb mar apr mag giu lug ago set ott nov dic",
        ],
        "pt": [
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
            "jan fev mar abr mai jun jul ago set out nov dez",
        ],
        "nl": [
            "januari februari maart april mei juni juli augustus september oktober november december",
            "jan feb mrt apr mei jun jul aug sep okt nov dec",
        ],
        "pl": [
            "stycznia/styczeń lutego/luty marca/marzec kwietnia/kwiecień maja/maj czerwca/czerwiec lipca/lipiec sierpnia/sierpień września/wrzesień "
                + "października/październik listopada/listopad grudnia/grudzień", "sty lut mar kwi maj cze lip sie wrz paź lis gru",
        ],
        "ar": ["يناير فبراير مارس أبريل/ابريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر"],
    ]
}
