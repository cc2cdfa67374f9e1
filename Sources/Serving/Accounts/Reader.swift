package import Localisation
package import Records

/// For whom a page is: what its header says, what its forms carry, in which words.
package struct Reader: Sendable {
    /// nil: a stranger.
    package var person: Person?
    var formToken = ""
    package var words = Words.english
    /// The page they ask for; the header marks the way to it.
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

    /// Stands in every form that is posted; see `AccessControl`.
    package var formField: HTML? {
        formToken.isEmpty ? nil : "<input type=\"hidden\" name=\"\(FormToken.field)\" value=\"\(formToken)\">"
    }
}
