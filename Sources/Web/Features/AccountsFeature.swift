import Queueing
import Serving
import Speaking
import Storage

/// Accounts: people, how they sign in, and their settings.
struct AccountsFeature: Sendable {
    let site: Site
    let accounts: Accounts
    /// nil in a server without a folder for documents.
    let documents: DocumentLibrary?
    /// nil if this server has no queues.
    let queues: QueueDesk?
    /// Those that keep something of a person. Weak: the list holds this feature.
    weak let features: FeatureList?

    var store: Store { accounts.store.forAsker }
    var assets: AssetLibrary { site.assets }
}
