import Testing

@testable import Speaking

@Suite("Words of a text") struct SpokenTextTests {
    private func words(_ text: String) -> [[String]] { SpokenText(text).sentences.map { $0.words.map(\.text) } }

    @Test("a word joiner beside a dash keeps no two words together")
    func joinedDash() {
        for text in ["food\u{2060}—bathing", "food—\u{2060}bathing", "food\u{2060}—\u{2060}bathing", "food\u{2060}--bathing"] {
            #expect(SpokenText(text).sentences[0].words.map(\.text) == ["food", "bathing"], "\(text.unicodeScalars)")
        }
        #expect(SpokenText("foot\u{2060}ball").sentences[0].words.count == 1)
    }

    @Test("sentences end where a reader ends them, and not behind what is written short")
    func sentences() {
        #expect(
            words("One of the men. Next, as a rule! Is it? Yes.") == [
                ["One", "of", "the", "men"], ["Next", "as", "a", "rule"], ["Is", "it"], ["Yes"],
            ])
        #expect(words("Dr. Smith met J. R. R. Tolkien of the U.S. Army, e.g. No. 5, vs. Mr. X.").count == 1)
        #expect(words("It costs 3.50 at 10.30. Then more… and more. Z.B. Äpfel.").map(\.count) == [5, 4, 2])
        #expect(words("“Stop!” he said. “Go.” She went. (It is so.) Then?").map(\.count) == [3, 1, 2, 3, 1])
        #expect(words("他说「好」。我们在。ذهب الولد؟ نعم") == [["他", "说", "好"], ["我", "们", "在"], ["ذهب", "الولد"], ["نعم"]])
    }

    @Test("what is written short before a name or a number ends no sentence, in five languages")
    func short() {
        for text in [
            "Er kam am 3. April zurück.", "Es war am 1. Mai so.", "Im 19. Jahrhundert war es so.", "Das ist z. B. Äpfeln so.",
            "Sie wohnt in der Hauptstr. 5 dort.",
            "To jest przy ul. Długiej tam.", "Było o godz. 14 tam.", "Tak jest na rys. 3 tam.", "To od św. Jana jest.", "To ks. Jan jest.",
            "Voilà MM. Dupont et Durand.",
            "C’était en 52 av. J.-C. dit-on.", "Está en la pág. 5 del libro.", "Vive en la av. Colón ahora.", "Los EE. UU. son grandes.",
            "Es kostet 5 Mio. Euro im Jahr.", "Es kostet 1,2 Mio. € im Jahr.", "En el 50 a. C. Roma era así.",
            "It was c. 1850 or so.", "She climbed Mt. Everest once.", "It is Smith & Co. Ltd. of Leeds.", "Here is Gov. Brown now.",
            "See Eqs. 5 and 6.", "Il est né le 3 janv. 1850 là.",
        ] { #expect(words(text).count == 1, "\(words(text))") }
        for text in [
            "He lives in High St. He is old.", "It was 5 mm. The rest was more.", "It took vitamin C. 5 people had it.",
            "To było w 1984 r. Jan przyszedł.", "It says et al. The rest is so.",
            "It was 6 ft. The rest is so.", "There were 5. The rest went.",
        ] { #expect(words(text).count == 2, "\(words(text))") }
    }

    @Test("paragraphs end at an empty line and at a page's end, and a single line break is a blank")
    func paragraphs() {
        let text = SpokenText("One\ntwo.\r\n \r\nThree. Four\u{0C}Five\n\n- six\n- seven\n\nTitle\n=====\nText")
        #expect(
            text.sentences.map { $0.words.map(\.text).joined(separator: " ") } == [
                "One two", "Three", "Four", "Five", "six", "seven", "Title", "Text",
            ])
        #expect(text.sentences.map(\.endsParagraph) == [true, false, true, true, false, true, false, true])
    }

    @Test("a word keeps hyphens, apostrophes and numbers, and loses the punctuation around it")
    func cores() {
        let text = "It’s well-known: (50%) of “C++” & $1,234.56 — 1914–1918, wait—what and/or x@y.example. 😀 ‘n’ 日本"
        #expect(
            words(text).flatMap { $0 } == [
                "It’s", "well-known", "50%", "of", "C++", "&", "$1,234.56", "1914–1918", "wait", "what", "and/or", "x@y.example", "😀", "n",
                "日", "本",
            ])
    }

    @Test("a word stands where its offset says, in scalars, whatever is before it")
    func offsets() {
        let text = "\u{FEFF}  “Ünïcode”, e\u{301}tude 👨‍👩‍👧 日本語のテキスト。 שלום \u{202B}עולם\u{202C}!\u{0} end\r\n\r\n…and"
        let scalars = Array(text.unicodeScalars)
        for word in SpokenText(text).sentences.flatMap(\.words) {
            let there = scalars[word.offset..<word.offset + word.text.unicodeScalars.count]
            #expect(String(String.UnicodeScalarView(there)) == word.text)
            #expect(!word.spoken.unicodeScalars.contains { $0.properties.generalCategory == .control || $0.value == 0x202B })
        }
    }

    @Test("what has no end is cut, and nothing is lost")
    func bounds() {
        let endless = SpokenText(Array(repeating: "word", count: 1_000).joined(separator: " "))
        #expect(endless.wordCount == 1_000)
        #expect(endless.sentences.allSatisfy { $0.words.count <= SpokenText.wordLimit })
        let long = SpokenText(String(repeating: "a", count: 1_000)).sentences.flatMap(\.words)
        #expect(long.map(\.text).joined() == String(repeating: "a", count: 1_000))
        #expect(long.allSatisfy { $0.text.utf8.count <= SpokenText.longestWord })
        let many = SpokenText(Array(String(repeating: "One two. ", count: 1_000).unicodeScalars), limit: 11)
        #expect(many.wordCount == 12)
        for nothing in ["", " \n\n\u{0C}", "… — !?", "----------", "\u{0}\u{1}\u{200B}"] { #expect(SpokenText(nothing).sentences.isEmpty) }
    }

    @Test("the language is told by script and small words, and not where there is no sign")
    func languages() {
        let texts = [
            "en": "The cat and the dog were in the garden, which is not that big.",
            "de": "Der Hund und die Katze sind nicht in dem Garten, und das ist gut.",
            "fr": "Les chats et le chien sont dans le jardin, et ce n'est pas pour elle.", "ar": "ذهب الولد إلى المدرسة",
            "ru": "Он был в доме",
            "ja": "日本語のテキストです", "cmn": "我们在北京", "he": "שלום עולם",
        ]
        for (language, text) in texts { #expect(TextLanguage.guess(SpokenText(text).sentences) == language) }
        #expect(TextLanguage.guess(SpokenText("Lorem 12345").sentences) == nil)
    }
}
