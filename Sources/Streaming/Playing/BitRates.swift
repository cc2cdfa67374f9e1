import Records

/// Bits a second of a picture or a sound as it's streamed: on average, and of its largest segments (RFC 8216, section 4.1).
///
/// Of what is copied they are those of the packets in the file, with what fragments say of each. Of what is encoded, and of files that were looked into
/// before packets were measured, they are bounds.
struct BitRates: Hashable, Sendable {
    var average: Int
    var peak: Int

    static let none = BitRates(average: 0, peak: 0)

    static func + (left: Self, right: Self) -> Self { Self(average: left.average + right.average, peak: left.peak + right.peak) }

    /// Of a fragment without its packets, of which ffmpeg begins another at each key frame of a picture: the boxes of ISO/IEC 14496-12 around them.
    private static let head = 128
    /// What a fragment says of each packet of a picture (section 8.8.8): length, size, flags, and when it's shown.
    private static let pictureEntry = 16
    /// Of a sound: length and size.
    private static let soundEntry = 8

    // MARK: Pictures

    /// The buffer of an encoder holds two seconds: in four of them come half as many more at most.
    static func encoding(lines: Int) -> BitRates {
        let most = Playlists.bitRate(encodingLines: lines)
        return BitRates(average: most, peak: most + most / 2)
    }

    /// Of a copied picture in its segments, a piece each. `stated` is what the file says of it; `target` the target duration of its playlist.
    static func copying(_ pieces: [MediaCuts.Piece], _ segments: [Timeline.Segment], target: Int, stated: Int) -> BitRates {
        let sizes = pieces.compactMap { piece in piece.bytes.map { $0 + piece.packets * pictureEntry + (piece.keys ?? 1) * head } }
        let seconds = segments.map(\.length.seconds)
        guard sizes.count == seconds.count, let average = rate(sizes.reduce(0, +), in: seconds.reduce(0, +)) else {
            return BitRates(average: stated, peak: stated + stated / 2)
        }
        return BitRates(average: average, peak: largest(sizes, seconds, target: Double(target)) ?? average)
    }

    /// Of segments in a row that last between half of the target duration and one and a half times. nil: none do.
    private static func largest(_ sizes: [Int], _ seconds: [Double], target: Double) -> Int? {
        var most: Int?
        for first in sizes.indices {
            var (size, length) = (0, 0.0)
            for next in first..<sizes.count {
                (size, length) = (size + sizes[next], length + seconds[next])
                guard length <= target * 1.5 else { break }
                if length >= target / 2, let found = rate(size, in: length) { most = max(most ?? 0, found) }
            }
        }
        return most
    }

    // MARK: Sounds

    /// An encoder keeps to what it was told, and a little beside it.
    static func encoding(_ sound: MediaTracks.Sound) -> BitRates {
        let usual = Playlists.bitRate(encoding: sound)
        return BitRates(average: usual, peak: usual + usual / 4)
    }

    static func copying(_ sound: MediaTracks.Sound, _ flow: MediaCuts.Flow?, _ segments: [Timeline.Segment]) -> BitRates {
        guard let flow, let end = segments.last?.end,
            let average = rate(flow.bytes + flow.packets * soundEntry + segments.count * head, in: end.seconds)
        else {
            let stated = stated(sound)
            return BitRates(average: stated, peak: stated + stated / 4)
        }
        // Packets come evenly.
        let entries = flow.packets * soundEntry * 8 / max(1, Int(clamping: end.seconds))
        let busiest = rate(flow.most + head, in: FlowMeasure.length.seconds).map { $0 + entries }
        return BitRates(average: average, peak: end < FlowMeasure.length ? average : max(average, busiest ?? 0))
    }

    /// As the file says, or as such sounds mostly are.
    static func stated(_ sound: MediaTracks.Sound) -> Int {
        sound.bitRate ?? (["flac", "alac"].contains(sound.codec) ? sound.sampleRate * sound.channels * 16 : 192_000)
    }

    /// Rounded up; nil for what lasts no time.
    private static func rate(_ bytes: Int, in seconds: Double) -> Int? {
        seconds > 0 ? Int(clamping: (Double(bytes) * 8 / seconds).rounded(.up)) : nil
    }
}
