package import Broadcasting
package import Serving
package import Storage
package import Streaming

/// The media library: films, music and books.
package struct MediaFeature: Sendable {
    let site: Site
    /// The store for the server's own work.
    let ownStore: Store
    /// nil if this server has no media folders.
    let media: MediaLibrary?
    /// Fetched posters and covers; nil in a server without a folder for them.
    let pictures: FoundPictures?
    /// Looks up posters, covers and plots; nil if this server has no media folders.
    let lookUps: MediaLookUps?
    let devices: MediaDevices

    package init(
        site: Site, store: Store, media: MediaLibrary?, pictures: FoundPictures?, lookUps: MediaLookUps?, broadcaster: Broadcaster
    ) {
        (self.site, ownStore, self.media, self.pictures, self.lookUps) = (site, store, media, pictures, lookUps)
        devices = MediaDevices(broadcaster)
    }

    var store: Store { ownStore.forAsker }
    var assets: AssetLibrary { site.assets }
}
