import Foundation

/// Persists downloads in a folder, one small JSON file each, replaced atomically.
struct DownloadBook: Sendable {
    private let folder: URL

    init(folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Skips files that aren't download records.
    func read() throws -> [Download] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).compactMap { file in
            guard file.pathExtension == "json", let data = try? Data(contentsOf: file) else { return nil }
            return try? JSONDecoder().decode(Download.self, from: data)
        }
    }

    func write(_ download: Download) throws {
        try JSONEncoder().encode(download).write(to: file(of: download.id), options: .atomic)
    }

    func remove(_ id: Download.ID) { try? FileManager.default.removeItem(at: file(of: id)) }

    private func file(of id: Download.ID) -> URL { folder.appendingPathComponent("\(id.uuidString.lowercased()).json") }
}
