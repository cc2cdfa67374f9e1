package import Foundation
package import Records

extension Gazetteer {
    /// The bundled places, parsed like any file of places. Empty if the installation lacks them.
    package static let seed: Gazetteer = {
        guard let folder = Installation.folder("Seed", of: "Places"),
            let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else { return .empty }
        let lists = files.filter { $0.pathExtension == "csv" }.sorted { $0.path < $1.path }.compactMap { file in
            (try? PlaceFile(contentsOf: file)).map { PlaceList($0, name: file.deletingPathExtension().lastPathComponent, imported: nil) }
        }
        return (try? Gazetteer(lists)) ?? .empty
    }()
}

extension PlaceFile {
    /// Reads a whole file. Throws `PlacesError`.
    package init(contentsOf file: URL) throws(PlacesError) {
        self.init()
        do throws(PlacesError) {
            guard let handle = try? FileHandle(forReadingFrom: file) else { throw PlacesError(.file, "cannot be read") }
            defer { try? handle.close() }
            while true {
                let chunk: Data?
                do { chunk = try handle.read(upToCount: 256 << 10) } catch { throw PlacesError(.file, "cannot be read") }
                guard let chunk, !chunk.isEmpty else { break }
                try append(chunk)
            }
            try finish()
        } catch {
            throw error.inFile(file.lastPathComponent)
        }
    }
}

extension PlaceList {
    package init(_ file: PlaceFile, name: String, imported: Timestamp?) {
        self.init(PlaceSource(name: name, attribution: file.attribution, kind: file.kind, imported: imported), file.places)
    }
}
