import Records

/// The ffmpeg arguments for one segment, which depend only on stored data. Each segment is cut exactly, so segments can be created in any
/// order and still join seamlessly.
///
/// - A copied video is cut by packet count from a key frame. How a seek finds the key frame depends on the container: the result is checked
///   (`FragmentedFile`), and a slightly later position is tried if it is wrong.
/// - Frames are decoded before they are shown. Decoding times are shifted by half a second so that none is negative, and an edit list in
///   the initialisation part shifts the presentation back; otherwise ffmpeg would delay frames whose presentation time is before their
///   decoding time.
/// - Copied audio is cut by packet times, in samples: each packet is in exactly one segment.
/// - Encoded video has its own frame grid; each segment starts with a key frame.
/// - Encoded audio has a grid of AAC frames, 1024 samples at 48 kHz. Encoding starts four frames early, and the encoder's start-up frames
///   are dropped, so segments join without clicks.
struct SegmentRecipe: Sendable {
    /// ffmpeg's arguments, one list per attempt, without the output path.
    let attempts: [[String]]
    /// When the first packet must be shown; nil for any time.
    let start: MediaTime?
    let isEncoding: Bool
    /// How much its times are shifted; the edit list reverses this.
    let shift: MediaTime

    private static let pictureShift = MediaTime(seconds: 0.5)
    private static let sampleRate = 48_000
    private static let frameLength = 1024
    /// Audio frames before the first one kept.
    private static let leadFrames = 4
    /// Returns nil if the segment doesn't exist.
    init?(_ track: StreamPart.Track, _ index: Int, of tracks: MediaTracks, _ cuts: MediaCuts, _ plan: PlayPlan) {
        let timeline = Timeline(tracks, cuts, plan)
        let segments = track == .picture ? timeline.picture : timeline.sound
        guard segments.indices.contains(index) else { return nil }
        let segment = segments[index]
        let isLast = index == segments.count - 1
        shift = track == .picture ? Self.pictureShift : .zero
        switch (track, track == .picture ? plan.picture : plan.sound) {
        case (.picture, .copy):
            guard let picture = tracks.picture, cuts.pieces.indices.contains(index) else { return nil }
            let piece = cuts.pieces[index]
            start = piece.start
            isEncoding = false
            attempts = Self.leads(of: piece, isFirst: index == 0).map { lead in
                Self.arguments(
                    seeking: lead.map { tracks.origin + piece.start + $0 }, isAccurate: true, stream: picture.stream,
                    ["-c", "copy", "-copyts", "-frames:v", "\(piece.packets)"] + (picture.codec == "hevc" ? ["-tag:v", "hvc1"] : [])
                        + Self.shifted(by: Self.pictureShift - tracks.origin))
            }
        case (.sound, .copy):
            guard let sound = tracks.sound else { return nil }
            start = nil
            isEncoding = false
            attempts = [Self.copying(sound, segment, isLast: isLast, origin: tracks.origin)]
        case (.picture, .encode):
            guard let picture = tracks.picture, let grid = timeline.grid else { return nil }
            start = segment.start
            isEncoding = true
            let run = cuts.pieces.last { $0.start <= segment.start }
            attempts = [
                Self.arguments(
                    seeking: index == 0
                        ? nil : tracks.origin + (run.map { Self.place(in: $0, before: segment, of: tracks) } ?? segment.start),
                    isAccurate: false, stream: picture.stream,
                    Self.encoding(picture, segment, grid, grid.frames(of: index), height: plan.height, origin: tracks.origin))
            ]
        case (.sound, .encode):
            guard let sound = tracks.sound else { return nil }
            isEncoding = true
            let first = Self.frame(at: segment.start)
            let frames = first..<max(first + 1, Self.frame(at: segment.end, isLast ? .toNearestOrAwayFromZero : .up))
            start = MediaTime(seconds: Double(frames.lowerBound * Self.frameLength) / Double(Self.sampleRate))
            attempts = [Self.encoding(sound, frames, segment, origin: tracks.origin)]
        case (_, .nothing): return nil
        }
    }

    private static func arguments(seeking: MediaTime?, isAccurate: Bool, stream: Int, _ output: [String]) -> [String] {
        ["-v", "error", "-nostdin", "-threads", "2"] + FFmpeg.readingOptions
            + (seeking.map { ["-seek_timestamp", "1"] + (isAccurate ? [] : ["-noaccurate_seek"]) + ["-ss", "\($0)"] } ?? [])
            + ["-i", FFmpeg.input, "-map", "0:\(stream)", "-map_metadata", "-1", "-map_chapters", "-1"] + output
            + ["-f", "mp4", "-movflags", "+frag_discont+delay_moov+default_base_moof"]
    }

    /// One video frame as JPEG, at most 480 pixels wide.
    static func art(_ stream: Int, at time: MediaTime?) -> [String] {
        ["-v", "error", "-nostdin", "-threads", "1"] + FFmpeg.readingOptions
            + (time.map { ["-seek_timestamp", "1", "-noaccurate_seek", "-ss", "\($0)"] } ?? [])
            + ["-i", FFmpeg.input, "-map", "0:\(stream)"] + drawing
    }

    /// The same for an image file of a known format.
    static func art(ofPicture format: String) -> [String] {
        ["-v", "error", "-nostdin", "-threads", "1", "-protocol_whitelist", "file,pipe", "-format_whitelist", format, "-f", format]
            + ["-max_pixels", "\(pixelLimit)", "-i", FFmpeg.input] + drawing
    }

    private static let pixelLimit = 100_000_000
    private static let drawing = [
        "-frames:v", "1", "-vf", "scale=w='min(480,iw)':h=-2,format=yuvj420p", "-c:v", "mjpeg", "-q:v", "4", "-f", "mjpeg", "pipe:1",
    ]

