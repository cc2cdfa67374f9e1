import Testing

@testable import Serving
@testable import Web

@Suite("Tokens of forms") struct FormTokenTests {
    @Test("each answer shows a session's token as another text, and all of them are the token")
    func masked() {
        let code = Secret().code(for: "form")
        let shown = (0..<50).map { _ in FormToken(code) }
        #expect(Set(shown.map(\.text)).count == 50)
        for one in shown {
            #expect(shown.allSatisfy { $0.isSame(as: one.text) })
            #expect(!one.text.contains(code))
        }
        // Nowhere in the text is a letter that is the same each time.
        let texts = shown.map { Array($0.text) }
        #expect(texts[0].indices.dropLast().allSatisfy { place in Set(texts.map { $0[place] }).count > 1 })
    }

    @Test("what is not the token is refused, however it is masked")
    func others() {
        let (mine, theirs) = (FormToken(Secret().code(for: "form")), FormToken(Secret().code(for: "form")))
        for wrong in ["", "x", theirs.text, String(mine.text.dropLast()), mine.text + "A", String(mine.text.reversed()), Secret().text] {
            #expect(!mine.isSame(as: wrong))
        }
    }
}
