import Localisation
import Storage

/// For whom a page is: what its header says, what its forms carry, in which words.
struct Reader: Sendable {
    /// nil: a stranger.
    var person: Person?
    var formToken = ""
    var words = Words.english

    /// Stands in every form that is posted; see `AccessControl`.
    var formField: HTML? {
        formToken.isEmpty ? nil : "<input type=\"hidden\" name=\"\(AccessControl.formField)\" value=\"\(formToken)\">"
    }
}
