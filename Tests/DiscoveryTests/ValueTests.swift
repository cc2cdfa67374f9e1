import Discovery
import Records
import Testing

/// Kinds of whole columns, what is no value, and values in sentences.
struct ValueTests {
    private static func table(_ cells: [String], language: String = "en") -> String {
        let names = ["Elm", "Oak", "Ash", "Fir", "Yew", "Box"]
        let rows = zip(names, cells).map { "<tr><td>\($0) and more</td><td>\($1)</td></tr>" }
        return page("<table><tr><th>Name</th><th>What</th></tr>\(rows.joined())</table>", language: language)
    }

    @Test(
        "the kind of a column",
        arguments: [
            (["1.099,00 €", "12,50 €", "5,– €", "900 €"], "de", Field.Kind.money, "1099.00 EUR"),
            (["3 kg", "1.5 kg", "0.25 kg"], "en", .number, "3"),
            (["03/08/2026", "26/06/2026", "01/02/2026"], "en", .date, "2026-08-03"),
            (["5. März 2026", "12. Mai 2026", "1. Juni 2026"], "de", .date, "2026-03-05"),
            (["9:30", "10:05", "23:10"], "en", .time, "09:30:00"), (["Yes", "No", "Yes"], "en", .flag, "true"),
            (["SMD-2040", "SMD-2053", "SMD-2066"], "en", .text, "SMD-2040"), (["0401", "0417", "0423"], "en", .text, "0401"),
            (["Hall 1", "Hall 2", "Hall 3"], "en", .text, "Hall 1"),
            (["info@elm.example", "a@oak.example", "b@ash.example"], "en", .email, "info@elm.example"),
            (["1.5", "two", "many words here", "3", "4", "no"], "en", .text, "1.5"),
        ])
    func kinds(_ cells: [String], _ language: String, _ kind: Field.Kind, _ first: String) throws {
        let list = try #require(try found(Self.table(cells, language: language)).first)
        #expect(list.fields.last?.kind == kind)
        let text = list.rows.first?.last??.text
        #expect(text == first || (kind == .time && text == "09:30"))
    }

    @Test("a dash is no value, and a word in few rows is an exception of the kind")
    func exceptions() throws {
        let list = try #require(try found(Self.table(["$3.50", "–", "$4.10", "$5.20", "on request", "$7.00"])).first)
        #expect(list.kind("what") == .money)
        #expect(list.texts("what")?[1] == nil && list.texts("what")?[4] == nil)
        #expect(list.fields.last?.nothings.contains("on request") == true)
    }

    @Test("how long ago something was is no field")
    func relative() throws {
        let list = try #require(try found(Self.table(["3 hours ago", "5 hours ago", "yesterday", "2 days ago"])).first)
        #expect(list.fields.map(\.name) == ["name"])
        let older = try #require(try found(Self.table(["3 hours ago", "5 hours ago", "Nov 3, 2025", "Nov 1, 2025"])).first)
        #expect(older.fields.map(\.name) == ["name"])
        let when = try #require(try found(Self.table(["now", "from March", "now", "from May"])).first)
        #expect(when.fields.map(\.name) == ["name", "what"])
    }

    @Test("a place in the list is no key, and a price never is")
    func keys() throws {
        let rows = (1...5).map {
            "<tr><td>\($0)</td><td>$\($0 * 7).00</td><td>\(["Elm", "Oak", "Ash", "Fir", "Yew"][$0 - 1]) tree</td></tr>"
        }
        let list = try #require(try found(page("<table><tr><th>Place</th><th>Price</th><th>Name</th></tr>\(rows.joined())</table>")).first)
        #expect(list.keyNames == ["name"])
    }

    @Test("one value in a sentence is found with its unit and its day")
    func sentence() throws {
        let list = try #require(
            try found(
                page("<p>Small and light.</p><p>The water stood at <strong>3.21 m</strong> on 14 March 2026.</p><p>Made to last.</p>")
            ).first)
        #expect(list.rows.count == 1)
        #expect(list.fields.map(\.kind) == [.number, .date])
        #expect(list.fields.first?.unit == "m")
    }
}