    /// Shifts all times by this offset.
    private static func shifted(by offset: MediaTime) -> [String] {
        ["-output_ts_offset", "\(offset)", "-use_editlist", "0", "-avoid_negative_ts", "disabled"]
    }

    /// How far past the key frame to seek. Containers that seek by decoding times land up to 130 ms earlier if frames are reordered.
    private static func leads(of piece: MediaCuts.Piece, isFirst: Bool) -> [MediaTime?] {
        if isFirst { return [nil] }
        let room = piece.room.seconds
        return [min(0.2, room * 0.5), min(0.135 + room * 0.5, room * 0.9 + 0.13), 0.001, room * 0.9].map { MediaTime(seconds: $0) }
    }

    /// Where to seek to decode from a run's key frame. Matroska and MP4 have an index of key frames: seeking slightly past one finds it,
    /// even where ffmpeg goes back 130 ms because of reordered frames. Seeking to its exact time would find the previous key frame and
    /// decode everything in between in vain. Other containers are searched by time and must not be late.
    private static func place(in run: MediaCuts.Piece, before segment: Timeline.Segment, of tracks: MediaTracks) -> MediaTime {
        if tracks.containers.contains("matroska") || tracks.containers.contains("mov") {
            return run.start + MediaTime(seconds: min(0.2, run.room.seconds * 0.5))
        }
        return run.start + MediaTime(seconds: run.start == segment.start ? 0 : 0.001)
    }

    private static func copying(_ sound: MediaTracks.Sound, _ segment: Timeline.Segment, isLast: Bool, origin: MediaTime) -> [String] {
        // Times that containers round to milliseconds may be slightly early.
        func sample(_ time: MediaTime) -> Int { Int(clamping: ((time + origin).seconds - 0.0005) * Double(sound.sampleRate)) }
        let isFirst = segment.start == .zero
        var drops = ["lt(pts\\,\(isFirst ? sample(.zero) : sample(segment.start)))"]
        if !isLast { drops.append("gte(pts\\,\(sample(segment.end)))") }
        // The other filter only affects packets with their own headers.
        let filters = (sound.codec == "aac" ? ["aac_adtstoasc"] : []) + ["noise=drop=\(drops.joined(separator: "+"))"]
        let seek = segment.start - MediaTime(seconds: 2)
        return arguments(
            seeking: seek > .zero ? origin + seek : nil, isAccurate: true, stream: sound.stream,
            ["-c", "copy", "-copyts"] + (isLast ? [] : ["-to", "\(origin + segment.end + MediaTime(seconds: 1))"])
                + ["-bsf:a", filters.joined(separator: ",")] + strictness(of: sound) + shifted(by: .zero - origin))
    }

    /// Before 6.0, ffmpeg writes FLAC in MP4 only with the experimental flag; the output is the same.
    private static func strictness(of sound: MediaTracks.Sound) -> [String] { sound.codec == "flac" ? ["-strict", "experimental"] : [] }

    private static func encoding(
        _ picture: MediaTracks.Picture, _ segment: Timeline.Segment, _ grid: Timeline.Grid, _ frames: Int, height: Int, origin: MediaTime
    ) -> [String] {
        let size = Playlists.encodedSize(of: picture, height: height)
        let rate = Playlists.bitRate(encodingLines: size.height)
        let filters = [
            "setpts=PTS-(\(origin))/TB", "fps=\(grid.rate.pictures)/\(grid.rate.seconds):start_time=\(segment.start):round=near",
            "scale=\(size.width):\(size.height)", "setsar=1", "format=yuv420p",
        ]
        return [
            "-copyts", "-vf", filters.joined(separator: ","), "-frames:v", "\(frames)", "-c:v", "libx264", "-preset", "veryfast", "-crf",
            "23", "-maxrate", "\(rate)", "-bufsize", "\(rate * 2)", "-profile:v", "high", "-level:v",
            "\(CodecName.level(ofEncoded: size))", "-g", "\(grid.framesOfSegment)", "-threads:v",
            "2",
            "-x264-params", "stitchable=1",
        ] + shifted(by: pictureShift)
    }

    private static func encoding(
        _ sound: MediaTracks.Sound, _ frames: Range<Int>, _ segment: Timeline.Segment, origin: MediaTime
    ) -> [String] {
        let first = max(0, frames.lowerBound - leadFrames) * frameLength
        let filters = [
            "asetpts=PTS-(\(origin))/TB", "aresample=\(sampleRate)",
            // `first_pts` counts input samples.
            "aresample=async=1:first_pts=\(first)",
            "aformat=channel_layouts=\(sound.channels == 1 ? "mono" : "stereo")", "apad",
            "atrim=start_pts=\(first):end_pts=\((frames.upperBound + 2) * frameLength)",
        ]
        let seek = segment.start - MediaTime(seconds: 2)
        return arguments(
            seeking: seek > .zero ? origin + seek : nil, isAccurate: false, stream: sound.stream,
            [
                "-copyts", "-af", filters.joined(separator: ","), "-c:a", "aac", "-b:a", "\(Playlists.bitRate(encoding: sound))", "-bsf:a",
                "noise=drop=lt(pts\\,\(frames.lowerBound * frameLength))+gte(pts\\,\(frames.upperBound * frameLength))",
            ] + shifted(by: .zero))
    }

    /// The first frame of the grid at or after a time.
    private static func frame(at time: MediaTime, _ rule: FloatingPointRoundingRule = .up) -> Int {
        Int(clamping: (time.seconds * Double(sampleRate) / Double(frameLength)).rounded(rule))
    }
}
