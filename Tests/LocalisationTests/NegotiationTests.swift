import Localisation
import Testing

@Suite("Negotiation") struct NegotiationTests {
    @Test(
        "the first language of the browser's that we speak, with its country",
        arguments: [
            ("de", "de"), ("de-CH, fr;q=0.9", "de-CH"), ("fr;q=0.5, pl", "pl"), ("pt, it;q=0.9, es;q=0.1", "es"), ("de;q=0, ja", "ja"),
            ("ar-Arab-EG", "ar-EG"), ("zh-Hant-TW, *", nil), ("*", nil), ("", nil), ("EN_us", "en-US"), ("en", "en-GB"), ("en-xa", "en-XA"),
            ("de;q=2, fr;q=x, pl;q=0.1", "pl"), ("de;q=0.3,fr;q=0.3", "de"), (";;,,;q=1", nil), ("de-419", "de"),
        ] as [(String, String?)])
    func accepted(_ header: String, _ tag: String?) {
        #expect(Language.lookUp(Language.tags(accepted: header))?.tag == tag)
    }

    @Test("a header longer than any browser's is none")
    func long() {
        #expect(Language.tags(accepted: String(repeating: "de,", count: 400)).isEmpty)
    }

    @Test("who reads none of our languages reads English")
    func none() {
        #expect(Words(preferring: ["zh", "ko"]).language == "en-GB")
        #expect(Words(preferring: ["zh", "ar-EG"]).direction == "rtl")
    }
}
