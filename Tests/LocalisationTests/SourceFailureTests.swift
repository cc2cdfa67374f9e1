import Localisation
import Records
import Testing

@Suite("Why a source gave nothing")
struct SourceFailureTests {
    private func failure(_ kind: SourceFailure.Kind) -> SourceFailure {
        SourceFailure(kind, at: "https://embassy.example", status: 503, detail: "page 2", message: "https://embassy.example answered 503")
    }

    @Test("each kind is said in each language, with where it was", arguments: ["de", "fr", "es", "pl", "ar", "ja"])
    func everyLanguage(tag: String) {
        let words = Words(language: tag)
        var said: Set<String> = []
        for kind in SourceFailure.Kind.allCases where kind != .other {
            let text = words.text(failure(kind))
            #expect(text.contains("https://embassy.example"))
            #expect(text != failure(kind).message)
            #expect(!text.contains("%"))
            #expect(said.insert(text).inserted)
        }
        #expect(words.text(failure(.other)) == "https://embassy.example answered 503")
        #expect(words.text(failure(.status)).contains("503"))
        #expect(words.text(failure(.unreadable)).contains("page 2"))
    }

    @Test(
        "a host that isn't allowed is said with the setting's label, as the page of settings has it",
        arguments: ["en", "de", "fr", "es", "pl", "ar", "ja"])
    func privateHost(tag: String) {
        let words = Words(language: tag)
        let text = words.text(failure(.privateHost))
        #expect(text.contains(words("Allowed hosts for boards")))
        #expect(!text.contains("allow-hosts"))
    }

    @Test(
        "missing rows are said without a board file's path, with what may explain it",
        arguments: ["en", "de", "fr", "es", "pl", "ar", "ja"], [SourceFailure.Kind.noRows, .severalRows])
    func rows(tag: String, kind: SourceFailure.Kind) {
        func text(_ detail: String) -> String {
            Words(language: tag).text(SourceFailure(kind, at: "https://a.example", detail: detail, message: "nothing on the page is //li"))
        }
        #expect(text("").contains("https://a.example"))
        #expect(!text("").contains("//li"))
        #expect(text("the page was refused 2 requests") == "\(text("")); the page was refused 2 requests")
    }

    @Test("English has it as it was found")
    func english() {
        for kind in SourceFailure.Kind.allCases where ![.privateHost, .noRows, .severalRows].contains(kind) {
            #expect(Words.english.text(failure(kind)) == "https://embassy.example answered 503")
        }
    }
}
