import Localisation
import Testing

@Suite("A phrase")
struct PhraseTests {
    @Test("The key has a specifier for each value, and the values stand apart")
    func key() {
        let phrase: Phrase = "\(3) records of \("Łódź"), 100 %"
        #expect(phrase.key == "%lld records of %@, 100 %%")
        #expect(phrase.arguments == [.count(3), .text("Łódź")])
    }

    @Test("In English it reads as it is written")
    func english() {
        #expect(Words.english("\(3) records of \("100 %@ Łódź"), 100 %") == "3 records of 100 %@ Łódź, 100 %")
    }
}
