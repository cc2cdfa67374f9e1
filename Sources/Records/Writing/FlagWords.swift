/// Words that mean yes or no, by language: "in stock", "ausverkauft", ✓, and schema.org's values for offers.
package enum FlagWords {
    /// The meaning of `text` in any language, if its own isn't known, or in `language` and English; nil if it means neither.
    package static func value(of text: String, language: String? = nil) -> Bool? {
        let word = word(text)
        if let sign = everywhere[word] { return sign }
        guard let language else {
            // A word has the same meaning in all languages of the table.
            return table.values.lazy.compactMap { $0[word] }.first
        }
        return table[WrittenLanguages.base(of: language)]?[word] ?? table["en"]?[word]
    }

    /// The two words of a column that has only these, one of each meaning; nil for any other column. Empty texts are ignored.
    package static func decide(for texts: [String], language: String? = nil) -> (yes: String, no: String)? {
        let words = Set(texts.map { $0.trimmingWhitespace() }.filter { !$0.isEmpty })
        guard words.count == 2 else { return nil }
        guard let yes = words.first(where: { value(of: $0, language: language) == true }),
            let no = words.first(where: { value(of: $0, language: language) == false })
        else { return nil }
        return (yes, no)
    }

    private static func word(_ text: String) -> String {
        guard text.utf8.count <= 200 else { return "" }
        let word = text.trimmingWhitespace().lowercased()
        for address in ["https://schema.org/", "http://schema.org/"] where word.hasPrefix(address) {
            return String(word.dropFirst(address.count))
        }
        return word
    }

    private static let everywhere: [String: Bool] = [
        "✓": true, "✔": true, "✔️": true, "✅": true, "☑": true, "✗": false, "✘": false, "✕": false, "✖": false, "✖️": false, "❌": false,
        "☐": false,
        "instock": true, "onlineonly": true, "instoreonly": true, "limitedavailability": true, "outofstock": false, "soldout": false,
        "discontinued": false,
    ]

    private static let table: [String: [String: Bool]] = {
        var table: [String: [String: Bool]] = [:]
        for line in words.split(separator: "\n") {
            let parts = line.split(separator: "|")
            guard parts.count == 3 else { continue }
            for (part, says) in [(parts[1], true), (parts[2], false)] {
                for word in part.split(separator: "/") { table[String(parts[0]), default: [:]][word.trimmingWhitespace()] = says }
            }
        }
        return table
    }()

    /// One language per line: its words for yes, available, open, on; and for no, sold out, closed, off.
    private static let words = """
        en|yes/true/on/in stock/available/open/enabled/active\
        |no/false/off/out of stock/sold out/not available/unavailable/closed/disabled/inactive
        de|ja/auf lager/lieferbar/verfügbar/vorrätig/offen/geöffnet/an\
        |nein/ausverkauft/nicht lieferbar/nicht verfügbar/nicht vorrätig/vergriffen/geschlossen/aus
        fr|oui/en stock/disponible/ouvert|non/épuisé/rupture de stock/en rupture/indisponible/fermé
        es|sí/si/en stock/disponible/hay existencias/abierto|no/agotado/sin stock/no disponible/cerrado
        it|sì/si/disponibile/in magazzino/aperto|no/esaurito/non disponibile/chiuso
        pt|sim/em estoque/em stock/disponível/aberto|não/esgotado/indisponível/fechado
        nl|ja/op voorraad/beschikbaar/leverbaar/open|nee/uitverkocht/niet op voorraad/niet beschikbaar/gesloten
        pl|tak/dostępny/dostępne/dostępna/w magazynie/otwarte|nie/niedostępny/niedostępne/niedostępna/wyprzedane/brak/zamknięte
        cs|ano/skladem/dostupné/otevřeno|ne/vyprodáno/není skladem/nedostupné/zavřeno
        sk|áno/skladom/dostupné/otvorené|nie/vypredané/nedostupné/zatvorené
        sv|ja/i lager/tillgänglig/öppet|nej/slutsåld/ej i lager/slut i lager/stängt
        da|ja/på lager/tilgængelig/åben|nej/udsolgt/ikke på lager/lukket
        nb|ja/på lager/tilgjengelig/åpen|nei/utsolgt/ikke på lager/stengt
        fi|kyllä/varastossa/saatavilla/auki|ei/loppuunmyyty/ei varastossa/ei saatavilla/suljettu
        hu|igen/raktáron/elérhető/nyitva|nem/elfogyott/nincs raktáron/zárva
        ro|da/în stoc/disponibil/deschis|nu/stoc epuizat/epuizat/indisponibil/închis
        tr|evet/stokta/mevcut/açık|hayır/tükendi/stokta yok/kapalı
        ru|да/в наличии/есть/открыто|нет/нет в наличии/распродано/закрыто
        uk|так/в наявності/є в наявності/відкрито|ні/немає в наявності/розпродано/зачинено
        el|ναι/διαθέσιμο/σε απόθεμα/ανοιχτό|όχι/εξαντλημένο/μη διαθέσιμο/κλειστό
        bg|да/в наличност/налично|не/изчерпано/няма наличност
        hr|da/dostupno/na zalihi|ne/rasprodano/nedostupno
        sl|da/na zalogi|ne/razprodano/ni na zalogi
        ca|sí/en estoc/disponible|no/esgotat/no disponible
        ja|はい/あり/有/在庫あり/受付中/○|いいえ/なし/無/在庫なし/在庫切れ/売り切れ/完売/終了/×
        zh|是/有/有货/有貨/现货|否/无/無/无货/缺货/缺貨/售罄
        ko|예/네/있음/재고 있음|아니오/없음/품절/재고 없음
        ar|نعم/متوفر/متاح/مفتوح|لا/غير متوفر/نفد المخزون/نفذ/مغلق
        he|כן/במלאי/זמין|לא/אזל המלאי/אזל/לא זמין
        fa|بله/موجود|خیر/ناموجود
        hi|हाँ/हां/उपलब्ध|नहीं/अनुपलब्ध
        vi|có/còn hàng|không/hết hàng
        id|ya/tersedia|tidak/habis
        th|ใช่/มีสินค้า|ไม่/สินค้าหมด
        """
}
