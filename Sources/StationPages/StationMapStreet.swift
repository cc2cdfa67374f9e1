import BoardPages
import HTTPTypes
import Hummingbird
import Serving

/// The street map under the pins: tiles from the operator's provider, shown by the system's Leaflet. nil if either is missing.
struct StationMapStreet: Sendable {
    let tiles: TileSource
    /// Leaflet's files.
    let script: String
    let style: String

    init?(_ feature: StationsFeature) {
        guard let tiles = feature.site.operating.tiles, feature.assets.hasLeaflet else { return nil }
        self.tiles = tiles
        script = "\(feature.assets.prefix)/\(Leaflet.script)"
        style = "\(feature.assets.prefix)/\(Leaflet.style)"
    }

    var attributes: HTML {
        #" data-tiles="\#(tiles.template)" data-leaflet="\#(script)" data-leaflet-style="\#(style)""#
    }

    /// The tiles' attribution, shown while they are.
    var credit: HTML {
        let parts = tiles.credit.map { part -> HTML in
            guard let address = part.address else { return "\(part.text)" }
            return #"<a href="\#(address)" target="_blank" rel="noopener">\#(part.text)</a>"#
        }
        return #"<p class="map-credit" data-credit hidden>\#(parts)</p>"#
    }

    /// Extends the page's policy: it may load images from the tile host, and send that host this server's origin as the referrer, as tile
    /// providers require, but neither the page's path nor its query.
    func allow(in response: inout Response) {
        response.headers[.contentSecurityPolicy] = SecurityHeaders.policy(imagesFrom: tiles.origin)
        response.headers[.referrerPolicy] = "strict-origin-when-cross-origin"
    }
}
