import Serving
import Speaking
import Storage

/// People, how they sign in, and what they set.
struct AccountsFeature: Sendable {
    let site: Site
    let accounts: Accounts
    /// nil in a server without a folder for documents.
    let documents: DocumentLibrary?
    /// Those that keep something of a person. Weak: the list holds this feature.
    weak let features: FeatureList?

    var store: Store { accounts.store.forAsker }
    var assets: AssetLibrary { site.assets }
}
