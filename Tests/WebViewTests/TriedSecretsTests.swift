import Records
import Testing

@testable import Web

@Suite("Secrets that were tried and aren't saved")
struct TriedSecretsTests {
    private let key = ["prices": SecretText("hush")]

    @Test("they are the person's and the board's, the last ones, until they are saved")
    func own() {
        let tried = TriedSecrets()
        tried.note(["prices": SecretText("old")], of: "prices", by: 1)
        tried.note(key, of: "prices", by: 1)
        #expect(tried.secrets(of: "prices", by: 1) == key)
        #expect(tried.secrets(of: "prices", by: 2).isEmpty)
        #expect(tried.secrets(of: "fuel", by: 1).isEmpty)
        tried.note([:], of: "prices", by: 1)
        #expect(tried.secrets(of: "prices", by: 1).isEmpty)
    }

    @Test("of more than twenty the oldest is forgotten")
    func bounded() {
        let tried = TriedSecrets()
        for number in 0...20 { tried.note(key, of: "board-\(number)", by: 1) }
        #expect(tried.secrets(of: "board-0", by: 1).isEmpty)
        #expect(tried.secrets(of: "board-1", by: 1) == key)
        #expect(tried.secrets(of: "board-20", by: 1) == key)
    }
}
