package import Fetching
package import LongJobs
package import Serving
package import Speaking
package import Storage

/// Documents that are read aloud.
package struct ReaderFeature: Sendable {
    let site: Site
    private let ownStore: Store
    /// nil in a server without a folder for documents.
    let documents: DocumentLibrary?
    /// nil in a server without folders whose files become documents.
    let folders: DocumentFolders?
    /// nil in a server without a folder for documents.
    let mailboxes: DocumentMailboxes?
    /// nil in a server that doesn't speak.
    let exporter: DocumentExporter?
    let fetcher: Fetcher
    /// nil if none are shown here.
    let jobs: Jobs?
    /// Bounds how often a person has their mailbox read between the times at which it is read anyway, so that no server is pestered from here.
    let mailboxReadings: SendingGuard
    /// Bounds how often a person tries mail servers of their choosing, so that no passwords are guessed from here.
    let mailboxTries: SendingGuard

    package init(
        site: Site, store: Store, documents: DocumentLibrary?, folders: DocumentFolders?, mailboxes: DocumentMailboxes?,
        exporter: DocumentExporter?, fetcher: Fetcher, jobs: Jobs?
    ) {
        (self.site, ownStore, self.fetcher, self.jobs) = (site, store, fetcher, jobs)
        (self.documents, self.folders, self.mailboxes, self.exporter) = (documents, folders, mailboxes, exporter)
        (mailboxReadings, mailboxTries) = (SendingGuard(capacity: 20, now: site.now), SendingGuard(capacity: 20, now: site.now))
    }

    var store: Store { ownStore.forAsker }
    var assets: AssetLibrary { site.assets }
}
