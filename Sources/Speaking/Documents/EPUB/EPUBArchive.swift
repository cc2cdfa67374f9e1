import Extraction
import Foundation

/// The files of an EPUB that say something, by name: markup, none of the pictures and fonts. Nothing is written anywhere; a name leads
/// only to what is here.
///
/// Source: EPUB 3.3, section 4 (OCF). Bounded by `ZipReader` (files, bytes unpacked, ratio) and by `limit`.
struct EPUBArchive {
    private var files: [String: [UInt8]] = [:]
    /// Of all files, by how they are looked for (`folded`).
    private var names: [String: String] = [:]
    private var size = 0

    /// Bytes of all markup.
    static let limit = 64 << 20
    private static let endings: Set = ["htm", "html", "ncx", "opf", "xht", "xhtml", "xml"]
    private static let piece = 256 << 10

    /// Throws `DocumentError`.
    init(_ bytes: [UInt8]) throws(DocumentError) { self = try EPUBArchive(bytes) { Self.endings.contains(Self.ending($0)) } }

    /// Only the files that `isWanted` says are unpacked.
    init(_ bytes: [UInt8], _ isWanted: @escaping (String) -> Bool) throws(DocumentError) {
        let found = Names()
        try unpack(bytes) { name in
            found.add(name)
            return isWanted(name)
        }
        names = found.names
    }

    /// Files whose names have none of the usual endings. Throws `DocumentError`.
    mutating func add(_ wanted: Set<String>, from bytes: [UInt8]) throws(DocumentError) {
        let missing = wanted.filter { files[$0] == nil }
        if !missing.isEmpty { try unpack(bytes, missing.contains) }
    }

    private mutating func unpack(_ bytes: [UInt8], _ isWanted: @escaping (String) -> Bool) throws(DocumentError) {
        var (files, size, name, content): ([String: [UInt8]], Int, String, [UInt8]) = (files, size, "", [])
        do {
            var reader = ZipReader(isWanted: isWanted)
            for start in stride(from: 0, to: bytes.count, by: Self.piece) {
                try reader.append(Array(bytes[start..<min(start + Self.piece, bytes.count)])) { event in
                    switch event {
                    case .began(let found): (name, content) = (found, [])
                    case .bytes(let bytes):
                        size += bytes.count
                        guard size <= Self.limit else { throw DocumentError.tooManyWords }
                        content += bytes
                    // The first of a name, as programs take it that read the directory from its beginning.
                    case .ended: if files[name] == nil { files[name] = content }
                    }
                }
            }
            try reader.finish()
        } catch let error as DocumentError { throw error } catch let error as ExtractionError { throw .archive(error) } catch {
            throw .damaged("\(error)")
        }
        (self.files, self.size) = (files, size)
    }

    /// The names that have been there.
    private final class Names {
        private(set) var names: [String: String] = [:]

        func add(_ name: String) {
            let folded = EPUBArchive.folded(name)
            if names[folded] == nil { names[folded] = name }
        }
    }

    /// Programs write capitals and accents in either way.
    private static func folded(_ name: String) -> String { name.lowercased().precomposedStringWithCanonicalMapping }

    private static func ending(_ name: String) -> String { String(name.split(separator: ".").last ?? "").lowercased() }

    /// The file that a reference leads to from another one: by its name with its escapes resolved, else as it is written, and with a path
    /// from the archive's
    /// root; whatever its capitals are. nil for what isn't in the archive.
    func find(_ reference: String, from file: String) -> String? {
        let path = String(reference.prefix { $0 != "#" && $0 != "?" })
        let unrooted = String(path.drop { $0 == "/" })
        let base = path.hasPrefix("/") ? "" : file
        // A sign that belongs to a name is one that isn't resolved: `100%.html`.
        let candidates = [Self.name(of: unrooted, from: base), Self.name(of: unrooted.replacing("%", with: "%25"), from: base)]
        return candidates.lazy.compactMap { $0 }.compactMap { names[Self.folded($0)] }.first
    }

    subscript(name: String) -> [UInt8]? { files[name] }

    /// The name that a reference leads to from a file: without its fragment, its escapes resolved. nil for what leads out of the archive.
    static func name(of reference: String, from file: String) -> String? {
        let path = reference.prefix { $0 != "#" && $0 != "?" }
        guard !path.isEmpty else { return reference.hasPrefix("#") ? file : nil }
        guard !path.contains(":"), !path.hasPrefix("/"), let plain = String(path).removingPercentEncoding else { return nil }
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for part in plain.split(separator: "/", omittingEmptySubsequences: false) {
            switch part {
            case "", ".": continue
            case "..":
                guard !parts.isEmpty else { return nil }
                parts.removeLast()
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }

    static func fragment(of reference: String) -> String? {
        reference.firstIndex(of: "#").map { String(reference[reference.index(after: $0)...]) }?.removingPercentEncoding
    }
}
