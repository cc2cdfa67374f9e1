import Foundation
import Records
import Testing

@testable import Speaking

/// The spoken text of numbers, dates, units and abbreviations, by language: each line is `written = said`, with alternatives after `|`, and
/// a region in brackets.
@Suite("What is said for values") struct SpokenValuesTests {
    private static func sentence(_ text: String) -> SaidSentence { SaidSentence(part(text).sentences[0]) }

    private static func part(_ text: String) -> DocumentPart {
        DocumentContents.plainParts(of: SpokenDocument(text: Array(text.unicodeScalars)))[0]
    }

    private static func said(_ text: String, _ language: String) throws -> SaidSentence {
        try #require(SpokenValues(language)).said(sentence(text))
    }

    /// Ignores spaces and hyphens inside numbers, and case.
    private static func plain(_ text: some StringProtocol) -> String {
        text.lowercased().filter { !$0.isWhitespace && $0 != "-" }.replacing("’", with: "'")
    }

    private static func check(_ table: String, _ language: String) throws {
        for line in table.split(separator: "\n") {
            let sides = line.components(separatedBy: " = ")
            try #require(sides.count == 2, "\(line)")
            var (written, tag) = (sides[0], language)
            if written.hasSuffix(")"), let start = written.lastIndex(of: "("), written[start...].count == 4 {
                tag = "\(language)-\(written[start...].dropFirst().dropLast())"
                written = written[..<start].trimmingCharacters(in: .whitespaces)
            }
            // Split into sentences as usual: "No. He left." is two.
            let sentences = part(written).sentences
            let values = try #require(SpokenValues(tag))
            let said = sentences.map { values.said(SaidSentence($0)) }
            let accepted = sides[1] == "unchanged" ? [written] : sides[1].components(separatedBy: " | ")
            let words = said.flatMap(\.words).joined(separator: " ")
            #expect(accepted.map(plain).contains(plain(words)), "\(written) (\(tag)): \(words)")
            for one in said { exact(one, written) }
        }
    }

