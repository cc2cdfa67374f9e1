import Foundation
import HTTPTypes
import Hummingbird
import Records

/// Style sheets, scripts and pictures, served under `/static/<hash of the whole tree>/…`.
///
/// The hash changes with any file, so every address may be kept for ever, and the files may name each other relatively. All are
/// held in memory; with an override they are read anew at each request and never kept. Leaflet's files, where the system has them, are
/// among them.
struct AssetLibrary: Sendable {
    private let files: [String: [UInt8]]
    private let override: URL?
    /// Of Leaflet alone: the system's, which nobody works on.
    private let leaflet: [String: [UInt8]]
    /// `/static/<hash>`.
    let prefix: String
    /// Whether the files are those that were there at the start.
    var isFixed: Bool { override == nil }
    /// The files by their paths in the tree, in order.
    var names: [String] { files.keys.sorted() }
    var hasLeaflet: Bool { !leaflet.isEmpty }

    init(override: URL?, leaflet folderOfLeaflet: String = Leaflet.folder) throws {
        self.override = override
        leaflet = Leaflet.files(in: folderOfLeaflet)
        guard let folder = override ?? Installation.folder("Assets", of: "Web") else {
            throw WebServerError(detail: "the web assets are not beside the executable; run tidings doctor")
        }
        files = try Self.files(in: folder).merging(leaflet) { own, _ in own }
        prefix = "/static/" + (override == nil ? Self.hash(of: files) : "development")
    }

    func response(to request: Request, path: String) throws -> Response {
        // The first component is the hash: an old one is as good, so that a page from before an update still finds its files.
        let name = path.split(separator: "/").dropFirst().joined(separator: "/")
        let file = try override.map { try Self.files(in: $0)[name] ?? leaflet[name] } ?? files[name]
        guard let file, let type = Self.types[String(name.split(separator: ".").last ?? "")] else { throw HTTPError(.notFound) }
        let isCurrent = override == nil && request.uri.path.hasPrefix(prefix + "/")
        return Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    ]

    private static func files(in folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where types[(path as NSString).pathExtension] != nil {
            files[path] = [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
        }
        return files
    }

    private static func hash(of files: [String: [UInt8]]) -> String {
        var hash = Fingerprint()
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hash.add(name.utf8)
            hash.add([0])
            hash.add(bytes)
            hash.add([0])
        }
        return hash.description
    }
}
