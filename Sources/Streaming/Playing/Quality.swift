package import Records

/// A rung of the bit rate ladder: the maximum video height and the bit rate it needs.
package struct Quality: Hashable, Sendable {
    /// The number of video lines.
    package let height: Int
    /// The maximum bit rate of video and audio together.
    package let bitRate: Int

    private static let soundRate = 160_000

    /// Best first.
    package static let ladder = [1080, 720, 480, 360].map {
        Quality(height: $0, bitRate: Playlists.bitRate(encodingLines: $0) + soundRate)
    }

    /// The rungs smaller than a video.
    package static func below(_ picture: MediaTracks.Picture) -> [Quality] { ladder.filter { $0.height < picture.shownSize.height } }

    /// The best rung within this bit rate, or the smallest one.
    package static func within(_ bitRate: Int) -> Quality { ladder.first { $0.bitRate <= bitRate } ?? ladder[ladder.count - 1] }
}
