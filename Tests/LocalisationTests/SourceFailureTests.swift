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
            #expect(text.contains("https://embassy.example") && text != failure(kind).message && !text.contains("%"))
            #expect(said.insert(text).inserted)
        }
        #expect(words.text(failure(.other)) == "https://embassy.example answered 503")
        #expect(words.text(failure(.status)).contains("503") && words.text(failure(.unreadable)).contains("page 2"))
    }

    @Test("English has it as it was found")
    func english() {
        for kind in SourceFailure.Kind.allCases { #expect(Words.english.text(failure(kind)) == "https://embassy.example answered 503") }
    }
}
