/// The streams of a media file, as ffprobe reports them. Names of containers and codecs are those of ffprobe.
package struct MediaTracks: Hashable, Sendable, Codable {
    /// The video stream.
    package struct Picture: Hashable, Sendable, Codable {
        /// Its number in the file, base 0.
        package var stream: Int
        package var codec: String
        package var profile: String?
        package var level: Int?
        /// `yuv420p`
        package var pixelFormat: String?
        /// Pixels, as stored.
        package var width: Int
        package var height: Int
        /// Rotation for display, in degrees: 0, 90, 180 or 270.
        package var rotation: Int
        package var rate: FrameRate?
        /// The bit rate in bits per second.
        package var bitRate: Int?

        package init(
            stream: Int, codec: String, profile: String? = nil, level: Int? = nil, pixelFormat: String? = nil, width: Int, height: Int,
            rotation: Int = 0, rate: FrameRate? = nil, bitRate: Int? = nil
        ) {
            (self.stream, self.codec, self.profile, self.level, self.pixelFormat) = (stream, codec, profile, level, pixelFormat)
            (self.width, self.height, self.rotation, self.rate, self.bitRate) = (width, height, rotation, rate, bitRate)
        }

        /// The size as displayed.
        package var shownSize: (width: Int, height: Int) { rotation % 180 == 0 ? (width, height) : (height, width) }
    }

    /// One audio stream.
    package struct Sound: Hashable, Sendable, Codable {
        package var stream: Int
        package var codec: String
        package var profile: String?
        /// Samples per second.
        package var sampleRate: Int
        package var channels: Int
        package var bitRate: Int?
        /// As in the file: `eng`.
        package var language: String?
        package var title: String?
        package var isDefault: Bool

        package init(
            stream: Int, codec: String, profile: String? = nil, sampleRate: Int, channels: Int, bitRate: Int? = nil,
            language: String? = nil, title: String? = nil, isDefault: Bool = false
        ) {
            (self.stream, self.codec, self.profile, self.sampleRate) = (stream, codec, profile, sampleRate)
            (self.channels, self.bitRate, self.language, self.title, self.isDefault) = (channels, bitRate, language, title, isDefault)
        }
    }

    /// Subtitles inside the file.
    package struct Subtitle: Hashable, Sendable, Codable {
        package var stream: Int
        package var codec: String
        /// As in the file: `eng`.
        package var language: String?
        package var title: String?
        package var isDefault: Bool
        /// Only translates foreign-language dialogue.
        package var isForced: Bool

        package init(
            stream: Int, codec: String, language: String? = nil, title: String? = nil, isDefault: Bool = false, isForced: Bool = false
        ) {
            (self.stream, self.codec, self.language, self.title) = (stream, codec, language, title)
            (self.isDefault, self.isForced) = (isDefault, isForced)
        }
    }

    /// A part of the file that has a name.
    package struct Chapter: Hashable, Sendable, Codable {
        /// Relative to the file's `origin`.
        package var start: MediaTime
        package var end: MediaTime
        /// nil for a chapter with only a number.
        package var title: String?

        package init(start: MediaTime, end: MediaTime, title: String? = nil) {
            (self.start, self.end, self.title) = (start, end, title)
        }
    }

    /// All names of the container: `["mov", "mp4", …]`.
    package var containers: [String]
    /// The file's first time, by its own clock.
    package var origin: MediaTime
    /// The container's value; nil if it has none.
    package var statedDuration: MediaTime?
    package var bitRate: Int?
    package var picture: Picture?
    package var sounds: [Sound]
    /// nil: the file was scanned before subtitles were recorded.
    package var subtitles: [Subtitle]?
    /// In order; nil if there are fewer than two.
    package var chapters: [Chapter]?
    /// The stream of an attached picture, like an album's cover.
    package var cover: Int?
    /// By lower-case name.
    package var tags: [String: String]

    package init(
        containers: [String], origin: MediaTime = .zero, statedDuration: MediaTime? = nil, bitRate: Int? = nil, picture: Picture? = nil,
        sounds: [Sound] = [], subtitles: [Subtitle]? = nil, chapters: [Chapter]? = nil, cover: Int? = nil, tags: [String: String] = [:]
    ) {
        (self.containers, self.origin, self.statedDuration, self.bitRate) = (containers, origin, statedDuration, bitRate)
        (self.picture, self.sounds, self.subtitles, self.chapters) = (picture, sounds, subtitles, chapters)
        (self.cover, self.tags) = (cover, tags)
    }

    /// The audio stream that plays by default.
    package var sound: Sound? { sounds.first { $0.isDefault } ?? sounds.first }

    /// A copy in which another audio stream plays; nil if there is no such stream.
    package func playing(sound stream: Int) -> MediaTracks? {
        guard sounds.contains(where: { $0.stream == stream }) else { return nil }
        var tracks = self
        for index in tracks.sounds.indices { tracks.sounds[index].isDefault = tracks.sounds[index].stream == stream }
        return tracks
    }
}

