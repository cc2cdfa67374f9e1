import Records
import Testing

@testable import Speaking

@Suite("The language of a text") struct TextLanguageTests {
    /// The same in many languages.
    private static let texts = [
        "en": "The house was built on a hill, and from its windows you could see the whole valley.",
        "fr": "La maison était bâtie sur une colline, et de ses fenêtres on voyait toute la vallée.",
        "de": "Das Haus stand auf einem Hügel, und aus seinen Fenstern sah man das ganze Tal.",
        "es": "La casa estaba sobre una colina, y desde sus ventanas se veía todo el valle.",
        "it": "La casa era su una collina, e dalle sue finestre si vedeva tutta la valle.",
        "pt": "A casa ficava numa colina, e das suas janelas via-se todo o vale que ele amava.",
        "nl": "Het huis stond op een heuvel, en uit de ramen zag men het hele dal.",
        "pl": "Dom stał na wzgórzu, a z jego okien było widać całą dolinę, która się nie zmieniła.",
        "sv": "Huset låg på en kulle, och från dess fönster kunde man se hela dalen som var grön.",
        "da": "Huset lå på en bakke, og fra vinduerne kunne man se hele dalen, som ikke blev bebygget efter krigen.",
        "nb": "Huset lå på en høyde, og fra vinduene kunne man se hele dalen, som ikke ble bebygd etter krigen.",
        "fi": "Talo oli mäellä, ja sen ikkunoista näki koko laakson, mutta hän ei ollut siellä kun se paloi.",
        "cs": "Dům stál na kopci a z jeho oken bylo vidět celé údolí, které se nezměnilo, ale je to tak.",
        "hu": "A ház egy dombon állt, és az ablakaiból látni lehetett az egész völgyet, de már nem volt az.",
        "ro": "Casa era pe un deal și de la ferestrele ei se vedea toată valea, care nu s-a schimbat.",
        "tr": "Ev bir tepenin üzerindeydi ve pencerelerinden bütün vadi için çok güzel bir manzara vardı.",
        "ru": "Дом стоял на холме, и из его окон была видна вся долина, которую он так любил.",
        "uk": "Будинок стояв на пагорбі, і з його вікон було видно всю долину.",
        "be": "Дом стаяў на пагорку, і з яго вокнаў было відаць усю даліну, якую ён любіў.",
        "bg": "Къщата беше на хълма и от прозорците се виждаше цялата долина, която той обичаше.",
        "sr": "Кућа је била на брду, и са њених прозора видела се цела долина коју је он волео.",
        "kk": "Үй төбеде тұрды, ал оның терезелерінен бүкіл аңғар көрініп тұрды.",
        "ar": "كان البيت على تلة، ومن نوافذه يمكن رؤية الوادي كله الذي أحبه كثيرا منذ الطفولة.",
        "fa": "خانه بر روی تپه‌ای بود و از پنجره‌های آن همه دره دیده می‌شد و او آنجا زندگی می‌کرد.",
        "ur": "گھر ایک پہاڑی پر تھا اور اس کی کھڑکیوں سے پوری وادی نظر آتی تھی۔",
        "el": "Το σπίτι ήταν πάνω σε έναν λόφο και από τα παράθυρά του φαινόταν όλη η κοιλάδα.",
        "he": "הבית עמד על גבעה, ומחלונותיו נראה העמק כולו.", "ja": "その家は丘の上に建っていて、窓からは谷全体が見えた。",
        "cmn": "那座房子建在山上，从窗户可以看到整个山谷。", "ko": "그 집은 언덕 위에 있었고 창문에서 계곡 전체가 보였다.",
    ]

    private func sentences(_ text: String) -> [SpokenText.Sentence] { SpokenText(text).sentences }

    @Test("languages of the same script are told apart", arguments: texts.keys.sorted())
    func guess(language: String) throws {
        let text = try #require(Self.texts[language])
        #expect(TextLanguage.guess(sentences(text)) == language)
        #expect(TextLanguage.guess(sentences(String(repeating: "\(text) ", count: 50))) == language)
    }

    private func part(_ paragraphs: [String]) -> DocumentPart {
        let document = SpokenDocument(text: Array(paragraphs.joined(separator: "\n\n").unicodeScalars))
        return DocumentPart(
            number: 0, firstWord: 0,
            sentences: document.sentences.map { .init(words: $0.words.map(\.spoken), endsParagraph: $0.endsParagraph) })
    }

