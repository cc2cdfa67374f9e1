import Foundation

/// Where downloads are written down: a folder with one small JSON file for each, replaced whole or not at all.
struct DownloadBook: Sendable {
    private let folder: URL

    init(folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Files that are no record of a download are passed over.
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
