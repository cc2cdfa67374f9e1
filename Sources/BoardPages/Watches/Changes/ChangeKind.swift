package import Localisation
package import Records

/// What happened to a record, as pages say it.
package enum ChangeKind {
    package static func label(_ kind: Change.Kind, _ words: Words) -> String {
        switch kind {
        case .appeared: words("Appeared on the list")
        case .altered: words("Changed", sense: "a record")
        case .gone: words("No longer on the list")
        }
    }
}
