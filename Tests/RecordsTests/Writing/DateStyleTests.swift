import Records
import Testing

@Suite("Dates of a column") struct DateStyleTests {
    private func decided(_ texts: [String], _ language: String? = nil) -> (pattern: DatePattern, dates: [String?])? {
        guard case .decided(let pattern) = DateStyle.decide(for: texts, language: language) else { return nil }
        return (pattern, texts.map { pattern.moment(from: $0).map { $0.time.seconds > 0 ? "\($0.date) \($0.time)" : "\($0.date)" } })
    }

    @Test(
        "all texts together say what is the day",
        arguments: [
            (["03/08/2026", "26/06/2026"], nil, "d/M/yyyy", "2026-08-03"), (["03/08/2026", "06/26/2026"], nil, "M/d/yyyy", "2026-03-08"),
            (["3.8.2026", "4.8.2026"], nil, "d.M.yyyy", "2026-08-03"), (["03/08/2026"], "en-US", "M/d/yyyy", "2026-03-08"),
            (["03/08/2026"], "en-GB", "d/M/yyyy", "2026-08-03"),
            (["03/08/2026"], "fr", "d/M/yyyy", "2026-08-03"), (["2026/03/08"], nil, "yyyy/M/d", "2026-03-08"),
            (["2023-11-08"], "ar", "yyyy-M-d", "2023-11-08"),
            (["26/03/14"], "ja", "yy/M/d", "2026-03-14"), (["14/03/26", "45/03/26"], nil, "yy/M/d", "2014-03-26"),
            (["01/02/2026", "05/02/2026", "02/03/2026", "01/04/2026"], nil, "d/M/yyyy", "2026-02-01"),
            (["March 3, 2026", "Sept. 14, 2026"], nil, "MMMM d, yyyy", "2026-03-03"), (["14 Mar 26"], "en", "d MMM yy", "2026-03-14"),
            (["2026 March 14"], nil, "yyyy MMMM d", "2026-03-14"),
            (["14. März 2026", "1. Jan. 2026"], "de", "d. MMM yyyy", "2026-03-14"),
            (["Samstag, 14. März 2026"], "de-AT", "EEEE, d. MMM yyyy", "2026-03-14"),
            (["14 mars 2026", "1 févr. 2026"], "fr", "d MMM yyyy", "2026-03-14"),
            (["14 de marzo de 2026"], "es", "d' de 'MMMM' de 'yyyy", "2026-03-14"),
            (["14 marca 2026", "3 października 2026"], "pl", "d MMMM yyyy", "2026-03-14"),
            (["14 марта 2026 г."], "ru", "d MMMM yyyy г.", "2026-03-14"),
            (["2026年3月14日", "2026年12月1日"], "ja", "yyyy年M月d日", "2026-03-14"), (["2026年3月14日(土)"], "ja", "yyyy年M月d日(EEEE)", "2026-03-14"),
            (["2026년 3월 14일"], "ko", "yyyy년 M월 d일", "2026-03-14"),
            (["١٤ مارس ٢٠٢٦"], "ar", "d MMM yyyy", "2026-03-14"), (["السبت، ١٤ مارس ٢٠٢٦"], "ar", "EEEE، d MMM yyyy", "2026-03-14"),
            (["१४/०३/२०२६"], "hi", "d/M/yyyy", "2026-03-14"),
            (["Updated: 14 March 2026", "Updated: 3 May 2026"], "en", "'Updated: 'd MMMM yyyy", "2026-03-14"),
            (["on Tuesday, 3 March 2026", "on Monday, 9 March 2026"], "en", "'on 'EEEE, d MMMM yyyy", "2026-03-03"),
            (["14.03.2026 Sa", "16.03.2026 Mo"], "de", "d.M.yyyy EEEE", "2026-03-14"),
            (["14 tháng 3, 2026"], "vi", "d MMMM, yyyy", "2026-03-14"), (["14\u{A0}mars 2026"], "fr", "d MMM yyyy", "2026-03-14"),
        ] as [([String], String?, String, String)])
    func decides(texts: [String], language: String?, source: String, first: String) throws {
        let found = try #require(decided(texts, language), "\(DateStyle.decide(for: texts, language: language))")
        #expect(found.pattern.source == source)
        #expect(found.dates[0] == first)
        #expect(!found.dates.contains(nil))
    }

