import Records

/// Two words only, from lists that say yes and no.
enum FlagColumn {
    static func read(_ texts: [String]) -> ColumnReading.Values? {
        var flags: [Value] = []
        for text in texts {
            let word = word(text)
            if yes.contains(word) { flags.append(.flag(true)) } else if no.contains(word) { flags.append(.flag(false)) } else { return nil }
        }
        // Three states, like two words of one side, are texts.
        return Set(texts.map(word)).count <= 2 ? ColumnReading.Values(kind: .flag, values: flags) : nil
    }

    private static func word(_ text: String) -> String {
        let lower = text.lowercased()
        for scheme in ["https://schema.org/", "http://schema.org/"] where lower.hasPrefix(scheme) {
            return String(lower.dropFirst(scheme.count))
        }
        return lower
    }

    private static let yes: Set<String> = [
        "yes", "true", "✓", "✔", "✅", "instock", "in stock", "available", "ja", "auf lager", "lieferbar", "verfügbar", "vorrätig", "oui",
        "en stock",
        "disponible", "sí", "si", "disponibile", "sì", "sim", "em estoque", "tak", "dostępny", "dostępna", "w magazynie", "あり", "在庫あり",
        "はい", "نعم", "متوفر",
        "op voorraad", "i lager", "på lager", "skladem", "ano", "kyllä", "varastossa", "igen", "raktáron", "да", "в наличии", "有货", "是",
        "있음",
    ]
    private static let no: Set<String> = [
        "no", "false", "✗", "✘", "❌", "outofstock", "out of stock", "sold out", "unavailable", "nein", "ausverkauft", "nicht lieferbar",
        "nicht verfügbar", "vergriffen", "non", "épuisé", "rupture de stock", "indisponible", "agotado", "no disponible", "esaurito", "não",
        "esgotado", "nie",
        "wyprzedane", "niedostępny", "niedostępna", "なし", "在庫切れ", "在庫なし", "いいえ", "لا", "نفد المخزون", "غير متوفر", "nee", "uitverkocht",
        "nej", "slutsåld",
        "udsolgt", "utsolgt", "vyprodáno", "ne", "ei", "loppu", "nem", "elfogyott", "нет", "нет в наличии", "缺货", "否", "없음", "soldout",
        "discontinued",
    ]
}
