import Extraction
import Foundation

/// The files of an EPUB that say something, by name: markup, none of the pictures and fonts. Nothing is written anywhere; a name leads only to what is here.
///
/// Source: EPUB 3.3, section 4 (OCF). Bounded by `ZipReader` (files, bytes unpacked, ratio) and by `limit`.
struct EPUBArchive {
    private let files: [String: [UInt8]]

    /// Bytes of all markup.
    static let limit = 64 << 20
    private static let endings: Set = ["htm", "html", "ncx", "opf", "xht", "xhtml", "xml"]
    private static let piece = 256 << 10

    /// Throws `DocumentError`.
    init(_ bytes: [UInt8]) throws(DocumentError) {
        var (files, name, content, size): ([String: [UInt8]], String, [UInt8], Int) = ([:], "", [], 0)
        do {
            var reader = ZipReader { Self.endings.contains(String($0.split(separator: ".").last ?? "").lowercased()) }
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
        self.files = files
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
