package import Broadcasting
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
    let devices: MediaDevices

    package init(site: Site, store: Store, media: MediaLibrary?, broadcaster: Broadcaster) {
        (self.site, ownStore, self.media) = (site, store, media)
        devices = MediaDevices(broadcaster)
    }

    var store: Store { ownStore.forAsker }
    var assets: AssetLibrary { site.assets }
}
