import Foundation
import Places

extension Diagnosis {
    /// The bundled and imported places, and the file of addresses if one is configured.
    static func places(in data: URL, _ settings: Settings) -> [Finding] {
        var findings: [Finding] = []
        do {
            let imported = try ImportedPlaces(in: data).read()
            let count = Gazetteer.seed.count + imported.count
            findings.append(
                count == 0
                    ? Finding("places", .amiss, "those that come along are missing from the installation; install it again")
                    : Finding("places", .well, "\(count) are known, \(imported.count) of them imported"))
        } catch {
            findings.append(Finding("places", .amiss, "\(error)"))
        }
        do {
            guard let file = try settings.addresses() else { return findings }
            findings.append(Finding("maxmind-file", .well, "\(file.metadata.databaseType), made \(file.metadata.built)"))
        } catch {
            findings.append(Finding("maxmind-file", .amiss, Failure(error).message ?? "\(error)"))
        }
        return findings
    }
}
