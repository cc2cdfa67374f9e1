package import HTTPTypes
package import Localisation
package import Records

/// Why the server refuses a request: the one error that handlers throw. `ErrorPages` makes a page of it, or for a program a problem
/// document (`Problem`).
package struct Refusal: Error {
    package enum Reason: Sendable {
        /// In the reader's language on a page, in English for a program.
        case phrase(Phrase)
        /// As it is: in English, for programs, or in the reader's words already.
        case text(String)
    }

    package let status: HTTPResponse.Status
    /// One sentence about this case; nil: the status says it all.
    package let reason: Reason?
    /// What is wrong with a field of the body, or with a parameter.
    package let errors: [Misfit]
    /// Besides what every answer has: Allow, Retry-After.
    package let headers: HTTPFields

    package init(_ status: HTTPResponse.Status, _ phrase: Phrase, headers: HTTPFields = [:]) {
        self.init(status, .phrase(phrase), headers: headers)
    }

    package init(_ status: HTTPResponse.Status, text: String? = nil, errors: [Misfit] = [], headers: HTTPFields = [:]) {
        self.init(status, text.map(Reason.text), errors: errors, headers: headers)
    }

    private init(_ status: HTTPResponse.Status, _ reason: Reason?, errors: [Misfit] = [], headers: HTTPFields) {
        (self.status, self.reason, self.errors, self.headers) = (status, reason, errors, headers)
    }

    /// The reason in the reader's words; nil if the status says it all.
    package func sentence(_ words: Words) -> String? {
        switch reason {
        case .phrase(let phrase): words(phrase)
        case .text(let text): text
        case nil: nil
        }
    }

    /// For who has a lower role than that.
    package static func below(_ role: Person.Role) -> Refusal {
        role == .clerk
            ? Refusal(.forbidden, "Only counter staff can do this.") : Refusal(.forbidden, "Only an administrator can do this.")
    }
}
