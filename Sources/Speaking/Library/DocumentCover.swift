import Foundation

/// A picture of a book, such as its cover: bytes of a JPEG, PNG, GIF or WebP.
package struct DocumentCover: Hashable, Codable, Sendable {
    package let bytes: [UInt8]

    /// Limit in bytes; larger pictures aren't stored.
    package static let limit = 1 << 20

    /// nil if it is too large, or not a picture.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.limit, Self.type(of: bytes) != nil else { return nil }
        self.bytes = bytes
    }

    /// The media type by the first bytes; nil if it is unsupported.
    package static func type(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) { return "image/png" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        return bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) ? "image/webp" : nil
    }

    /// Rethrows Foundation's errors.
    func write(to file: URL) throws {
        try Data(bytes).write(to: file, options: .atomic)
        chmod(file.path, 0o600)
    }

    // Base64: a list of numbers takes four times the space.
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        bytes = Array(Data(base64Encoded: text) ?? Data())
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(bytes).base64EncodedString())
    }
}
