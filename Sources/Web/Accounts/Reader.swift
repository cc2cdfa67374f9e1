import Localisation
import Records

/// For whom a page is: what its header says, what its forms carry, in which words.
struct Reader: Sendable {
    /// nil: a stranger.
    var person: Person?
    var formToken = ""
    var words = Words.english
    /// The page they ask for; the header marks the way to it.
    var path = ""
    /// How many of their notices are new.
    var unread = 0

    /// Stands in every form that is posted; see `AccessControl`.
    var formField: HTML? {
        formToken.isEmpty ? nil : "<input type=\"hidden\" name=\"\(FormToken.field)\" value=\"\(formToken)\">"
    }
}
