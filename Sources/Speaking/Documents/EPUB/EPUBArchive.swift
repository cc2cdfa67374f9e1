import Extraction
import Foundation

/// The text files of an EPUB, by name; pictures and fonts are left out. Nothing is written to disk, and names resolve only within the
/// archive.
///
/// Source: EPUB 3.3, section 4 (OCF). Bounded by `ZipReader` (files, bytes unpacked, ratio) and by `limit`.
struct EPUBArchive {
    private var files: [String: [UInt8]] = [:]
    /// The names of all files, keyed by their `folded` form.
    private var names: [String: String] = [:]
    private var size = 0

    /// Bytes of all markup files together.
    static let limit = 64 << 20
    private static let endings: Set = ["htm", "html", "ncx", "opf", "xht", "xhtml", "xml"]
    private static let piece = 256 << 10

    /// Throws `DocumentError`.
    init(_ bytes: [UInt8]) throws(DocumentError) { self = try EPUBArchive(bytes) { Self.endings.contains(Self.ending($0)) } }

    /// Unpacks only the files that `isWanted` selects.
    init(_ bytes: [UInt8], _ isWanted: @escaping (String) -> Bool) throws(DocumentError) {
        let found = Names()
        try unpack(bytes) { name in
            found.add(name)
            return isWanted(name)
        }
        names = found.names
    }

    /// Adds files whose names have unusual extensions. Throws `DocumentError`.
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
                    // The first file of a name wins, as in programs that read the directory from its start.
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

    /// Collects the names seen so far.
    private final class Names {
        private(set) var names: [String: String] = [:]

        func add(_ name: String) {
            let folded = EPUBArchive.folded(name)
            if names[folded] == nil { names[folded] = name }
        }
    }

    /// Normalizes case and accents, which programs write differently.
    private static func folded(_ name: String) -> String { name.lowercased().precomposedStringWithCanonicalMapping }

    private static func ending(_ name: String) -> String { String(name.split(separator: ".").last ?? "").lowercased() }

    /// The file that a reference from another file leads to: its name with escapes resolved, or as written, relative to that file or to the
    /// archive's root, ignoring case. Returns nil if the archive doesn't contain it.
    func find(_ reference: String, from file: String) -> String? {
        let path = String(reference.prefix { $0 != "#" && $0 != "?" })
        let unrooted = String(path.drop { $0 == "/" })
        let base = path.hasPrefix("/") ? "" : file
        // A percent sign may belong to the name: `100%.html`.
        let candidates = [Self.name(of: unrooted, from: base), Self.name(of: unrooted.replacing("%", with: "%25"), from: base)]
        return candidates.lazy.compactMap { $0 }.compactMap { names[Self.folded($0)] }.first
    }

    subscript(name: String) -> [UInt8]? { files[name] }

    /// Resolves a reference from a file: without fragment, with escapes resolved. Returns nil if it leads outside the archive.
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
