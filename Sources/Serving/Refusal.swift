package import HTTPTypes
package import Localisation

/// Why the server refuses a request, as a sentence: in the reader's language on a page, in English for a program.
package struct Refusal: Error {
    package let status: HTTPResponse.Status
    package let reason: Phrase

    package init(_ status: HTTPResponse.Status, _ reason: Phrase) {
        self.status = status
        self.reason = reason
    }
}
