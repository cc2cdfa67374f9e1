import Serving
import Speaking
import Storage

/// Accounts: people, how they sign in, and their settings.
struct AccountsFeature: Sendable {
    let site: Site
    let accounts: Accounts
    /// nil in a server without a folder for documents.
    let documents: DocumentLibrary?
    /// The features that store data about people. Weak: the list holds this feature.
    weak let features: FeatureList?

    var store: Store { accounts.store.forAsker }
    var assets: AssetLibrary { site.assets }
}