    @Test("a paragraph in another language is told, whatever the text is in", arguments: texts.keys.sorted())
    func paragraphs(language: String) throws {
        let text = try #require(Self.texts[language])
        for (own, around) in Self.texts where own != language {
            let found = ReadingManner.otherLanguages(in: part([around, text, around]), than: own)
            // Similar languages may be treated as the text's own, but never as a third one.
            try #require(found.count == 3, "\(language) in \(own): \(found)")
            #expect(found[0] == nil, "\(language) in \(own): \(found)")
            #expect(found[2] == nil, "\(language) in \(own): \(found)")
            #expect(found[1] == nil || found[1] == language, "\(language) in \(own): \(found)")
        }
        if ["de", "fr", "pl", "fi", "ru", "uk", "ar", "fa", "ur", "el", "he", "ja", "cmn", "ko", "hu"].contains(language) {
            #expect(ReadingManner.otherLanguages(in: part([text]), than: "en") == [language])
            #expect(ReadingManner.otherLanguages(in: part([text]), than: nil) == [language])
        }
    }

    @Test("what is short, mixed or only names stays in the language of the text")
    func doubtful() {
        let texts = [
            "C’est la vie.", "Nobody answered. Rain fell on empty streets.",
            "Smith, J. and Müller, H. and de la Cruz, M. and van der Berg, P. 1999",
            "Москва", "The word дом is Russian, and the word дім is Ukrainian, as was said before.", "1 2 3 4 5 6 7 8 9 10",
            "A B C D E F G H I J K L",
            "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani.",
        ]
        for text in texts {
            for own in ["en", "de", "fr"] {
                #expect(
                    ReadingManner.otherLanguages(in: part([text]), than: own).allSatisfy { $0 == nil || own != "en" && $0 == "en" },
                    "\(text) in \(own)")
            }
        }
        #expect(ReadingManner.otherLanguages(in: part(["東京都北海道大阪府京都府"]), than: "ja") == [nil])
        // A paragraph in Ukrainian with a Russian name, and vice versa.
        #expect(ReadingManner.otherLanguages(in: part(["Він бачив, що Крымов з ними, але не сказав і слова про це."]), than: "uk") == [nil])
        #expect(
            ReadingManner.otherLanguages(in: part(["Он видел, что Київ был не так далеко, как это казалось ему."]), than: "ru") == [nil])
    }

    @Test(
        "sound with another number of samples lasts as long, and its words begin when they did",
        arguments: [(16_000, 22_050), (22_050, 16_000), (8_000, 24_000)])
    func resampled(from: Int, to: Int) {
        let samples = (0..<from).map { Int16(clamping: $0 < from / 2 ? 0 : 8_000) }
        let sound = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let given = SpokenSentence(
            sound: sound, sampleRate: from, times: WordTimes(starts: [0, from / 2, from], isOwn: [true, false, true]))
        let made = given.resampled(to: to)
        #expect(made.sampleRate == to)
        #expect(made.sampleCount == to)
        #expect(made.times.starts == [0, to / 2, to])
        #expect(made.times.isOwn == [true, false, true])
        func sample(_ index: Int) -> Int16 { Int16(bitPattern: UInt16(made.sound[2 * index]) | UInt16(made.sound[2 * index + 1]) << 8) }
        #expect(sample(0) == 0)
        #expect(sample(to / 2 - 3) == 0)
        #expect(sample(to / 2 + 3) == 8_000)
        #expect(sample(to - 1) == 8_000)
        #expect(given.resampled(to: from).sound == sound)
        let none = SpokenSentence(sound: [], sampleRate: from, times: WordTimes(starts: [], isOwn: [])).resampled(to: to)
        #expect(none.sound.isEmpty)
        #expect(none.sampleRate == to)
    }

    @Test("a Cyrillic text without letters of its own is taken for the language that most write in it")
    func bare() {
        #expect(TextLanguage.guess(sentences("Москва")) == "ru")
        #expect(TextLanguage.guess(sentences("سلام دوستان من")) == "ar")
        #expect(TextLanguage.guess(sentences("Lorem 12345")) == nil)
        #expect(TextLanguage.guess([]) == nil)
    }
}
