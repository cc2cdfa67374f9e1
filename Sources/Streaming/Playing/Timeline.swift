package import Records

/// The start and end times of a file's segments under a plan. A pure function of stored data, so playlists don't need the file.
///
/// A copied video is cut at possible positions, an encoded one every four seconds on its own frame grid, music every six seconds. Audio is
/// cut at the same times; a short remainder joins the last segment.
package struct Timeline: Hashable, Sendable {
    package struct Segment: Hashable, Sendable {
        package let start: MediaTime
        package let end: MediaTime
        package var length: MediaTime { end - start }
    }

    /// For an encoded video: its frame rate, and the frames per segment except the last.
    package struct Grid: Hashable, Sendable {
        package let rate: FrameRate
        package let framesOfSegment: Int
        package let frames: Int

        package func frames(of segment: Int) -> Int { min(framesOfSegment, frames - segment * framesOfSegment) }
    }

    /// Empty without a video.
    package let picture: [Segment]
    /// Empty without audio.
    package let sound: [Segment]
    package let grid: Grid?

    private static let soundLength = MediaTime(seconds: 6)
    private static let secondsOfEncoded = 4.0
    private static let scrap = MediaTime(seconds: 1.5)
    private static let fastestRate = 31.0
    /// More than a day of film at four seconds each.
    private static let segmentLimit = 30_000

    package init(_ tracks: MediaTracks, _ cuts: MediaCuts, _ plan: PlayPlan) {
        let pictureEnd = cuts.pictureEnd ?? .zero
        var grid: Grid?
        var starts: [MediaTime] = []
        switch plan.picture {
        case .nothing: break
        case .copy: starts = [.zero] + cuts.pieces.dropFirst().map(\.start)
        case .encode:
            let made = Self.grid(tracks.picture?.rate, until: pictureEnd)
            starts = stride(from: 0, to: made.frames, by: made.framesOfSegment).map { Self.time(of: $0, made.rate) }
            grid = made
        }
        self.grid = grid
        picture = Self.segments(starts, until: grid.map { Self.time(of: $0.frames, $0.rate) } ?? pictureEnd)

        guard plan.sound != .nothing, let soundEnd = cuts.soundEnd else {
            sound = []
            return
        }
        var cut = starts.isEmpty ? [.zero] : starts
        var next = starts.isEmpty ? Self.soundLength : pictureEnd
        while soundEnd - next >= Self.scrap, cut.count < Self.segmentLimit {
            cut.append(next)
            next = next + Self.soundLength
        }
        sound = Self.segments([.zero] + cut.dropFirst().filter { soundEnd - $0 >= Self.scrap }, until: soundEnd)
    }

    /// Encoded videos have at most about 30 frames per second.
    private static func grid(_ rate: FrameRate?, until end: MediaTime) -> Grid {
        var rate = rate ?? FrameRate(pictures: 25, seconds: 1)!
        while rate.perSecond > fastestRate, let half = FrameRate(pictures: rate.pictures, seconds: rate.seconds * 2) { rate = half }
        let ofSegment = max(1, Int(clamping: (secondsOfEncoded * rate.perSecond).rounded()))
        let frames = max(1, Int(clamping: (end.seconds * rate.perSecond).rounded()))
        return Grid(rate: rate, framesOfSegment: max(ofSegment, frames / segmentLimit + 1), frames: frames)
    }

    private static func time(of frame: Int, _ rate: FrameRate) -> MediaTime {
        MediaTime(seconds: Double(frame) * Double(rate.seconds) / Double(rate.pictures))
    }

    private static func segments(_ starts: [MediaTime], until end: MediaTime) -> [Segment] {
        zip(starts, starts.dropFirst() + [max(end, starts.last ?? .zero)]).map { Segment(start: $0, end: $1) }
    }
}
