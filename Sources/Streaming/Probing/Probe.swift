import Foundation
package import Records
import Synchronization

/// Analyses a file: its tracks with `ffprobe`, and possible cuts from all its packets.
///
/// Starting ffprobe takes longer than reading a song, so a single run reads both from a short file (`ProbeAnswer`). A long film has too
/// many packets to hold until its tracks are known, so a second run reads them.
package struct Probe: Sendable {
    /// The size up to which a file is read in one run.
    private let shortFile: Int
    /// The limit on ffprobe's output for a short file.
    private static let shortAnswerLimit = 32 << 20
    private static let answerLimit = 4 << 20
    private static let answerTimeout = Duration.seconds(60)
    /// The limit on ffprobe's list of packets. Six hours of film at 60 frames per second are 130 MB.
    private static let packetsLimit = 512 << 20
    private static let packetsTimeout = Duration.seconds(900)

    private let ffmpeg: FFmpeg

    package init(_ ffmpeg: FFmpeg, shortFile: Int = 64 << 20) { (self.ffmpeg, self.shortFile) = (ffmpeg, shortFile) }

    /// Analyses the file. Throws `CancellationError`, and `StreamingError` if ffprobe can't be run (`unavailable`).
    package func contents(of file: OpenFile) async throws -> MediaFile.Contents {
        do {
            let (tracks, cuts) = try await tracksAndCuts(of: file)
            guard cuts.end > .zero else { return .unplayable(.timeless) }
            return .playable(tracks, cuts)
        } catch let error as StreamingError where [.program, .tooLong].contains(error.code) {
            return .unplayable(.unreadable(error.detail))
        } catch let fault as MediaFault {
            return .unplayable(fault)
        }
    }

    private func tracksAndCuts(of file: OpenFile) async throws -> (MediaTracks, MediaCuts) {
        if file.size <= shortFile {
            do {
                let both = ProbeAnswer(
                    try await answer(
                        on: file, ["-show_entries", "packet=\(Self.packetEntries)"], compactly: true, atMost: Self.shortAnswerLimit,
                        within: Self.packetsTimeout))
                let tracks = try Self.tracks(in: both.rest)
                let scan = PacketScan(tracks)
                both.packets.forEach(scan.take)
                return (tracks, scan.finish())
            } catch let error as StreamingError where error.code == .tooLong {}
        }
        let tracks = try Self.tracks(in: await answer(on: file, atMost: Self.answerLimit, within: Self.answerTimeout))
        return (tracks, try await cuts(of: file, tracks))
    }

    private static let packetEntries = "stream_index,pts_time,dts_time,duration_time,size,flags"

    /// ffprobe's output about the tracks and anything else that `additions` request; for an unreadable file it contains the reason
    /// (`-show_error`).
    private func answer(
        on file: OpenFile, _ additions: [String] = [], compactly: Bool = false, atMost limit: Int, within timeout: Duration
    ) async throws -> [UInt8] {
        let said = Mutex<[UInt8]>([])
        let form = ["-of", compactly ? "json=c=1" : "json", "-show_error", "-show_format", "-show_streams", "-show_chapters"]
        do {
            try await ffmpeg.run(
                .ffprobe, ["-v", "error"] + FFmpeg.readingOptions + form + additions + [FFmpeg.input], of: file, atMost: limit,
                within: timeout
            ) { piece in said.withLock { $0 += piece } }
        } catch let error as StreamingError where error.code == .program || error.code == .tooLong && !compactly {
            throw Self.fault(in: ProbeAnswer(said.withLock { $0 }).rest) ?? error
        }
        return said.withLock { $0 }
    }

    private func cuts(of file: OpenFile, _ tracks: MediaTracks) async throws -> MediaCuts {
        let scan = PacketScan(tracks)
        try await ffmpeg.run(
            .ffprobe,
            ["-v", "error"] + FFmpeg.readingOptions + [
                "-of", "csv=p=0", "-show_entries", "packet=\(Self.packetEntries)", FFmpeg.input,
            ], of: file, atMost: Self.packetsLimit, within: Self.packetsTimeout
        ) { scan.take($0) }
        return scan.finish()
    }

    // MARK: Parsing

    private struct Answer: Decodable {
        struct Stream: Decodable {
            struct SideData: Decodable { var rotation: Double? }

            var index: Int
            var codec_name: String?
            var codec_type: String?
            var profile: String?
            var level: Int?
            var pix_fmt: String?
            var width: Int?
            var height: Int?
            var avg_frame_rate: String?
            var r_frame_rate: String?
            var bit_rate: String?
            var sample_rate: String?
            var channels: Int?
            var disposition: [String: Int]?
            var tags: [String: String]?
            var side_data_list: [SideData]?
        }
        struct Format: Decodable {
            var format_name: String?
            var start_time: String?
            var duration: String?
            var bit_rate: String?
            var tags: [String: String]?
        }
        struct Fault: Decodable { var string: String }
        struct Chapter: Decodable {
            var start_time: String?
            var end_time: String?
            var tags: [String: String]?
        }

        var streams: [Stream]?
        var chapters: [Chapter]?
        var format: Format?
        var error: Fault?
    }

    private static let textLimit = 300
    /// The maximum number of audio tracks, and of subtitle tracks.
    private static let tracksLimit = 40
    /// The maximum number of chapters.
    private static let chaptersLimit = 1000
    /// Shorter chapters are dropped: they are leftovers of cutting.
    private static let leastChapter = MediaTime(seconds: 0.1)

    /// Parses `-of json -show_format -show_streams`. Throws `MediaFault` if there is nothing to play.
    package static func tracks(in answer: [UInt8]) throws(MediaFault) -> MediaTracks {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(answer)), let format = answer.format else {
            throw .unclear
        }
        let streams = answer.streams ?? []
        let tags = (format.tags ?? [:]).merging(streams.first { $0.codec_type == "audio" }?.tags ?? [:]) { of, _ in of }
        var tracks = MediaTracks(
            containers: (format.format_name ?? "").split(separator: ",").map(String.init),
            origin: format.start_time.flatMap(time) ?? .zero, statedDuration: format.duration.flatMap(time),
            bitRate: format.bit_rate.flatMap { Int($0) },
            tags: Dictionary(tags.map { ($0.key.lowercased(), $0.value.limited(to: textLimit)) }) { first, _ in first })
        var subtitles: [MediaTracks.Subtitle] = []
        for stream in streams {
            let isAttached = stream.disposition?["attached_pic"] == 1
            switch stream.codec_type {
            case "video" where isAttached: tracks.cover = tracks.cover ?? stream.index
            case "video" where tracks.picture == nil: tracks.picture = picture(stream)
            case "audio": if let sound = sound(stream) { tracks.sounds.append(sound) }
            case "subtitle": if let subtitle = subtitle(stream) { subtitles.append(subtitle) }
            default: continue
            }
        }
        tracks.subtitles = Array(subtitles.prefix(tracksLimit))
        tracks.sounds = Array(tracks.sounds.prefix(tracksLimit))
        guard tracks.picture != nil || !tracks.sounds.isEmpty else { throw .trackless }
        tracks.chapters = chapters(answer.chapters ?? [], from: tracks.origin)
        return tracks
    }

    /// Sorted by start. A single chapter is useless.
    private static func chapters(_ found: [Answer.Chapter], from origin: MediaTime) -> [MediaTracks.Chapter]? {
        let chapters = found.compactMap { chapter -> MediaTracks.Chapter? in
            guard let start = chapter.start_time.flatMap(time), let end = chapter.end_time.flatMap(time), end >= start + leastChapter
            else { return nil }
            let title = chapter.tags.flatMap { tags in tags.first { $0.key.lowercased() == "title" }?.value.limited(to: textLimit) }
            return MediaTracks.Chapter(
                start: max(.zero, start - origin), end: max(.zero, end - origin), title: title.flatMap { $0.isEmpty ? nil : $0 })
        }.prefix(chaptersLimit).sorted { $0.start < $1.start }
        return chapters.count > 1 ? chapters : nil
    }

    /// The reason in a `-show_error` answer, in libavutil's words, such as “Invalid data found when processing input”.
    package static func fault(in answer: [UInt8]) -> MediaFault? {
        (try? JSONDecoder().decode(Answer.self, from: Data(answer)))?.error.map { .unreadable($0.string.limited(to: textLimit)) }
    }

    private static func picture(_ stream: Answer.Stream) -> MediaTracks.Picture? {
        guard let codec = stream.codec_name, let width = stream.width, let height = stream.height, (1...16_384).contains(width),
            (1...16_384).contains(height)
        else { return nil }
        let turned = stream.side_data_list?.compactMap(\.rotation).first ?? stream.tags?["rotate"].flatMap { Double($0) } ?? 0
        let rotation = (Int(clamping: (turned / 90).rounded()) % 4 + 4) % 4 * 90
        return MediaTracks.Picture(
            stream: stream.index, codec: codec, profile: stream.profile, level: stream.level, pixelFormat: stream.pix_fmt, width: width,
            height: height, rotation: rotation, rate: [stream.avg_frame_rate, stream.r_frame_rate].compactMap { $0.flatMap(rate) }.first,
            bitRate: stream.bit_rate.flatMap { Int($0) })
    }

    private static func sound(_ stream: Answer.Stream) -> MediaTracks.Sound? {
        guard let codec = stream.codec_name, let rate = stream.sample_rate.flatMap({ Int($0) }), (1...768_000).contains(rate),
            let channels = stream.channels, (1...64).contains(channels)
        else { return nil }
        return MediaTracks.Sound(
            stream: stream.index, codec: codec, profile: stream.profile, sampleRate: rate, channels: channels,
            bitRate: stream.bit_rate.flatMap { Int($0) }, language: stream.tags?["language"]?.limited(to: 20),
            title: stream.tags?["title"]?.limited(to: textLimit), isDefault: stream.disposition?["default"] == 1)
    }

    private static func subtitle(_ stream: Answer.Stream) -> MediaTracks.Subtitle? {
        guard let codec = stream.codec_name else { return nil }
        return MediaTracks.Subtitle(
            stream: stream.index, codec: codec, language: stream.tags?["language"]?.limited(to: 20),
            title: stream.tags?["title"]?.limited(to: textLimit), isDefault: stream.disposition?["default"] == 1,
            isForced: stream.disposition?["forced"] == 1)
    }

    private static func time(_ text: String) -> MediaTime? {
        Double(text).flatMap { $0.isFinite ? MediaTime(seconds: $0) : nil }
    }

    /// `24000/1001`; nil for implausible rates.
    private static func rate(_ text: String) -> FrameRate? {
        let parts = text.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 2, let rate = FrameRate(pictures: parts[0], seconds: parts[1]), (1...240).contains(rate.perSecond) else {
            return nil
        }
        return rate
    }
}
