import Records

/// Currency codes and signs beside amounts.
enum CurrencySigns {
    /// Whether a text is the three-letter code of a current currency.
    static func isCode(_ text: String) -> Bool { Money.isCurrency(text) && codes.contains(text) }

    /// The codes that a text may stand for. Three capitals are more often something else, so only codes of widely used currencies count.
    static func codes(of text: String) -> [String]? {
        Money.isCurrency(text) && !isCode(text) ? nil : CurrencyNames.codes(of: text)
    }

    private static let codes: Set<String> = [
        "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS",
        "INR", "ISK",
        "JPY", "KRW", "KWD", "KZT", "MAD", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR",
        "SEK", "SGD",
        "THB", "TND", "TRY", "TWD", "UAH", "USD", "UYU", "VND", "ZAR", "BTC", "ETH",
    ]
}
