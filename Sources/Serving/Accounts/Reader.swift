package import Localisation
package import Records

/// The reader of a page: decides what its header says, the token of its forms, and its language.
package struct Reader: Sendable {
    /// nil: a visitor.
    package var person: Person?
    var formToken = ""
    package var words = Words.english
    /// The requested page, whose link the header marks.
    package var path = ""
    /// How many of their notices are new.
    package var unread = 0

    package init(person: Person? = nil, formToken: String = "", words: Words = .english, path: String = "", unread: Int = 0) {
        self.person = person
        self.formToken = formToken
        self.words = words
        self.path = path
        self.unread = unread
    }

    /// The hidden field of every posted form; see `AccessControl`.
    package var formField: HTML? {
        formToken.isEmpty ? nil : "<input type=\"hidden\" name=\"\(FormToken.field)\" value=\"\(formToken)\">"
    }
}
