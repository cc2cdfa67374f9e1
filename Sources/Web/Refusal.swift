import HTTPTypes
import Localisation

/// Why the server refuses a request, as a sentence: in the reader's language on a page, in English for a program.
struct Refusal: Error {
    let status: HTTPResponse.Status
    let reason: Phrase

    init(_ status: HTTPResponse.Status, _ reason: Phrase) {
        self.status = status
        self.reason = reason
    }
}
