import Foundation
import Places
import Watching

/// The geocoder for addresses, if any, and the places known without one: the settings of `Docs/Using/Geocoding.md`.
struct GeocodingSettings: Sendable {
    /// nil: no geocoder is used.
    var service: Geocoding.Service?
    var countries: [String] = []
    var file = GeocodeFile()
}

extension Setting<URL> {
    static var geocoderURL: Self {
        Self("geocoder-url", or: "is not an address like https://nominatim.example/") { text in
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
                url.query == nil, url.fragment == nil, url.user == nil
            else { return nil }
            return url
        }
    }
}

extension Settings {
    var geocoding: GeocodingSettings {
        get throws { GeocodingSettings(service: try geocoder, countries: try geocoderCountries, file: try geocodeFile) }
    }

    var geocoder: Geocoding.Service? {
        get throws {
            guard let name = value("geocoder"), name != "off" else { return nil }
            guard let kind = Geocoders.all.first(where: { $0.name == name }) else {
                let all = (Geocoders.all.map { $0.name } + ["off"]).joined(separator: ", ")
                throw Failure(.badUse, "geocoder: '\(name)' isn't one of \(all)")
            }
            guard let url = try value(.geocoderURL) else {
                throw Failure(.badUse, "geocoder-url: needed with geocoder; Tidings asks no service that you haven't chosen")
            }
            guard try hasSourceContact(for: "geocoder", "geocoder; its operators want to know how to reach you") else { return nil }
            return Geocoding.Service(kind, at: url)
        }
    }

    private var geocoderCountries: [String] {
        get throws {
            try list("geocoder-countries").map { text in
                let code = text.lowercased()
                guard code.utf8.count == 2, code.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
                    throw Failure(.badUse, "geocoder-countries: '\(text)' is not a country like au")
                }
                return code
            }
        }
    }

    private var geocodeFile: GeocodeFile {
        get throws {
            guard let path = value("geocoder-cache") else { return GeocodeFile() }
            do { return try GeocodeFile(at: URL(fileURLWithPath: path)) } catch { throw Failure(.badUse, "geocoder-cache: \(error)") }
        }
    }
}