/// Where a video can be cut without re-encoding, found by reading every packet. Times are relative to the file's `origin`.
package struct MediaCuts: Hashable, Sendable, Codable {
    /// A group of packets that begins with a key frame.
    package struct Piece: Hashable, Sendable, Codable {
        package var start: MediaTime
        /// The time from its start to the next key frame.
        package var room: MediaTime
        /// The number of packets up to the next piece.
        package var packets: Int
        /// Size of these packets. nil: the file was scanned before sizes were recorded.
        package var bytes: Int?
        /// The number of key frames among the packets. nil: they weren't counted.
        package var keys: Int?

        package init(start: MediaTime, room: MediaTime, packets: Int, bytes: Int? = nil, keys: Int? = nil) {
            (self.start, self.room, self.packets, self.bytes, self.keys) = (start, room, packets, bytes, keys)
        }
    }

    /// The size of an audio stream's packets.
    package struct Flow: Hashable, Sendable, Codable {
        package var packets: Int
        /// Total size.
        package var bytes: Int
        /// Largest size in any two seconds.
        package var most: Int

        package init(packets: Int, bytes: Int, most: Int) { (self.packets, self.bytes, self.most) = (packets, bytes, most) }
    }

    /// When an audio stream starts and ends.
    package struct Span: Hashable, Sendable, Codable {
        package var start: MediaTime
        package var end: MediaTime
        /// nil: the file was scanned before this was measured.
        package var flow: Flow?

        package init(start: MediaTime, end: MediaTime, flow: Flow? = nil) { (self.start, self.end, self.flow) = (start, end, flow) }
    }

    /// In order; empty for music.
    package var pieces: [Piece]
    /// When the video, and the audio that plays, end. nil if the file has none.
    package var pictureEnd: MediaTime?
    package var soundStart: MediaTime?
    package var soundEnd: MediaTime?
    /// For the audio that plays. nil: there is none, or the file was scanned before this was measured.
    package var soundFlow: Flow?
    /// All audio streams by number, if there are several.
    package var sounds: [Int: Span]?

    package init(
        pieces: [Piece] = [], pictureEnd: MediaTime? = nil, soundStart: MediaTime? = nil, soundEnd: MediaTime? = nil,
        soundFlow: Flow? = nil, sounds: [Int: Span]? = nil
    ) {
        (self.pieces, self.pictureEnd, self.soundStart, self.soundEnd) = (pieces, pictureEnd, soundStart, soundEnd)
        (self.soundFlow, self.sounds) = (soundFlow, sounds)
    }

    /// A copy in which another audio stream plays; nil if its times are unknown.
    package func playing(sound stream: Int) -> MediaCuts? {
        guard let span = sounds?[stream] else { return nil }
        var cuts = self
        (cuts.soundStart, cuts.soundEnd, cuts.soundFlow) = (span.start, span.end, span.flow)
        return cuts
    }

    package var end: MediaTime { max(pictureEnd ?? .zero, soundEnd ?? .zero) }
}
