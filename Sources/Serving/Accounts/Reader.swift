package import Localisation
package import Records

/// The reader of a page, who determines the header's contents, the token of forms, and the language.
package struct Reader: Sendable {
    /// nil: a visitor.
    package var person: Person?
    var formToken = ""
    package var words = Words.english
    /// The requested path, which the header marks as current.
    package var path = ""
    /// The number of unread notices.
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
        formToken.isEmpty ? nil : #"<input type="hidden" name="\#(FormToken.field)" value="\#(formToken)">"#
    }
}
