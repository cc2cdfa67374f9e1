import Serving
import Testing

@Suite("Sentences of what a source says") struct SentenceTests {
    @Test("a clause gets its capital and its full stop, and an address at its beginning stays as it is")
    func sentences() {
        #expect("the connection broke off".asSentence == "The connection broke off.")
        #expect("Done!".asSentence == "Done!")
        #expect("".asSentence.isEmpty)
        #expect("https://example.org/a answered 404 Not Found".asSentence == "https://example.org/a answered 404 Not Found.")
        #expect("httpd failed".asSentence == "Httpd failed.")
    }
}