    /// Every written word has a position, in order and within the spoken text.
    private static func exact(_ said: SaidSentence, _ text: String) {
        #expect(said.places.count == said.shown.count, "\(text)")
        let starts = said.places.compactMap { if case .at(let word) = $0 { word } else { nil } }
        #expect(starts.first == 0, "\(text): \(said.places)")
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 }, "\(text): \(said.places)")
        #expect(starts.allSatisfy { $0 < said.words.count }, "\(text): \(said.places)")
    }

    @Test("English values are said as in Britain, and as in America where a text is from there")
    func english() throws {
        try Self.check(
            """
            in 1984 = in nineteen eighty-four
            in 1905 = in nineteen oh five
            in 2008 = in two thousand and eight
            in 2026 = in twenty twenty-six
            1984 people = one thousand nine hundred and eighty-four people
            the 1990s = the nineteen nineties
            3/4/2026 = the third of April twenty twenty-six
            3/4/2026 (US) = March fourth, twenty twenty-six
            25/12/26 = the twenty-fifth of December twenty twenty-six
            2026-04-03 = the third of April twenty twenty-six
            at 9:00 = at nine o’clock
            14:05 = fourteen oh five
            5 p.m. = five p m | five p m.
            10–15 days = ten to fifteen days
            1914–18 = nineteen fourteen to eighteen | nineteen fourteen to nineteen eighteen
            pp. 10–15 = pages ten to fifteen
            £5.50 = five pounds fifty
            £1 = one pound
            $1.2m = one point two million dollars
            80 km/h = eighty kilometres per hour
            -5 °C = minus five degrees Celsius
            30 m² = thirty square metres
            ¾ cup = three quarters of a cup | three-quarter cup
            Henry VIII = Henry the eighth
            World War II = World War two
            Vitamin C, Plan B, and I = unchanged
            St. John left High St. early = Saint John left High Street early
            No. 5 = number five
            No. He left. = unchanged
            c. 1850 = circa eighteen fifty | about eighteen fifty
            Dr. Smith = doctor Smith
            the WHO = the W H O
            CO2 = C O two
            x² = x squared
            won 2–1 = won two one | won two to one
            https://www.example.org/a?b=1 = example dot org
            5′10″ = five foot ten | five feet ten inches
            v2.3.1 = version two point three point one | v two point three point one
            John 3:16 = John three sixteen
            B2B, A4, iPhone 15 = unchanged
            """, "en")
    }

    @Test("German values are said, ordinals in the case that the word before asks for")
    func german() throws {
        try Self.check(
            """
            am 3. April = am dritten April
            der 3. April = der dritte April
            am 03.04.2026 = am dritten April zweitausendsechsundzwanzig | am dritten vierten zweitausendsechsundzwanzig
            im Jahr 1984 = im Jahr neunzehnhundertvierundachtzig
            um 14:05 Uhr = um vierzehn Uhr fünf
            14.30 Uhr = vierzehn Uhr dreißig
            10–15 Tage = zehn bis fünfzehn Tage
            1914–18 = neunzehnhundertvierzehn bis achtzehn
            5,50 € = fünf Euro fünfzig
            1,2 Mio. € = eins Komma zwei Millionen Euro
            1 km = ein Kilometer
            80 km/h = achtzig Kilometer pro Stunde | achtzig Stundenkilometer
            20 °C = zwanzig Grad Celsius | zwanzig Grad
            im 19. Jh. = im neunzehnten Jahrhundert | im neunzehnten Jahrhundert.
            Ludwig XIV. = Ludwig der Vierzehnte | Ludwig der Vierzehnte.
            unter Ludwig XIV. = unter Ludwig dem Vierzehnten | unter Ludwig dem Vierzehnten.
            Kapitel IV = Kapitel vier
            z. B. = zum Beispiel | zum Beispiel.
            Nr. 5 = Nummer fünf
            S. 10–15 = Seite zehn bis fünfzehn | Seiten zehn bis fünfzehn
            Dr. Müller = Doktor Müller
            §§ 5, 6 = Paragrafen fünf, sechs
            2:1 = zwei zu eins
            das 3. Kapitel = das dritte Kapitel
            20-jährig, die 90er = unchanged
            """, "de")
    }

    @Test("French values are said, with the genders and the marks of the plural that numbers have")
    func french() throws {
        try Self.check(
            """
            le 1er mai = le premier mai
            le 3/4/2026 = le trois avril deux mille vingt-six
            XXe siècle = vingtième siècle
            Louis XIV = Louis quatorze
            François Ier = François premier
            14h05 = quatorze heures cinq
            1 h = une heure
            M. Dupont = monsieur Dupont
            MM. Dupont = messieurs Dupont
            21 pages = vingt et une pages
            2e étage = deuxième étage
            1re classe = première classe
            10–15 = dix à quinze
            -5 °C = moins cinq degrés Celsius | moins cinq degrés
            5,50 € = cinq euros cinquante
            1,2 M€ = un virgule deux million d’euros
            80 km/h = quatre-vingts kilomètres par heure | quatre-vingts kilomètres-heure
            30 m² = trente mètres carrés
            n° 5 = numéro cinq
            p. 80 = page quatre-vingt
            52 av. J.-C. = cinquante-deux avant Jésus-Christ | cinquante-deux avant Jésus-Christ.
            av. Foch = avenue Foch
            § 5 = paragraphe cinq
            c.-à-d. = c’est-à-dire | c’est-à-dire.
            71, 80 ans = unchanged
            """, "fr")
    }

    @Test("Spanish values are said, with the currency of the country")
    func spanish() throws {
        try Self.check(
            """
            3/4/2026 = tres de abril de dos mil veintiséis
            1 de mayo = uno de mayo | primero de mayo
            Felipe II = Felipe segundo
            Alfonso XIII = Alfonso trece
            1.º = primero
            1.ª = primera
            3.er piso = tercer piso
            21 libros = veintiún libros
            21 páginas = veintiuna páginas
            200 páginas = doscientas páginas
            14:05 = catorce cero cinco | catorce y cinco
            10–15 = diez a quince
            -5 °C = menos cinco grados Celsius | menos cinco grados
            5,50 € = cinco euros con cincuenta | cinco con cincuenta euros
            $5 (MX) = cinco pesos
            1,2 M€ = uno coma dos millones de euros
            80 km/h = ochenta kilómetros por hora
            30 m² = treinta metros cuadrados
            ½ = un medio | medio
            EE. UU. = Estados Unidos | Estados Unidos.
            50 a. C. = cincuenta antes de Cristo | cincuenta antes de Cristo.
            pág. 5 = página cinco
            D. Juan = don Juan
            C/ Mayor = calle Mayor
            siglo XX = siglo veinte
            """, "es")
    }

    @Test("Polish values are said, ordinals in gender and case, nouns as the number asks for")
    func polish() throws {
        try Self.check(
            """
            3 kwietnia 2026 r. = trzeciego kwietnia dwa tysiące dwudziestego szóstego roku | trzeciego kwietnia dwa tysiące dwudziestego szóstego roku.
            w 1984 r. = w tysiąc dziewięćset osiemdziesiątym czwartym roku | w tysiąc dziewięćset osiemdziesiątym czwartym roku.
            lata 90. = lata dziewięćdziesiąte | lata dziewięćdziesiąte.
            w latach 90. = w latach dziewięćdziesiątych | w latach dziewięćdziesiątych.
            XX wiek = dwudziesty wiek
            w XIX w. = w dziewiętnastym wieku | w dziewiętnastym wieku.
            Jan III = Jan trzeci
            Jana III Sobieskiego = Jana trzeciego Sobieskiego
            rozdział IV = rozdział czwarty
            II wojna = druga wojna
            godz. 14:05 = godzina czternasta pięć | godzina czternasta zero pięć
            o godz. 9 = o godzinie dziewiątej
            10–15 = dziesięć do piętnastu | od dziesięciu do piętnastu
            -5 °C = minus pięć stopni Celsjusza | minus pięć stopni
            5,50 zł = pięć złotych pięćdziesiąt groszy
            2 zł = dwa złote
            5 km = pięć kilometrów
            1,5 km = jeden przecinek pięć kilometra | półtora kilometra
            80 km/h = osiemdziesiąt kilometrów na godzinę
            ul. Długa = ulica Długa
            przy ul. Długiej = przy ulicy Długiej
            3. miejsce = trzecie miejsce
            m.in. = między innymi | między innymi.
            nr 5 = numer pięć
            2 książki = dwie książki
            2:1 = dwa do jednego
            """, "pl")
    }

    @Test("an Arabic voice has its numbers left, and is given the months, pages and units that it lacks")
    func arabic() throws {
        try Self.check(
            """
            في 3/4/2026 = في 3 أبريل 2026
            في 3/4/2026 (SY) = في 3 نيسان 2026
            ص 5 = صفحة 5
            بعد 12 كم = بعد 12 كيلومتر
            سنة 1445 هـ = سنة 1445 هجرية
            الساعة 14:05 و 1000 = الساعة 14:05 و 1000
            """, "ar")
        #expect(SpokenValues("ja") == nil)
    }

    /// Like its engine's other voices, it isn't offered by `Narrator`.
    @Test("a Japanese voice that has no kanji isn't offered, and one that has them is")
    func japanese() {
        let voices = [
            SpeechVoice(identifier: "jpx/ja", name: "", languages: [.init("ja", priority: 5)]),
            SpeechVoice(identifier: "piper/ja_JP-x", name: "", languages: [.init("ja-jp", priority: 1)]),
        ]
        #expect(voices.map(\.lacksScript) == [true, false])
        #expect(!SpeechVoice(identifier: "sit/cmn", name: "", languages: [.init("cmn", priority: 5)]).lacksScript)
    }

    @Test("what an English text has in addresses, dates, amounts and signs is said, and names, codes and lists stay as they are")
    func written() throws {
        try Self.check(
            """
            Dr. Smith lives at 221B Baker St., near St. James's Park. = doctor Smith lives at 221B Baker Street, near Saint James's Park.
            On 2026-03-04 the price rose 12.5% to $1,234.56. = On the fourth of March twenty twenty-six the price rose 12.5% to one thousand two hundred and thirty-four dollars and fifty-six cents.
            It cost £3.50, €2.1m and ¥500 in 1999. = It cost three pounds fifty, two point one million euros and five hundred yen in nineteen ninety-nine.
            Henry VIII and Louis XIV; Chapter IV; World War II. = Henry the eighth and Louis the fourteenth; Chapter four; World War two.
            It did 120 km/h over 3.5 km at 25 °C with 5 kg. = It did one hundred and twenty kilometres per hour over three point five kilometres at twenty-five degrees Celsius with five kilograms.
            See https://example.com/docs/page?id=7 or mail ada@example.org. = See example dot com or mail ada at example dot org.
            The 1st of the 21st century, c. 1850. = The 1st of the 21st century, circa eighteen fifty.
            Call +1 (555) 010-9999 before Jan. 5. = Call plus one five five five zero one zero, nine nine nine nine before January the fifth.
            Pages 10–15, 1914–1918, and ½ cup or 3/4 of it. = Pages ten to fifteen, nineteen fourteen to nineteen eighteen, and half a cup or three quarters of it.
            The file README.md is 5 MB, or 1.5 GiB. = The file README dot m d is five megabytes, or one point five gibibytes.
            Add H2O and CO₂; 10⁹ and 10⁻³; −5 °F. = Add H two O and C O two; ten to the nine and ten to the minus three; minus five degrees Fahrenheit.
            Vol. 3, No. 5, pp. 12-15, fig. 2. = volume three, number five, pages twelve to fifteen, figure two.
            a 10-year-old; the 1990s and ’80s. = a 10-year-old; the nineteen nineties and eighties.
            C++, C#, .NET, and/or, 24/7, w/o. = C++, C#, .NET, and or, twenty-four seven, without.
            2.500,75; #5. = two thousand five hundred point seven five; number five.
            It is Act I, and I read (1984) of 5 m. = It is Act one, and I read (nineteen eighty-four) of five metres.
            The end.Next, COVID-19, x64 and 007. = unchanged
            On 3 April 2026 it rained. = On the third of April twenty twenty-six it rained.
            """, "en")
        // For example, each spoken word belongs to its written one.
        let price = try Self.said("It has 5 km to go, and € 5.", "en")
        #expect(price.places == [.at(0), .at(1), .at(2), .at(3), .at(4), .at(5), .at(6), .at(7), .shared])
        #expect(price.words == ["It", "has", "five", "kilometres", "to", "go,", "and", "five", "euros."])
        let dear = try Self.said("£3.2 billion", "en")
        #expect(dear.words == ["three", "point", "two", "billion", "pounds"])
        #expect(dear.places == [.at(0), .at(3)])
    }

    @Test("a person's own rules come first, and what they say isn't looked at")
    func rules() throws {
        let part = Self.part("It is 5 km to Baker St. now, and 5 km.")
        let rules = Pronouncing([.init(.text, "5 km to", said: "far, 7 km to"), .init(.word, "St.", said: "St.")])
        let said = try #require(SpokenValues("en")).said(rules.said(part)[0])
        #expect(said.words.joined(separator: " ") == "It is far, 7 km to Baker St. now, and five kilometres.")
        #expect(said.places.count == said.shown.count)
    }

    @Test("the stage is asked for by the language of the text, where the voice speaks it, and can be turned off")
    func manner() {
        let english = SpeechVoice(identifier: "gmw/en-US", name: "", languages: [.init("en-us", priority: 2)])
        let polish = SpeechVoice(identifier: "zlw/pl", name: "", languages: [.init("pl", priority: 5)])
        let part = Self.part("On 3/4/2026 it was 5 km.")
        func words(_ manner: ReadingManner, _ voice: SpeechVoice) -> String {
            manner.said(part, by: voice, of: [english, polish]).map { $0.sentence.words.joined(separator: " ") }.joined()
        }
        #expect(words(ReadingManner(language: "en"), english) == "On March fourth, twenty twenty-six it was five kilometers.")
        #expect(words(ReadingManner(language: "en-GB"), english) == "On the third of April twenty twenty-six it was five kilometres.")
        #expect(words(ReadingManner(), english) == words(ReadingManner(language: "en"), english))
        for (manner, voice) in [
            (ReadingManner(language: "en"), polish), (ReadingManner(language: "ja"), english),
            (ReadingManner(language: "en", saysValues: false), english),
        ] {
            #expect(words(manner, voice) == "On 3/4/2026 it was 5 km.")
        }
    }

    @Test("any words leave every written word its place, what is said is bounded, and the stage changes nothing in what it has said")
    func anything() throws {
        let pieces = [
            "5", "km", "€", "-5", "3.", "April", "IV", "(", "z.", "B.", "№", "10–15", "1/2", "½", "Henry", "XIV.", "p.", "+48",
            "600-700-800", "a@b.pl", "’80s", "…", "r.",
            "w", "1984", "#x", "www.example.org/", "10", "000", "2:1", "14:05", "Mio.", "MM.", "1er", "1.º", "C/", "§§", ",", "O’Neil",
            "x²", "5'10\"", "$", "$-1", "--", "999999999999999",
        ]
        var state: UInt64 = 7
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for language in ["en", "en-US", "de", "fr", "fr-CH", "es", "es-MX", "pl"] {
            let values = try #require(SpokenValues(language))
            for _ in 0..<400 {
                let words = (0..<1 + next(14)).map { _ in pieces[next(pieces.count)] }
                let sentence = DocumentPart.Sentence(
                    words: words, joined: words.indices.dropFirst().filter { _ in next(5) == 0 }, endsParagraph: true)
                let said = values.said(SaidSentence(sentence))
                Self.exact(said, "\(language): \(words)")
                #expect(said.shown == words, "\(words)")
                #expect(said.words.allSatisfy { !$0.isEmpty && !$0.contains(" ") }, "\(words)")
            }
            let long = DocumentPart.Sentence(words: Array(repeating: "$999,999,999", count: 5_000), joined: [], endsParagraph: true)
            let all = values.said(SaidSentence(long))
            #expect(all.words.joined().unicodeScalars.count < 2_200 + 5_000 * 12)
            #expect(all.places.count == 5_000)
            for line in [
                "It was -5 °C in 1984 at 14:05.", "5,50 € und 10–15 km am 3. April.", "Louis XIV, 1er, 14h05, 21 pages.",
                "w 1984 r. o godz. 9, 2 książki.",
            ] {
                let once = values.said(Self.sentence(line)).words
                let again = values.said(SaidSentence(.init(words: once, joined: [], endsParagraph: true))).words
                #expect(again == once, "\(language): \(line)")
            }
        }
    }
}
