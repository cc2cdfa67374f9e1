import Foundation
import Places
import Records
import Storage
import Watching

extension Diagnosis {
    /// How addresses are looked up. The geocoder isn't tested, because each request would have to look up an address.
    static func geocoder(_ settings: Settings, _ store: Store?) async -> Finding {
        let geocoding: GeocodingSettings
        do { geocoding = try settings.geocoding } catch { return Finding("geocoder", .amiss, Failure(error).message ?? "") }
        let file = geocoding.file
        var known = file.count > 0 ? "; geocoder-cache has \(file.count) addresses" : ""
        if let problem = file.problems.first {
            known += "; geocoder-cache: line \(problem.line) \(problem.detail), and \(file.problems.count) such lines are left out"
        }
        guard let service = geocoding.service else {
            let advice = "off. To look up addresses, set geocoder, geocoder-url, user-agent-contact"
            return Finding("geocoder", .note, advice + known)
        }
        var detail = "\(service.name) at \(service.address)"
        guard let store, let traffic = try? await store.places.geocodeTraffic() else {
            return Finding("geocoder", .well, detail + known)
        }
        if let counts = try? await store.places.geocodeCounts() {
            let all = counts.values.reduce(0, +)
            detail += "; \(counts[.found] ?? 0) positions are known, of \(all - (counts[.found] ?? 0)) addresses none"
        }
        if traffic.service == service.identity, let until = traffic.pausedUntil, until > .system() {
            return Finding(
                "geocoder", .note, "\(detail)\(known); it is left alone until \(until): it \(traffic.trouble ?? "asked for that")")
        }
        return Finding("geocoder", file.problems.isEmpty ? .well : .note, detail + known)
    }
}