    @Test("a time on the clock beside the day belongs to it, and a zone leaves it to the reader of moments")
    func times() {
        #expect(decided(["14.03.2026, 9:30 Uhr"], "de")?.dates == ["2026-03-14 09:30"])
        #expect(decided(["3/14/2026 9:30 pm", "3/14/2026 9:30 am"])?.dates == ["2026-03-14 21:30", "2026-03-14 09:30"])
        #expect(decided(["14 Mar 2026 09:30:15"])?.pattern.source == "d MMM yyyy H:mm:ss")
        for text in ["2026-03-14T09:30:00Z", "2026-03-14 09:30 +01:00", "Sat, 14 Mar 2026 09:30:00 GMT"] {
            #expect(DateStyle.decide(for: [text]) == .none, "\(text)")
        }
    }

    @Test("where nothing says what is the day, both readings are offered")
    func undecided() throws {
        guard case .undecided(let patterns) = DateStyle.decide(for: ["03/08/2026", "05/08/2026"], language: "en") else {
            Issue.record("decided")
            return
        }
        #expect(patterns.map(\.source) == ["d/M/yyyy", "M/d/yyyy"])
    }

    @Test("the first row that contradicts those before it is named")
    func contradictions() {
        #expect(DateStyle.decide(for: ["26/06/2026", "", "06/26/2026"]) == .contradiction(row: 2))
        #expect(DateStyle.decide(for: ["26/06/2026", "soon"]) == .contradiction(row: 1))
        #expect(DateStyle.decide(for: ["26/06/2026", "26.06.2026"]) == .contradiction(row: 1))
        #expect(DateStyle.decide(for: ["28/02/2026", "31/02/2026"]) == .contradiction(row: 1))
    }

    @Test(
        "what is no whole date is none",
        arguments: [
            "a", "to", "on:", "23", "10/2017", "14 March", "March 2026", "May", "1.2.3.4", "20260314", "v2.10.3", "32/13/2026", "1:30:00",
            "3 hours ago", "", "999/1/1", "+49 30 123", "Hall 3/4/2026", "Order 14/03/2026 of two lamps",
            "14 March 2026, by the river in the north",
            "Sold on 14 March 2026", "Version 10.3.2026 beta", "14/03/2026 EUR", "A new lamp of 14 March 2026",
            "on the of at in from since 14 March 2026",
        ])
    func none(text: String) { #expect(DateStyle.decide(for: [text], language: "en") == .none) }

    @Test("the names of days are known in English and in nearly every language whose months are")
    func days() {
        let patterns = [
            "en": "Saturday", "de": "Sa.", "fr": "samedi", "es": "sábado", "pl": "sobota", "ja": "土曜日", "ar": "السبت", "ru": "суббота",
            "tr": "Cumartesi",
        ].map { language, day in decided(["\(day), 14.03.2026"], language)?.dates }
        #expect(patterns.allSatisfy { $0 == ["2026-03-14"] })
        #expect(decided(["Samstag, 14.03.2026"], "fr") == nil)
    }

    @Test("the names of all known languages' months are read, wide and abbreviated")
    func months() throws {
        #expect(WrittenLanguages.known.count >= 35)
        for language in WrittenLanguages.known {
            let months = try #require(WrittenLanguages.months(of: language))
            #expect(months.count == 12, "\(language)")
            let pattern = try DatePattern("d MMMM yyyy", language: language)
            for (month, names) in months.enumerated() {
                for name in names {
                    #expect(pattern.date(from: "7 \(name) 2026").map { Int($0.month) } == month + 1, "\(language): \(name)")
                }
            }
        }
    }

    @Test("names of months are those of the pattern's language or English, in any case and with a point or without")
    func names() throws {
        let german = try DatePattern("d. MMM yyyy", language: "de-DE")
        for text in ["14. März 2026", "14. MÄRZ 2026", "14. Mär. 2026", "14. March 2026", "14.\u{A0}mar 2026"] {
            #expect(german.date(from: text)?.description == "2026-03-14", "\(text)")
        }
        #expect(german.date(from: "14. marzo 2026") == nil)
        #expect(throws: DatePatternError.self) { try DatePattern("d. MMM yyyy", language: "tlh") }
        #expect(try DatePattern("EEEE, d MMM yyyy").date(from: "Saturday, 14 Sept. 2026")?.description == "2026-09-14")
        #expect(try DatePattern("d/M/yyyy").date(from: "１４/３/２０２６")?.description == "2026-03-14")
    }
}
