import BoardPages
import HTTPTypes
import Hummingbird
import Serving

/// The street map under the pins: tiles from the operator's publisher, shown by Leaflet as the system has it. nil without either.
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
        " data-tiles=\"\(tiles.template)\" data-leaflet=\"\(script)\" data-leaflet-style=\"\(style)\""
    }

    /// Who made the tiles; shown as long as they are.
    var credit: HTML {
        let parts = tiles.credit.map { part -> HTML in
            guard let address = part.address else { return "\(part.text)" }
            return "<a href=\"\(address)\" target=\"_blank\" rel=\"noopener\">\(part.text)</a>"
        }
        return "<p class=\"map-credit\" data-credit hidden>\(parts)</p>"
    }

    /// What a page with the map may do beyond others: show pictures from the one host, and say to it from which server it comes, as
    /// publishers of tiles ask for, though neither the page nor what was asked of it.
    func allow(in response: inout Response) {
        response.headers[.contentSecurityPolicy] = SecurityHeaders.policy(imagesFrom: tiles.origin)
        response.headers[.referrerPolicy] = "strict-origin-when-cross-origin"
    }
}
