import Extraction
import Foundation
import Places

extension PlaceFile {
    /// Reads a file of places. In a ZIP archive, as published by GeoNames, it is the only table that isn't a readme.
    static func read(_ url: URL) throws -> PlaceFile {
        guard url.pathExtension.lowercased() == "zip" else { return try PlaceFile(contentsOf: url) }
        let name = url.lastPathComponent
        guard let handle = try? FileHandle(forReadingFrom: url) else { throw Failure(.badUse, "\(name): cannot be read") }
        defer { try? handle.close() }
        var file = PlaceFile()
        var tables = 0
        var archive = ZipReader { entry in
            let entry = entry.lowercased()
            return (entry.hasSuffix(".txt") || entry.hasSuffix(".csv")) && !entry.hasPrefix("readme")
        }
        do {
            while let chunk = try handle.read(upToCount: 256 << 10), !chunk.isEmpty {
                try archive.append([UInt8](chunk)) { event in
                    switch event {
                    case .began: tables += 1
                    case .bytes(let bytes): if tables == 1 { try file.append(bytes) }
                    case .ended: break
                    }
                }
            }
            try archive.finish()
            guard tables == 1 else { throw Failure(.badUse, "\(name): there are \(tables) tables in it, and one is expected") }
            try file.finish()
        } catch let error as PlacesError {
            throw error.inFile(name)
        } catch let error as ExtractionError {
            throw Failure(.badUse, "\(name): \(error)")
        }
        return file
    }
}
