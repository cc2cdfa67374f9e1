package import Fetching
package import LongJobs
package import Serving
package import Speaking
package import Storage

/// Documents that are read aloud.
package struct ReaderFeature: Sendable {
    let site: Site
    private let ownStore: Store
    /// nil if the server has no document folder.
    let documents: DocumentLibrary?
    /// nil if the server watches no folders for documents.
    let folders: DocumentFolders?
    /// nil if the server has no document folder.
    let mailboxes: DocumentMailboxes?
    /// nil if the server doesn't speak.
    let exporter: DocumentExporter?
    let fetcher: Fetcher
    /// nil if jobs aren't shown.
    let jobs: Jobs?
    /// Limits how often a person can request an extra mailbox check, to protect mail servers.
    let mailboxReadings: SendingGuard
    /// Limits how often a person can try mail servers, to prevent password guessing.
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
