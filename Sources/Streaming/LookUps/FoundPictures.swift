import Crypto
package import Foundation
import Operating
import Records

/// Fetched posters and covers, as JPEG of card size, in their own folder. The least recently shown are evicted first, and fetched again
/// when a page shows them.
package final class FoundPictures: Sendable {
    private let cache: FileCache
    private let ffmpeg: FFmpeg?

    /// The limit on a fetched picture, in bytes.
    static let byteLimit = 10 << 20
    private static let drawnLimit = 2 << 20
    private static let timeout = Duration.seconds(60)
    private static let draft = "fetched"

    /// `ffmpeg`: nil if it isn't installed, in which case nothing is fetched.
    package init(in folder: URL, ffmpeg: FFmpeg?, atMost limit: Int = 512 << 20) {
        cache = FileCache(in: folder, atMost: limit)
        cache.remove(Self.draft)
        self.ffmpeg = ffmpeg
    }

    /// nil if the picture has been evicted.
    package func picture(named name: String) -> SegmentMaker.Art? {
        guard !name.contains("/"), !name.hasPrefix("."), let jpeg = cache.bytes(named: name) else { return nil }
        return (jpeg, name)
    }

    package func remove(_ name: String) { cache.remove(name) }

    package func removeAll() { cache.removeAll() }

    /// Re-encodes a fetched picture at a smaller size and stores it. Returns its name; nil if it can't be decoded or stored. One at a time.
    /// Throws `CancellationError`.
    func draw(_ bytes: [UInt8], for work: MediaWork.ID) async throws -> String? {
        guard let ffmpeg, bytes.count <= Self.byteLimit, let format = CoverArt.format(of: Array(bytes.prefix(12))) else { return nil }
        cache.keep(bytes, named: Self.draft)
        defer { cache.remove(Self.draft) }
        guard let source = OpenFile(Self.draft, in: cache) else { return nil }
        let drawn: [UInt8]
        do {
            drawn = try await ffmpeg.output(
                .ffmpeg, SegmentRecipe.art(ofPicture: format), of: source, atMost: Self.drawnLimit, within: Self.timeout)
        } catch is StreamingError { return nil }
        guard !drawn.isEmpty else { return nil }
        let digest = SHA256.hash(data: Data(drawn)).prefix(8).map { String($0, radix: 16) }.joined()
        let name = "\(work)-\(digest).jpg"
        cache.keep(drawn, named: name)
        return cache.use(name) ? name : nil
    }
}
