/// How pages write currencies: as signs, abbreviations, or words.
///
/// Sources: Unicode CLDR, symbols and narrow symbols of currencies; ISO 4217, list one. A sign that several currencies share maps to all of
/// them.
package enum CurrencyNames {
    /// The codes that `text` may mean. It must be only a sign, a code of three capitals or a word; nil if it isn't known. Three capitals
    /// are often something else: in `SMD-2040` they begin a number.
    package static func codes(of text: String) -> [String]? {
        if isCode(text) { return [text] }
        let text = text.lowercased()
        return table[text] ?? (text.hasSuffix(".") ? table[String(text.dropLast())] : nil)
    }

    /// Whether `text` is the code of a known currency, in capitals.
    package static func isCode(_ text: String) -> Bool { known.contains(text) }

    /// The text before or after an amount: nothing, a currency, words that mean "from" (as in "ab 5 €"), or both. nil for anything else.
    static func codes(around text: String) -> Around? {
        if text.isEmpty { return Around(codes: nil) }
        if let codes = codes(of: text) { return Around(codes: codes) }
        let text = text.lowercased()
        if beginnings.contains(text) { return Around(codes: nil) }
        for beginning in beginnings {
            if text.hasPrefix(beginning), let codes = codes(ofRest: text.dropFirst(beginning.count)) { return Around(codes: codes) }
            if text.hasSuffix(beginning), let codes = codes(ofRest: text.dropLast(beginning.count)) { return Around(codes: codes) }
        }
        return nil
    }

    struct Around {
        /// nil: no currency is named.
        let codes: [String]?
    }

    private static func codes(ofRest text: Substring) -> [String]? {
        let text = text.trimmingWhitespace()
        let capitals = text.uppercased()
        return table[text] == nil && isCode(capitals) ? [capitals] : codes(of: text)
    }

    /// Words before or after an amount that mark it as the minimum.
    private static let beginnings = [
        "from", "starting at", "ab", "à partir de", "a partir de", "dès", "desde", "a partire da", "da", "vanaf", "od", "już od", "от",
        "від", "fra", "från",
        "alkaen", "de la", "από", "من", "から", "より", "～", "起", "부터", "mulai", "từ", "başlayan",
    ]

    /// All codes of ISO 4217, list one, and others that occur on pages: those of the Channel Islands and the Isle of Man, and two that
    /// aren't a state's.
    private static let known: Set<String> = Set(table.values.joined()).union([
        "BTC", "ETH", "BOV", "CHE", "CHW", "CLF", "COU", "GTQ", "HNL", "MMK", "MOP", "MXV", "SVC", "USN", "UYI", "UYW", "VED", "XAG", "XAU",
        "XDR", "XPD", "XPF", "XPT", "XSU", "XUA", "ZWG",
        "ALL", "AOA", "BAM", "BIF", "BTN", "BWP", "CDF", "DJF", "ERN", "ETB", "GMD", "GNF", "HTG", "KES", "KGS", "KMF", "LSL", "LYD", "MGA",
        "MKD", "MRU", "MVR",
        "MWK", "MZN", "PAB", "PGK", "RWF", "SLE", "SOS", "STN", "SZL", "TJS", "TMT", "TOP", "TZS", "UGX", "UZS", "VUV", "WST", "ZMW",
    ])

    private static let table: [String: [String]] = [
        "$": [
            "USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "BRL", "BSD", "BBD", "BZD", "BMD", "BND",
            "KYD", "CUP", "CVE",
            "DOP", "FJD", "GYD", "JMD", "LRD", "NAD", "NIO", "SBD", "SRD", "TTD", "XCD",
        ],
        "＄": ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD"], "us$": ["USD"], "$us": ["USD"], "usd$": ["USD"], "a$": ["AUD"],
        "au$": ["AUD"], "aud$": ["AUD"], "ca$": ["CAD"], "c$": ["CAD", "NIO"], "cad$": ["CAD"],
        "nz$": ["NZD"], "s$": ["SGD"], "hk$": ["HKD"], "nt$": ["TWD"], "mx$": ["MXN"], "mex$": ["MXN"], "r$": ["BRL"], "ar$": ["ARS"],
        "cl$": ["CLP"],
        "col$": ["COP"], "$u": ["UYU"], "rd$": ["DOP"], "fj$": ["FJD"], "j$": ["JMD"], "n$": ["NAD"], "tt$": ["TTD"], "ec$": ["XCD"],
        "b/.": ["PAB"],
        "dollar": ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD"], "dollars": ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD"],
        "€": ["EUR"], "euro": ["EUR"], "euros": ["EUR"], "eur": ["EUR"], "евро": ["EUR"], "ευρώ": ["EUR"], "ユーロ": ["EUR"], "欧元": ["EUR"],
        "유로": ["EUR"], "يورو": ["EUR"],
        "£": ["GBP", "EGP", "FKP", "GGP", "GIP", "IMP", "JEP", "LBP", "SDG", "SHP", "SSP", "SYP"], "￡": ["GBP"], "gb£": ["GBP"],
        "£gb": ["GBP"], "e£": ["EGP"],
        "₤": ["GBP", "TRY"],
        "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"], "jp¥": ["JPY"], "cn¥": ["CNY"], "円": ["JPY"], "yen": ["JPY"], "元": ["CNY", "TWD", "HKD"],
        "人民币": ["CNY"],
        "圆": ["CNY"], "圓": ["TWD", "HKD"], "rmb": ["CNY"],
        "₩": ["KRW", "KPW"], "￦": ["KRW"], "원": ["KRW"],
        "kr": ["SEK", "NOK", "DKK", "ISK"], "skr": ["SEK"], "nkr": ["NOK"], "dkr": ["DKK"], "ikr": ["ISK"], ":-": ["SEK", "NOK", "DKK"],
        "chf": ["CHF"], "sfr": ["CHF"], "fr": ["CHF"], "franken": ["CHF"], "fs": ["CHF"], "f cfa": ["XOF", "XAF"], "fcfa": ["XOF", "XAF"],
        "cfa": ["XOF", "XAF"],
        "zł": ["PLN"], "zl": ["PLN"], "złotych": ["PLN"], "pln": ["PLN"], "kč": ["CZK"], "kc": ["CZK"], "ft": ["HUF"], "forint": ["HUF"],
        "lei": ["RON", "MDL"],
        "leu": ["RON", "MDL"], "лв": ["BGN"], "лева": ["BGN"], "din": ["RSD"], "дин": ["RSD"], "rsd": ["RSD"], "kn": ["HRK"],
        "ден": ["MKD"],
        "₽": ["RUB"], "руб": ["RUB", "BYN"], "р": ["RUB", "BYN"], "рублей": ["RUB", "BYN"], "br": ["BYN", "ETB"], "₴": ["UAH"],
        "грн": ["UAH"], "₸": ["KZT"], "тг": ["KZT"],
        "₺": ["TRY"], "tl": ["TRY"], "₼": ["AZN"], "₾": ["GEL"], "֏": ["AMD"], "₮": ["MNT"], "⃀": ["KGS"], "сом": ["KGS"],
        "₹": ["INR"], "rs": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"], "₨": ["INR", "PKR", "LKR", "NPR", "MUR", "SCR"],
        "rupees": ["INR", "PKR", "LKR", "NPR"],
        "रु": ["INR", "NPR"], "৳": ["BDT"], "؋": ["AFN"], "රු": ["LKR"],
        "฿": ["THB"], "บาท": ["THB"], "₫": ["VND"], "đ": ["VND"], "vnđ": ["VND"], "₱": ["PHP", "CUP"], "php": ["PHP"], "rp": ["IDR"],
        "rm": ["MYR"], "₭": ["LAK"],
        "៛": ["KHR"],
        "r": ["ZAR"], "₦": ["NGN"], "₵": ["GHS"], "gh₵": ["GHS"], "ksh": ["KES"], "tsh": ["TZS"], "ush": ["UGX"],
        "₡": ["CRC"], "₲": ["PYG"], "gs": ["PYG"], "s/": ["PEN"], "bs": ["BOB", "VES"], "ƒ": ["AWG", "XCG"],
        "₪": ["ILS"], "ש״ח": ["ILS"], "ש\"ח": ["ILS"], "شيكل": ["ILS"],
        "﷼": ["SAR", "IRR", "OMR", "QAR", "YER"], "⃁": ["SAR"], "ر.س": ["SAR"], "ر س": ["SAR"], "رس": ["SAR"],
        "ريال": ["SAR", "OMR", "QAR", "YER", "IRR"], "sr": ["SAR"],
        "ر.ق": ["QAR"], "qr": ["QAR"], "ر.ع": ["OMR"], "ر.ي": ["YER"], "ریال": ["IRR"], "د.إ": ["AED"], "dh": ["AED", "MAD"],
        "dhs": ["AED"],
        "درهم": ["AED", "MAD"], "د.م": ["MAD"], "ج.م": ["EGP"], "جنيه": ["EGP", "SDG"], "le": ["EGP", "SLE"], "د.ك": ["KWD"], "kd": ["KWD"],
        "د.ع": ["IQD"],
        "د.أ": ["JOD"], "jd": ["JOD"], "د.ب": ["BHD"], "bd": ["BHD"], "ل.ل": ["LBP"], "ل.س": ["SYP"], "د.ت": ["TND"], "dt": ["TND"],
        "د.ج": ["DZD"],
        "دينار": ["IQD", "JOD", "KWD", "BHD", "TND", "DZD", "LYD"],
    ]

    /// Texts that mean free of charge.
    package static func isFree(_ text: String) -> Bool { text.utf8.count <= 100 && free.contains(text.trimmingWhitespace().lowercased()) }

    private static let free: Set<String> = [
        "free", "free of charge", "for free", "gratis", "kostenlos", "kostenfrei", "umsonst", "gratuit", "gratuite", "gratuito", "gratuita",
        "grátis", "za darmo",
        "darmowe", "darmowy", "bezpłatnie", "bezpłatny", "bezpłatne", "zdarma", "zadarmo", "ingyenes", "brezplačno", "besplatno",
        "безплатно", "бесплатно",
        "безкоштовно", "ilmainen", "maksuton", "kostnadsfritt", "δωρεάν", "ücretsiz", "bedava", "無料", "免费", "免費", "무료", "ฟรี", "miễn phí",
        "gratuït",
        "مجاني", "مجانا", "مجانًا", "رایگان", "חינם", "मुफ़्त", "मुफ्त", "निःशुल्क",
    ]
}
