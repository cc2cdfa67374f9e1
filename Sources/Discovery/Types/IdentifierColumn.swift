import Foundation
import Records

/// Whole numbers that identify something, like article 1001: texts, since a separator (1,001) or a sum of them makes no sense.
enum IdentifierColumn {
    /// Whether a column of numbers is one of identifiers: its name says so, and its values may be.
    static func isOne(_ column: Column) -> Bool {
        let texts = column.filled.map(\.text)
        guard texts.count >= 2, texts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            !countsRows(texts)
        else { return false }
        switch (column.member ?? column.names.first).map(likelihood(of:)) ?? .unlikely {
        case .sure: return true
        // On a page it may be the class of any number.
        case .likely: return column.member != nil && isTold(texts)
        case .unlikely: return false
        }
    }

    /// Whether the name of a column in data says that its codes identify the rows: `Article no.` Several may share a postcode or a phone.
    static func identifiesRows(_ name: String) -> Bool {
        likelihood(of: name) != .unlikely && !words(of: name).contains(where: shared.contains)
    }

    // MARK: Values

    /// 0, 1, 2 or 1, 2, 3: the row's place.
    private static func countsRows(_ texts: [String]) -> Bool {
        guard let first = Int(texts[0]), first <= 1 else { return false }
        return texts.enumerated().allSatisfy { Int($0.element) == first + $0.offset }
    }

    /// Each of them occurs once, and they are of one length or in order, which amounts rarely are.
    private static func isTold(_ texts: [String]) -> Bool {
        guard Set(texts).count == texts.count else { return false }
        return texts.allSatisfy { $0.count == texts[0].count && $0.count > 1 }
            || zip(texts, texts.dropFirst()).allSatisfy { ($0.count, $0) < ($1.count, $1) }
    }

    // MARK: Names

    private enum Likelihood { case sure, likely, unlikely }

    private static func likelihood(of name: String) -> Likelihood {
        let words = words(of: name)
        guard let last = words.last, words.count <= 4 else { return .unlikely }
        if ids.contains(last) || endings.contains(where: { last.hasSuffix($0) && last.count > $0.count }) { return .sure }
        let things = words.filter(things.contains)
        if !things.isEmpty, words.contains(where: numbers.contains) { return .sure }
        return words.count == 1 && (things.count == 1 || numbers.contains(last) && last.count > 1) ? .likely : .unlikely
    }

    private static func words(of name: String) -> [String] { ClassWords.parts(of: folded(name)) }

    private static func folded(_ text: String) -> String { text.folding(options: .diacriticInsensitive, locale: nil) }

    private static let ids: Set<String> = [
        "id", "guid", "uid", "uuid", "sku", "isbn", "issn", "ean", "gtin", "upc", "identifier", "zip", "zipcode", "postcode", "plz",
        "postleitzahl",
    ]
    private static let shared = Set(
        [
            "zip", "zipcode", "postcode", "plz", "postleitzahl", "postal", "pocztowy", "البريدي", "郵便番号", "phone", "telephone", "telefono",
            "telefonu", "telefonnummer", "الهاتف", "電話番号", "house", "haus", "hausnummer", "maison", "casa", "domu", "المنزل",
        ].map(folded))
    /// Of words in one: Artikelnummer, 商品番号.
    private static let endings = ["nummer", "番号", "コード"].map(folded)
    private static let numbers = Set(
        [
            "number", "no", "num", "nr", "code", "ref", "reference", "nummer", "kennung", "n", "numero", "codigo", "referencia", "numer",
            "kod",
            "رقم", "رمز", "الرقم", "الرمز", "番号", "コード",
        ].map(folded))
    /// What has a number of its own, in the singular: the plural would be counted.
    private static let things = Set(
        [
            "article", "item", "part", "product", "order", "invoice", "account", "customer", "ticket", "phone", "postal", "artikel", "art",
            "bestell", "kunden",
            "teil", "produkt", "auftrag", "bestellung", "rechnung", "konto", "kunde", "produit", "commande", "facture", "compte", "client",
            "telephone", "articulo", "producto", "pedido", "factura", "cuenta", "cliente", "telefono", "artykuł", "artykułu", "produktu",
            "zamowienie", "zamowienia", "faktura", "faktury", "konta", "klienta", "telefonu", "pocztowy", "صنف", "الصنف", "منتج", "المنتج",
            "طلب", "الطلب", "فاتورة", "الفاتورة", "حساب", "الحساب", "الهاتف", "البريدي", "house", "haus", "maison", "casa", "domu",
            "المنزل", "商品", "注文", "請求書", "口座", "電話",
        ].map(folded))
}
