import Crypto
package import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
import Records
import Synchronization

/// Style sheets, scripts and pictures, served under `/static/<hash of the whole tree>/…`.
///
/// Pages link the files that the server makes from the sources at its start (`PageFiles`). The hash changes with every file and every kind
/// of page, so browsers may cache each address for ever. The library holds all files in memory; texts are compressed on first request. With
/// an override, it reads and builds them at each request, and browsers don't cache them. It includes the system's Leaflet files, if
/// installed.
package struct AssetLibrary: Sendable {
    private let files: [String: AssetFile]
    private let kinds: [PageKind]
    private let override: URL?
    /// The system's files, which don't change during development.
    private let leaflet: [String: [UInt8]]
    /// `/static/<hash>`.
    package let prefix: String
    /// Whether the files don't change after the start.
    package var isFixed: Bool { override == nil }
    package var hasLeaflet: Bool { !leaflet.isEmpty }

    /// `installed` is built once for all servers of a process.
    package init(
        of kinds: [PageKind], _ installed: Result<Installed, any Error>, override: URL?, leaflet folderOfLeaflet: String = Leaflet.folder
    ) throws {
        self.kinds = kinds
        self.override = override
        leaflet = Leaflet.files(in: folderOfLeaflet)
        guard override == nil else {
            (files, prefix) = ([:], "/static/development")
            return
        }
        let installed = try installed.get()
        files = installed.files.merging(leaflet.mapValues { AssetFile($0) }) { own, _ in own }
        prefix = "/static/" + installed.hash + Self.hash(of: leaflet)
    }

    /// The installed files, the files built from them, and the hash of all.
    package struct Installed: Sendable {
        fileprivate let files: [String: AssetFile]
        fileprivate let hash: String

        package init(of kinds: [PageKind]) throws {
            guard let folder = Installation.folder("Assets", of: "Serving") else {
                throw WebServerError(detail: "the web assets are not beside the executable; run tidings doctor")
            }
            var sources = try AssetLibrary.files(in: folder)
            sources.merge(try PageFiles(of: kinds, from: sources).all()) { _, made in made }
            files = sources.mapValues { AssetFile($0) }
            hash = AssetLibrary.hash(of: sources)
        }
    }

    package func response(to request: Request, path: String) throws -> Response {
        // The first component is the hash. An old hash works too, so that a page from before an update still finds its files.
        let name = path.split(separator: "/").dropFirst().joined(separator: "/")
        let isCurrent = isFixed && request.uri.path.hasPrefix(prefix + "/")
        guard let type = Self.types[String(name.split(separator: ".").last ?? "")], let file = try file(name) else {
            throw Refusal(.notFound)
        }
        var response = try file.response(to: request)
        response.headers[.contentType] = type
        response.headers[.cacheControl] = isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
        return response
    }

    private func file(_ name: String) throws -> AssetFile? {
        guard let override else { return files[name] }
        let sources = try Self.files(in: override)
        return (try PageFiles(of: kinds, from: sources).file(name) ?? sources[name] ?? leaflet[name]).map { AssetFile(asItIs: $0) }
    }

    /// The text of a file; nil if it doesn't exist.
    package func text(_ name: String) throws -> String? { try file(name).map { String(buffer: $0.bytes) } }

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
        guard !files.isEmpty else { return "" }
        var hash = SHA256()
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array(name.utf8) + [0])
            hash.update(data: bytes)
            hash.update(data: [0])
        }
        return hash.finalize().prefix(8).map { String(format: "%02x", $0) }.joined()
    }
}

/// The bytes of a file, and a compressed version if that is smaller. Compressed on first request, so that the start isn't delayed.
final class AssetFile: Sendable {
    let bytes: ByteBuffer
    private let gzip: Mutex<Packed>

    private enum Packed {
        case notYet
        case never
        case packed(ByteBuffer)
    }

    init(_ bytes: [UInt8]) {
        self.bytes = ByteBuffer(bytes: bytes)
        gzip = Mutex(bytes.count >= Compression.smallest ? .notYet : .never)
    }

    init(asItIs bytes: [UInt8]) {
        self.bytes = ByteBuffer(bytes: bytes)
        gzip = Mutex(.never)
    }

    func response(to request: Request) throws -> Response {
        guard let gzip = try packed() else { return Response(status: .ok, body: ResponseBody(byteBuffer: bytes)) }
        guard Compression.Coding(accepted: request.headers[.acceptEncoding]) == .gzip else {
            return Response(status: .ok, headers: [.vary: "Accept-Encoding"], body: ResponseBody(byteBuffer: bytes))
        }
        return Response(status: .ok, headers: [.vary: "Accept-Encoding", .contentEncoding: "gzip"], body: ResponseBody(byteBuffer: gzip))
    }

    /// Concurrent callers wait for the first.
    private func packed() throws -> ByteBuffer? {
        try gzip.withLock { gzip in
            if case .notYet = gzip {
                let made = try Compression.gzip(bytes)
                gzip = made.readableBytes < bytes.readableBytes * 9 / 10 ? .packed(made) : .never
            }
            guard case .packed(let made) = gzip else { return nil }
            return made
        }
    }
}
