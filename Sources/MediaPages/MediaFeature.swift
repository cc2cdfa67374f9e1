package import Serving
package import Storage
package import Streaming

/// Films and music.
package struct MediaFeature: Sendable {
    let site: Site
    /// The store for the server's own work.
    let ownStore: Store
    /// nil if this server has no media folders.
    let media: MediaLibrary?

    package init(site: Site, store: Store, media: MediaLibrary?) {
        (self.site, ownStore, self.media) = (site, store, media)
    }

    var store: Store { ownStore.forAsker }
    var assets: AssetLibrary { site.assets }
}
