import Records

/// The average and peak bit rates of a streamed video or audio track (RFC 8216, section 4.1).
///
/// For copied tracks, computed from the packets in the file plus the overhead of fragments. For encoded tracks, and files analysed before
/// packets were measured, upper bounds.
struct BitRates: Hashable, Sendable {
    var average: Int
    var peak: Int

    static let none = BitRates(average: 0, peak: 0)

    static func + (left: Self, right: Self) -> Self { Self(average: left.average + right.average, peak: left.peak + right.peak) }

    /// The overhead of a fragment without its packets (ISO/IEC 14496-12 boxes); ffmpeg starts one at each key frame.
    private static let head = 128
    /// A fragment's entry per video packet (section 8.8.8): length, size, flags, and presentation time.
    private static let pictureEntry = 16
    /// A fragment's entry per audio packet: length and size.
    private static let soundEntry = 8

    // MARK: Video

    /// The encoder's buffer holds two seconds, so four seconds have at most one and a half times the average.
    static func encoding(lines: Int) -> BitRates {
        let average = Playlists.bitRate(encodingLines: lines)
        return BitRates(average: average, peak: average + average / 2)
    }

    /// For a copied video with one piece per segment. `stated` is the file's own value; `target` the target duration of its playlist.
    static func copying(_ pieces: [MediaCuts.Piece], _ segments: [Timeline.Segment], target: Int, stated: Int) -> BitRates {
        let sizes = pieces.compactMap { piece in piece.bytes.map { $0 + piece.packets * pictureEntry + (piece.keys ?? 1) * head } }
        let seconds = segments.map(\.length.seconds)
        guard sizes.count == seconds.count, let average = rate(sizes.reduce(0, +), in: seconds.reduce(0, +)) else {
            return BitRates(average: stated, peak: stated + stated / 2)
        }
        return BitRates(average: average, peak: largest(sizes, seconds, target: Double(target)) ?? average)
    }

    /// A longer target duration comes from a gap in the video, and would compare each segment with all others.
    private static let longestTarget = 60.0

    /// The peak over consecutive segments that last between 0.5 and 1.5 target durations; nil if there are none.
    private static func largest(_ sizes: [Int], _ seconds: [Double], target: Double) -> Int? {
        var highest: Int?
        let target = min(target, longestTarget)
        for first in sizes.indices {
            var (size, length) = (0, 0.0)
            for next in first..<sizes.count {
                (size, length) = (size + sizes[next], length + seconds[next])
                guard next == first || length <= target * 1.5 else { break }
                if length >= target / 2, let found = rate(size, in: length) { highest = max(highest ?? 0, found) }
            }
        }
        return highest
    }

    // MARK: Audio

    /// Encoders keep close to the requested rate.
    static func encoding(_ sound: MediaTracks.Sound) -> BitRates {
        let average = Playlists.bitRate(encoding: sound)
        return BitRates(average: average, peak: average + average / 4)
    }

    static func copying(_ sound: MediaTracks.Sound, _ flow: MediaCuts.Flow?, _ segments: [Timeline.Segment]) -> BitRates {
        guard let flow, let end = segments.last?.end,
            let average = rate(flow.bytes + flow.packets * soundEntry + segments.count * head, in: end.seconds)
        else {
            let stated = stated(sound)
            return BitRates(average: stated, peak: stated + stated / 4)
        }
        // Assumes evenly spaced packets.
        let entries = flow.packets * soundEntry * 8 / max(1, Int(clamping: end.seconds))
        let busiest = rate(flow.most + head, in: FlowMeasure.length.seconds).map { $0 + entries }
        return BitRates(average: average, peak: end < FlowMeasure.length ? average : max(average, busiest ?? 0))
    }

    /// No file has more bits a second. Stated values are clamped to this, so that sums never overflow.
    static let limit = 100_000_000_000

    /// The rate stated by the file, or a typical one.
    static func stated(_ sound: MediaTracks.Sound) -> Int {
        if let said = sound.bitRate { return said.clamped(to: 1...limit) }
        return ["flac", "alac"].contains(sound.codec) ? sound.sampleRate * sound.channels * 16 : 192_000
    }

    /// Rounded up; nil for zero duration.
    private static func rate(_ bytes: Int, in seconds: Double) -> Int? {
        seconds > 0 ? Int(clamping: (Double(bytes) * 8 / seconds).rounded(.up)) : nil
    }
}
