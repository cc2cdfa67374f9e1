package import Records

/// The HTTP Live Streaming playlists (RFC 8216) of a file under a plan: a master, one for video, one for audio. Their addresses are
/// relative, so a path prefix such as a token applies to them too.
package struct Playlists: Sendable {
    package static let master = "master.m3u8"
    package static let type = "application/vnd.apple.mpegurl"

    private let tracks: MediaTracks
    private let cuts: MediaCuts
    private let plan: PlayPlan
    private let timeline: Timeline
    /// The file's size in bytes.
    private let size: Int
    private let subtitles: [SubtitleTrack]

    /// `subtitles` are all subtitles of the film; the playlist lists those that can be shown.
    package init(_ tracks: MediaTracks, _ cuts: MediaCuts, _ plan: PlayPlan, size: Int, subtitles: [SubtitleTrack] = []) {
        (self.tracks, self.cuts, self.plan, self.size) = (tracks, cuts, plan, size)
        self.subtitles = plan.picture == .nothing ? [] : subtitles.filter(\.isText)
        timeline = Timeline(tracks, cuts, plan)
    }

    /// A smaller video in a master: its plan, and its path prefix relative to the master.
    package struct Rung: Sendable {
        let plan: PlayPlan
        let base: String

        package init(_ plan: PlayPlan, at base: String) { (self.plan, self.base) = (plan, base) }
    }

    package var text: String { text(above: []) }

    /// Sections 4.3.4.1 and 4.3.4.2. A variant with video and audio, then the rungs, best first, each of which needs less bandwidth than
    /// the one before, then an audio-only variant; for music only the last. All share the same audio.
    package func text(above rungs: [Rung]) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        let sound = plan.sound == .nothing ? nil : tracks.sound
        var group = ""
        if let sound, tracks.picture != nil, plan.picture != .nothing {
            let language = sound.language.flatMap { $0 == "und" ? nil : $0 }.flatMap { $0.contains(/^[A-Za-z]{2,3}$/) ? $0 : nil }
            let channels = plan.sound == .encode ? min(2, sound.channels) : sound.channels
            lines.append(
                "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"sound\",NAME=\"\(language ?? "Sound")\",DEFAULT=YES,AUTOSELECT=YES,"
                    + (language.map { "LANGUAGE=\"\($0)\"," } ?? "")
                    + "CHANNELS=\"\(channels)\",URI=\"\(StreamPart.playlist(.sound).name)\"")
            group = ",AUDIO=\"sound\""
        }
        lines += subtitleLines
        let groups = group + (subtitles.isEmpty ? "" : ",SUBTITLES=\"words\"")
        var least = Int.max
        for rung in [Rung(plan, at: "")] + rungs {
            guard let (line, rate) = variant(rung.plan, groups), rate < least else { continue }
            least = rate
            let part = rung.base.isEmpty ? StreamPart.playlist(.picture) : .rungPlaylist(targetDuration)
            lines += [line, rung.base + part.name]
        }
        if let soundName {
            lines.append(
                "#EXT-X-STREAM-INF:BANDWIDTH=\(soundRates.peak),AVERAGE-BANDWIDTH=\(soundRates.average),CODECS=\"\(soundName)\"\(group)")
            lines.append(StreamPart.playlist(.sound).name)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var soundName: String? {
        plan.sound == .nothing ? nil : tracks.sound.map { CodecName.of($0, encoded: plan.sound == .encode) }
    }

    private var soundRates: BitRates {
        guard plan.sound != .nothing, let sound = tracks.sound else { return .none }
        return plan.sound == .encode ? .encoding(sound) : .copying(sound, cuts.soundFlow, timeline.sound)
    }

    /// A video variant's line, and its bit rate.
    private func variant(_ plan: PlayPlan, _ groups: String) -> (line: String, rate: Int)? {
        guard let picture = tracks.picture, plan.picture != .nothing else { return nil }
        let frame = plan.picture == .encode ? Self.encodedSize(of: picture, height: plan.height) : picture.shownSize
        let timeline = plan == self.plan ? self.timeline : Timeline(tracks, cuts, plan)
        let rate = (timeline.grid?.rate ?? picture.rate)?.perSecond
        let names = [plan.picture == .encode ? CodecName.ofEncoded(frame) : CodecName.of(picture), soundName].compactMap { $0 }
        let rates = soundRates + pictureRates(picture, of: plan.picture, lines: frame.height)
        let line =
            "#EXT-X-STREAM-INF:BANDWIDTH=\(rates.peak),AVERAGE-BANDWIDTH=\(rates.average),CODECS=\"\(names.joined(separator: ","))\","
            + "RESOLUTION=\(frame.width)x\(frame.height)" + (rate.map { ",FRAME-RATE=\(Self.decimals($0, 3))" } ?? "") + groups
        return (line, rates.average)
    }

    /// Section 4.3.4.1: names are unique and contain no line breaks or quotation marks.
    private var subtitleLines: [String] {
        var names: Set<String> = []
        return subtitles.map { track in
            let said = [track.language, track.title].compactMap { $0 }.joined(separator: " ")
            let plain = String(
                said.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\"" && $0.value != 0x7F }.prefix(60).map { Character($0) })
            var name = plain.isEmpty ? "Subtitles" : plain
            var number = 1
            while names.contains(name) {
                number += 1
                name = "\(plain.isEmpty ? "Subtitles" : plain) \(number)"
            }
            names.insert(name)
            return "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"words\",NAME=\"\(name)\",DEFAULT=NO,AUTOSELECT=YES,"
                + (track.isForced ? "FORCED=YES," : "") + (track.language.map { "LANGUAGE=\"\($0)\"," } ?? "")
                + "URI=\"\(StreamPart.subtitlePlaylist(track.id).name)\""
        }
    }

    /// One segment with all subtitles: section 6.2.4 permits another target duration for them.
    package func text(ofSubtitles id: String) -> String? {
        let end = max(timeline.picture.last?.end ?? .zero, timeline.sound.last?.end ?? .zero)
        guard subtitles.contains(where: { $0.id == id }), end > .zero else { return nil }
        return """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:\(max(1, Int(clamping: end.seconds.rounded())))
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXTINF:\(end),
            \(StreamPart.subtitles(id).name)
            #EXT-X-ENDLIST

            """
    }

    /// Section 4.3.3: all segments from the start. Returns nil if the plan has no such track. `target` is the target duration of the master
    /// that a rung belongs to.
    package func text(of track: StreamPart.Track, targeting target: Int = 0) -> String? {
        let segments = track == .picture ? timeline.picture : timeline.sound
        guard !segments.isEmpty else { return nil }
        var text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:\(max(target, targetDuration))
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="\(StreamPart.beginning(track).name)"

            """
        for (index, segment) in segments.enumerated() {
            text += "#EXTINF:\(segment.length),\n\(StreamPart.segment(track, index).name)\n"
        }
        return text + "#EXT-X-ENDLIST\n"
    }

    /// In seconds; the same in all playlists of a master. No rounded segment duration exceeds it (section 4.3.3.1).
    private var targetDuration: Int {
        (timeline.picture + timeline.sound).map { Int(clamping: $0.length.seconds.rounded()) }.max().map { max(1, $0) } ?? 1
    }

    private func pictureRates(_ picture: MediaTracks.Picture, of handling: PlayPlan.Handling, lines: Int) -> BitRates {
        guard handling == .copy else { return .encoding(lines: lines) }
        return .copying(cuts.pieces, timeline.picture, target: targetDuration, stated: statedRate(picture))
    }

    /// The file's stated video bit rate, or that of the whole file without its audio.
    private func statedRate(_ picture: MediaTracks.Picture) -> Int {
        if let stated = picture.bitRate { return stated.clamped(to: 1...BitRates.limit) }
        let seconds = cuts.end.seconds
        let said = tracks.bitRate ?? (seconds > 0 ? Int(clamping: Double(size) * 8 / seconds) : 2_000_000)
        let whole = said.clamped(to: 1...BitRates.limit)
        return max(whole / 10, whole - tracks.sounds.map(BitRates.stated).reduce(0, +))
    }

    /// With even sides, as encoders require; never larger than the video.
    static func encodedSize(of picture: MediaTracks.Picture, height: Int) -> (width: Int, height: Int) {
        let (width, lines) = picture.shownSize
        let target = max(2, min(height, lines) / 2 * 2)
        let scaled = Double(width) * Double(target) / Double(lines)
        return (max(2, Int(clamping: (scaled / 2).rounded()) * 2), target)
    }

    /// The maximum bit rate of an encoded video.
    static func bitRate(encodingLines lines: Int) -> Int {
        switch lines {
        case ...360: 900_000
        case ...480: 1_500_000
        case ...720: 3_000_000
        case ...1080: 5_500_000
        default: 12_000_000
        }
    }

    /// Slightly below the source's bit rate, because more would add nothing.
    static func bitRate(encoding sound: MediaTracks.Sound) -> Int {
        let maximum = sound.channels == 1 ? 96_000 : 160_000
        return sound.bitRate.map { ($0 / 10 * 9).clamped(to: 48_000...maximum) } ?? maximum
    }

    private static func decimals(_ number: Double, _ count: Int) -> String {
        let scaled = Int(clamping: (number * 1000).rounded())
        let rest = String(scaled % 1000)
        return "\(scaled / 1000).\(String(repeating: "0", count: count - rest.count))\(rest)"
    }
}

/// A streamed part of a file, identified by the last path component: `video.m3u8`, `v-init.mp4`, `v-12.m4s`.
package enum StreamPart: Hashable, Sendable {
    package enum Track: String, Hashable, Sendable {
        case picture = "v"
        case sound = "a"
    }

    case master
    /// A master that includes smaller videos.
    case ladder
    case playlist(Track)
    /// The playlist of a rung, with the target duration of the master.
    case rungPlaylist(Int)
    /// The initialisation segment: the `moov` box.
    case beginning(Track)
    case segment(Track, Int)
    /// A subtitle playlist, by `SubtitleTrack.id`.
    case subtitlePlaylist(String)
    case subtitles(String)

    package var name: String {
        switch self {
        case .master: Playlists.master
        case .ladder: "ladder.m3u8"
        case .playlist(.picture): "video.m3u8"
        case .playlist(.sound): "audio.m3u8"
        case .rungPlaylist(let target): "video-\(target).m3u8"
        case .beginning(let track): "\(track.rawValue)-init.mp4"
        case .segment(let track, let index): "\(track.rawValue)-\(index).m4s"
        case .subtitlePlaylist(let id): "words-\(id).m3u8"
        case .subtitles(let id): "words-\(id).vtt"
        }
    }

    package var isOfSubtitles: Bool {
        switch self {
        case .subtitlePlaylist, .subtitles: true
        default: false
        }
    }

    package init?(name: String) {
        switch name {
        case Self.master.name: self = .master
        case Self.ladder.name: self = .ladder
        case Self.playlist(.picture).name: self = .playlist(.picture)
        case Self.playlist(.sound).name: self = .playlist(.sound)
        case Self.beginning(.picture).name: self = .beginning(.picture)
        case Self.beginning(.sound).name: self = .beginning(.sound)
        default:
            if let found = name.wholeMatch(of: /words-([sf](?:0|[1-9][0-9]{0,3}))\.(m3u8|vtt)/) {
                self = found.2 == "vtt" ? .subtitles(String(found.1)) : .subtitlePlaylist(String(found.1))
                return
            }
            if let found = name.wholeMatch(of: /video-([1-9][0-9]{0,4})\.m3u8/), let target = Int(found.1) {
                self = .rungPlaylist(target)
                return
            }
            guard let found = name.wholeMatch(of: /(v|a)-(0|[1-9][0-9]{0,5})\.m4s/), let track = Track(rawValue: String(found.1)),
                let index = Int(found.2)
            else { return nil }
            self = .segment(track, index)
        }
    }
}
