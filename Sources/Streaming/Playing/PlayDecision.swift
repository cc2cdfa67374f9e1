package import Localisation
package import Records

/// How a file is played on a player: directly, repackaged, or encoded; with the reasons for people. A pure function of file and player.
///
/// A player that doesn't report HEVC gets no HEVC: Chromium would silently play only its audio. Segments can contain H.264, HEVC, AV1 and
/// VP9, and audio codecs that work in MP4 fragments. MP3 isn't among those: it is encoded for segments, though it can be played directly.
package struct PlayDecision: Hashable, Sendable {
    package enum Way: String, CaseIterable, Hashable, Sendable {
        case direct, remux, transcode
    }

    package let way: Way
    /// One or two sentences.
    package let reasons: [Phrase]
    package let plan: PlayPlan

    private static let fragmentPictures: Set = ["h264", "hevc", "av1", "vp9"]
    private static let fragmentSounds: Set = ["aac", "opus", "flac", "alac", "ac3", "eac3"]
    /// Players load a whole segment before showing it, so runs between key frames can't be longer.
    private static let longestPiece = MediaTime(seconds: 30)
    /// How much later than the video the audio may start and still be part of its first segment. Encoded audio starts with silence.
    private static let slack = MediaTime(seconds: 1)
    private static let highestLevelOfH264 = 52

    /// `chosenSound` is the stream to play instead of the default audio. Returns nil if the file doesn't have it.
    package init?(_ tracks: MediaTracks, _ cuts: MediaCuts, for player: PlayerAbilities, chosenSound: Int) {
        guard chosenSound != tracks.sound?.stream else {
            self.init(tracks, cuts, for: player)
            return
        }
        guard PlayPlan.streams.contains(chosenSound), let other = tracks.playing(sound: chosenSound),
            let otherCuts = cuts.playing(sound: chosenSound)
        else { return nil }
        self.init(other, otherCuts, for: player, isChosen: true)
    }

    package init(_ tracks: MediaTracks, _ cuts: MediaCuts, for player: PlayerAbilities) {
        self.init(tracks, cuts, for: player, isChosen: false)
    }

    /// Players that get the file directly play its default audio.
    private init(_ tracks: MediaTracks, _ cuts: MediaCuts, for player: PlayerAbilities, isChosen: Bool) {
        var reasons: [Phrase] = []
        let sound = tracks.sound
        let isTooMuch = player.bitRate.flatMap { limit in tracks.bitRate.map { $0 > limit } } ?? false
        let pictureProblem = tracks.picture.flatMap { Self.problem($0, player, isTooMuch: isTooMuch) }
        let playsSound = sound.map { player.sounds.contains($0.codec) } ?? true
        let names = Self.names(of: tracks)
        let playsContainer = !player.containers.isDisjoint(with: names)

        var plan = PlayPlan(
            picture: .nothing, sound: .nothing,
            height: min(player.height ?? PlayPlan.defaultHeight, player.bitRate.map { Quality.within($0).height } ?? .max),
            chosenSound: isChosen ? tracks.sound?.stream : nil)
        if let picture = tracks.picture {
            let cutProblem = Self.cutProblem(picture, cuts)
            plan.picture = pictureProblem == nil && cutProblem == nil ? .copy : .encode
            if let problem = pictureProblem ?? (playsContainer ? nil : cutProblem) { reasons.append(problem) }
        }
        if let sound {
            let beginsInTime = tracks.picture == nil || (cuts.soundStart ?? .zero) <= Self.slack
            plan.sound = playsSound && Self.fragmentSounds.contains(sound.codec) && beginsInTime ? .copy : .encode
            if !playsSound {
                reasons.append(Phrase("The audio is converted, because this player can’t play \(Self.label(sound.codec))."))
            } else if plan.sound == .encode, !playsContainer {
                reasons.append(Phrase("The audio is converted, because it can’t be streamed as it is."))
            }
        }
        if pictureProblem == nil, playsSound, playsContainer, !isChosen {
            way = .direct
            reasons = [Phrase("This player can play the file as it is.")]
        } else if plan.picture != .encode, plan.sound != .encode {
            way = .remux
            reasons = [
                playsContainer
                    ? Phrase("Video and audio are repackaged, unchanged, to play the audio track you chose.")
                    : Phrase("Video and audio are repackaged, unchanged, because this player can’t play \(names.sorted()[0]) files.")
            ]
        } else {
            way = .transcode
        }
        self.plan = plan
        self.reasons = reasons
    }

    /// Why the player can't show the video.
    private static func problem(_ picture: MediaTracks.Picture, _ player: PlayerAbilities, isTooMuch: Bool) -> Phrase? {
        let shown = picture.shownSize.height
        if isTooMuch, let bitRate = player.bitRate {
            return Phrase("The video is scaled down, because this player accepts at most \(String(bitRate / 1000)) kbit/s.")
        }
        if let height = player.height, shown > height {
            return Phrase("The video is scaled down, because this player accepts at most \(String(height)) lines.")
        }
        guard player.pictures.contains(picture.codec), isCommon(picture) else {
            let name = [label(picture.codec), picture.profile.map { "(\($0))" }].compactMap { $0 }.joined(separator: " ")
            return Phrase("The video is converted, because this player can’t play \(name).")
        }
        return nil
    }

    /// Whether hardware decoders and browsers support this profile of the codec.
    private static func isCommon(_ picture: MediaTracks.Picture) -> Bool {
        let formats: Set<String> =
            switch picture.codec {
            case "h264": ["yuv420p", "yuvj420p"]
            case "hevc", "av1": ["yuv420p", "yuvj420p", "yuv420p10le"]
            default: ["yuv420p", "yuvj420p"]
            }
        if let format = picture.pixelFormat, !formats.contains(format) { return false }
        return picture.codec != "h264" || picture.level ?? 0 <= highestLevelOfH264
    }

    /// Why the video can't be split into segments without encoding.
    private static func cutProblem(_ picture: MediaTracks.Picture, _ cuts: MediaCuts) -> Phrase? {
        guard fragmentPictures.contains(picture.codec) else {
            return Phrase("The video is converted, because \(label(picture.codec)) can’t be streamed as it is.")
        }
        let starts = cuts.pieces.map(\.start)
        let lengths = zip(starts, starts.dropFirst() + [cuts.pictureEnd ?? .zero]).map { $1 - $0 }
        guard let longest = lengths.max(), longest <= longestPiece else {
            return Phrase("The video is converted, because it has too few key frames.")
        }
        return nil
    }

    /// The container's MIME subtypes in browsers.
    static func names(of tracks: MediaTracks) -> Set<String> {
        let webm: Set = ["vp8", "vp9", "av1", "opus", "vorbis"]
        let codecs = [tracks.picture?.codec].compactMap { $0 } + tracks.sounds.map(\.codec)
        if tracks.containers.contains("mp4") { return tracks.picture == nil ? ["m4a", "mp4"] : ["mp4"] }
        if tracks.containers.contains("matroska") { return codecs.allSatisfy(webm.contains) ? ["mkv", "webm"] : ["mkv"] }
        return [tracks.containers.first ?? "?"]
    }

    /// The codec's display name.
    static func label(_ codec: String) -> String {
        [
            "h264": "H.264", "hevc": "HEVC", "av1": "AV1", "vp8": "VP8", "vp9": "VP9", "mpeg4": "MPEG-4", "mpeg2video": "MPEG-2",
            "aac": "AAC", "mp3": "MP3", "opus": "Opus", "vorbis": "Vorbis", "flac": "FLAC", "alac": "ALAC", "ac3": "AC-3", "eac3": "E-AC-3",
            "dts": "DTS", "truehd": "TrueHD",
        ][codec] ?? codec
    }
}
