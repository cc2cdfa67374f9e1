import Records

/// Currencies by what pages write for them.
enum CurrencySigns {
    /// nil of what is no currency. `$` and `kr` are told by the page's region.
    static func code(_ text: String, _ context: PageContext?) -> String? {
        let word = text.trimmed
        if let code = signs[word.lowercased()] { return code }
        if Money.isCurrency(word), codes.contains(word) { return word }
        switch word.lowercased() {
        case "$": return dollars[context?.region ?? ""] ?? "USD"
        case "kr", "kr.":
            return ["DK": "DKK", "NO": "NOK", "IS": "ISK"][context?.region ?? ""]
                ?? (context?.language == "da" ? "DKK" : ["nb", "no", "nn"].contains(context?.language) ? "NOK" : "SEK")
        case "¥", "￥": return context?.language == "zh" || context?.region == "CN" ? "CNY" : "JPY"
        default: return nil
        }
    }

    static func isCode(_ text: String) -> Bool { codes.contains(text) }

    private static let dollars = [
        "AU": "AUD", "CA": "CAD", "NZ": "NZD", "SG": "SGD", "HK": "HKD", "MX": "MXN", "AR": "ARS", "CL": "CLP", "CO": "COP", "TW": "TWD",
    ]
    private static let signs = [
        "€": "EUR", "eur": "EUR", "euro": "EUR", "£": "GBP", "us$": "USD", "usd": "USD", "a$": "AUD", "au$": "AUD", "c$": "CAD",
        "ca$": "CAD", "nz$": "NZD",
        "hk$": "HKD", "s$": "SGD", "r$": "BRL", "zł": "PLN", "zl": "PLN", "円": "JPY", "元": "CNY", "₹": "INR", "₽": "RUB", "руб": "RUB",
        "руб.": "RUB", "₩": "KRW",
        "원": "KRW", "₺": "TRY", "tl": "TRY", "₴": "UAH", "грн": "UAH", "₪": "ILS", "₫": "VND", "₱": "PHP", "฿": "THB", "₦": "NGN",
        "kč": "CZK", "ft": "HUF", "lei": "RON",
        "fr.": "CHF", "sfr.": "CHF", "ر.س": "SAR", "ريال": "SAR", "﷼": "SAR", "د.إ": "AED", "ج.م": "EGP", "лв": "BGN", "лв.": "BGN",
        "₸": "KZT",
    ]
    private static let codes: Set<String> = [
        "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS",
        "INR", "ISK",
        "JPY", "KRW", "KWD", "KZT", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR",
        "SEK", "SGD",
        "THB", "TND", "TRY", "TWD", "UAH", "USD", "UYU", "VND", "ZAR", "BTC", "ETH",
    ]
}
