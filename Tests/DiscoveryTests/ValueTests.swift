import Discovery
import Records
import Testing

/// Kinds of whole columns, texts that aren't values, and values in sentences.
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
            (["900 € kalt", "1.050 € kalt", "875,50 € kalt"], "de", .money, "900.00 EUR"),
            (["Miete € 900", "Miete € 1.050", "Miete € 875,50"], "de", .money, "900.00 EUR"),
            (["3 kg", "1.5 kg", "0.25 kg"], "en", .number, "3"), (["+1.5 %", "\u{2212}0.25 %", "+2 %"], "en", .number, "1.5"),
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
        #expect(list.texts("what")?[1] == nil)
        #expect(list.texts("what")?[4] == nil)
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

    @Test("a dash between a name and its number is no minus, and marks behind a unit are no part of it")
    func dashes() throws {
        let rows = [("Elm", 42), ("Oak", 23), ("Ash", 7), ("Fir", 12)].map {
            "<li><b>\($0)</b> – \($1) pts, <em>(\($1 / 2) wins)</em></li>"
        }
        let list = try #require(try found(page("<ol>\(rows.joined())</ol>")).first)
        #expect(list.rows.map { $0.map { $0?.text } }.first == ["Elm", "42", "21"])
        #expect(list.fields.map(\.unit) == [nil, "pts", "wins"])
        #expect(list.fields[1].around.contains("–"))
        #expect(list.fields[2].around.contains(")"))
        // In a separate element it is one.
        #expect(try found(Self.table(["- 5", "- 7", "- 12"])).first?.texts("what") == ["-5", "-7", "-12"])
    }

    @Test("values that a sign parts in one text are fields of their own, if one of them is of a kind")
    func parts() throws {
        let rows = ["Elm", "Oak", "Ash", "Fir"].enumerated().map { place, name in
            "<li><h3>\(name) road</h3><p>\(place + 2) rooms · \(50 + place).5 m² · \(900 + place) € · \(name) town</p></li>"
        }
        let list = try #require(try found(page("<ul>\(rows.joined())</ul>")).first)
        #expect(list.rows[1].map { $0?.text } == ["Oak road", "3", "51.5", "901.00 EUR", "Oak town"])
        try #require(list.fields.map(\.kind) == [.text, .number, .number, .money, .text])
        #expect(list.fields[2].unit == "m²")
        #expect(list.fields.allSatisfy { !$0.paths.isEmpty })
        let days = ["Elm", "Oak", "Ash", "Fir"].enumerated().map { "<p>0\($0 + 1).03.2026 – Meeting of \($1) – Hall \($0 % 2 + 1)</p>" }
        let meetings = try #require(try found(page(days.joined(), language: "de")).first)
        #expect(meetings.rows[0].map { $0?.text } == ["2026-03-01", "Meeting of Elm", "1"])
        #expect(meetings.fields.allSatisfy { !$0.paths.isEmpty })
        #expect(try found(Self.table(["red · big", "blue · small", "red · small"])).first?.texts("what")?.first == "red · big")
    }

    @Test("a month behind a day is no unit")
    func months() throws {
        let list = try #require(try found(Self.table(["28 Nov", "27 Nov", "3 Nov", "1 Nov"])).first)
        #expect(list.kind("what") == .text)
        #expect(list.texts("what")?.first == "28 Nov")
    }

    @Test("a number that a sentence shows in bold is one value, after any list")
    func bare() throws {
        let sentence = "<p>So far <strong>12,345</strong> people have signed, in 2026. Help us to 20,000!</p>"
        let alone = try #require(try found(page(sentence)).first)
        #expect(alone.rows.map { $0.first??.text } == ["12345"])
        #expect(!alone.readings.isEmpty)
        let rows = ["Elm", "Oak", "Ash"].map { "<tr><td>\($0) tree</td><td>\($0.count) kg</td><td>A note on \($0)</td></tr>" }
        let table = "<table><tr><th>Name</th><th>Weight</th><th>Note</th></tr>\(rows.joined())</table>"
        #expect(try found(page(sentence + table)).first?.rows.count == 3)
        #expect(try found(page("<p>We began in <b>2021</b> with a small boat and a large plan.</p>")).isEmpty)
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
