package import HTTPTypes
package import Localisation
package import Records

/// Why the server refuses a request: the only error that handlers throw. `ErrorPages` turns it into a page, or into a problem document for
/// programs (`Problem`).
package struct Refusal: Error {
    package enum Reason: Sendable {
        /// In the reader's language on a page, in English for a program.
        case phrase(Phrase)
        /// Used unchanged: in English for programs, or already in the reader's language.
        case text(String)
    }

    package let status: HTTPResponse.Status
    /// One sentence about this case; nil: the status is explanation enough.
    package let reason: Reason?
    /// The errors of body fields or parameters.
    package let errors: [Misfit]
    /// Headers of this response only: Allow, Retry-After.
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

    /// The reason in the reader's language; nil: the status is explanation enough.
    package func sentence(_ words: Words) -> String? {
        switch reason {
        case .phrase(let phrase): words(phrase)
        case .text(let text): text
        case nil: nil
        }
    }

    /// For people without this role.
    package static func below(_ role: Person.Role) -> Refusal {
        role == .clerk
            ? Refusal(.forbidden, "Only counter staff can do this.") : Refusal(.forbidden, "Only an administrator can do this.")
    }
}
