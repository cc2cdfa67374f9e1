/// The image formats that are passed on, recognised only by their first bytes.
///
/// SVG isn't among them: it is a document with scripts. Signatures are from the WHATWG's MIME Sniffing, section 6.1, and AVIF 1.1, section
/// 7.
package enum PictureKind: String, CaseIterable, Sendable {
    case png, jpeg, gif, webp, avif

    package init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(64))
        func has(_ text: StaticString, at offset: Int) -> Bool {
            head.count >= offset + text.utf8CodeUnitCount
                && text.withUTF8Buffer { $0.elementsEqual(head[offset..<offset + $0.count]) }
        }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4), stride(from: 8, to: 32, by: 4).contains(where: { has("avif", at: $0) || has("avis", at: $0) }) {
            self = .avif
        } else {
            return nil
        }
    }

    package var mediaType: String { "image/\(rawValue)" }
}
