package import Records

/// A rung of the ladder: how large a picture is encoded at most, and how many bits a second that takes.
package struct Quality: Hashable, Sendable {
    /// Lines of the picture.
    package let height: Int
    /// Bits a second of picture and sound, at most.
    package let bitRate: Int

    private static let soundRate = 160_000

    /// From the best to the smallest.
    package static let ladder = [1080, 720, 480, 360].map {
        Quality(height: $0, bitRate: Playlists.bitRate(encodingLines: $0) + soundRate)
    }

    /// Those that are smaller than a picture.
    package static func below(_ picture: MediaTracks.Picture) -> [Quality] { ladder.filter { $0.height < picture.shownSize.height } }

    /// The best that needs no more than so many bits a second; the smallest if none does.
    package static func within(_ bitRate: Int) -> Quality { ladder.first { $0.bitRate <= bitRate } ?? ladder[ladder.count - 1] }
}
