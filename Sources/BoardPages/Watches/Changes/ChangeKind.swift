package import Localisation
package import Records

/// The labels for kinds of changes.
package enum ChangeKind {
    package static func label(_ kind: Change.Kind, _ words: Words) -> String {
        switch kind {
        case .appeared: words("Appeared on the list")
        case .altered: words("Changed", sense: "a row")
        case .gone: words("No longer on the list")
        }
    }
}
