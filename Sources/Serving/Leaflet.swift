import Foundation

/// Leaflet, the library for tile maps, as Debian's `libjs-leaflet` installs it; served among the assets, as `leaflet/…`.
///
/// It isn't bundled, and is optional: without it, the map is drawn. BSD-2-Clause, https://leafletjs.com.
package enum Leaflet {
    package static let folder = "/usr/share/javascript/leaflet"
    package static let prefix = "leaflet/"
    package static let script = "\(prefix)leaflet.esm.min.js"
    package static let style = "\(prefix)leaflet.css"
    /// The files that the map requests, and those that its style sheet refers to.
    private static let names = [
        "leaflet.esm.min.js", "leaflet.css", "images/layers.png", "images/layers-2x.png", "images/marker-icon.png",
    ]
    private static let largest = 1 << 20

    /// The files by their paths among the assets; empty if the script or the style sheet is missing.
    package static func files(in folder: String) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in names {
            let path = "\(folder)/\(name)"
            guard
                let size = try? FileManager.default.attributesOfItem(atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)[
                    .size] as? Int,
                size <= largest, let bytes = FileManager.default.contents(atPath: path)
            else { continue }
            files[prefix + name] = [UInt8](bytes)
        }
        return files[script] == nil || files[style] == nil ? [:] : files
    }
}
