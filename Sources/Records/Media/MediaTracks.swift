/// What is in a file of film or music, as ffprobe tells it. The names of containers and codecs are those of ffprobe.
package struct MediaTracks: Hashable, Sendable, Codable {
    /// The one picture that moves.
    package struct Picture: Hashable, Sendable, Codable {
        /// Its number in the file, from 0.
        package var stream: Int
        package var codec: String
        package var profile: String?
        package var level: Int?
        /// `yuv420p`
        package var pixelFormat: String?
        /// Pixels, as stored.
        package var width: Int
        package var height: Int
        /// Degrees by which it is turned when it is shown: 0, 90, 180 or 270.
        package var rotation: Int
        package var rate: FrameRate?
        /// Bits a second.
        package var bitRate: Int?

        package init(
            stream: Int, codec: String, profile: String? = nil, level: Int? = nil, pixelFormat: String? = nil, width: Int, height: Int,
            rotation: Int = 0, rate: FrameRate? = nil, bitRate: Int? = nil
        ) {
            (self.stream, self.codec, self.profile, self.level, self.pixelFormat) = (stream, codec, profile, level, pixelFormat)
            (self.width, self.height, self.rotation, self.rate, self.bitRate) = (width, height, rotation, rate, bitRate)
        }

        /// As shown.
        package var shownSize: (width: Int, height: Int) { rotation % 180 == 0 ? (width, height) : (height, width) }
    }

    /// One sound track.
    package struct Sound: Hashable, Sendable, Codable {
        package var stream: Int
        package var codec: String
        package var profile: String?
        /// Samples a second.
        package var sampleRate: Int
        package var channels: Int
        package var bitRate: Int?
        /// As the file has it: `eng`.
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

    /// Words to read along, inside the file.
    package struct Subtitle: Hashable, Sendable, Codable {
        package var stream: Int
        package var codec: String
        /// As the file has it: `eng`.
        package var language: String?
        package var title: String?
        package var isDefault: Bool
        /// Only what is said in another language than the film's.
        package var isForced: Bool

        package init(
            stream: Int, codec: String, language: String? = nil, title: String? = nil, isDefault: Bool = false, isForced: Bool = false
        ) {
            (self.stream, self.codec, self.language, self.title) = (stream, codec, language, title)
            (self.isDefault, self.isForced) = (isDefault, isForced)
        }
    }

    /// All names of the container: `["mov", "mp4", …]`.
    package var containers: [String]
    /// When the file begins, by its own clock.
    package var origin: MediaTime
    /// As the container says; nil if it doesn't.
    package var statedDuration: MediaTime?
    package var bitRate: Int?
    package var picture: Picture?
    package var sounds: [Sound]
    /// nil: the file was looked into before subtitles were known.
    package var subtitles: [Subtitle]?
    /// The stream of an attached picture, like an album's cover.
    package var cover: Int?
    /// Lower-case names.
    package var tags: [String: String]

    package init(
        containers: [String], origin: MediaTime = .zero, statedDuration: MediaTime? = nil, bitRate: Int? = nil, picture: Picture? = nil,
        sounds: [Sound] = [], subtitles: [Subtitle]? = nil, cover: Int? = nil, tags: [String: String] = [:]
    ) {
        (self.containers, self.origin, self.statedDuration, self.bitRate) = (containers, origin, statedDuration, bitRate)
        (self.picture, self.sounds, self.subtitles, self.cover, self.tags) = (picture, sounds, subtitles, cover, tags)
    }

    /// The sound that plays unless another is asked for.
    package var sound: Sound? { sounds.first { $0.isDefault } ?? sounds.first }

    /// With another sound as the one that plays; nil if there is no such stream.
    package func playing(sound stream: Int) -> MediaTracks? {
        guard sounds.contains(where: { $0.stream == stream }) else { return nil }
        var tracks = self
        for index in tracks.sounds.indices { tracks.sounds[index].isDefault = tracks.sounds[index].stream == stream }
        return tracks
    }
}

/// Where a picture can be cut without encoding it again, from a look at every packet. Times are from the file's `origin` on.
package struct MediaCuts: Hashable, Sendable, Codable {
    /// A run of packets that begins with a key frame.
    package struct Piece: Hashable, Sendable, Codable {
        package var start: MediaTime
        /// How long after the start the next key frame is.
        package var room: MediaTime
        /// Packets up to the next piece.
        package var packets: Int
        /// In these packets. nil: the file was looked into before they were counted.
        package var bytes: Int?
        /// How many of them are key frames. nil: they weren't counted.
        package var keys: Int?

        package init(start: MediaTime, room: MediaTime, packets: Int, bytes: Int? = nil, keys: Int? = nil) {
            (self.start, self.room, self.packets, self.bytes, self.keys) = (start, room, packets, bytes, keys)
        }
    }

    /// How much a sound takes, in packets.
    package struct Flow: Hashable, Sendable, Codable {
        package var packets: Int
        /// In all of them.
        package var bytes: Int
        /// In any two seconds, at most.
        package var most: Int

        package init(packets: Int, bytes: Int, most: Int) { (self.packets, self.bytes, self.most) = (packets, bytes, most) }
    }

    /// From when to when a sound lasts.
    package struct Span: Hashable, Sendable, Codable {
        package var start: MediaTime
        package var end: MediaTime
        /// nil: the file was looked into before it was measured.
        package var flow: Flow?

        package init(start: MediaTime, end: MediaTime, flow: Flow? = nil) { (self.start, self.end, self.flow) = (start, end, flow) }
    }

    /// In order; empty for music.
    package var pieces: [Piece]
    /// Where the picture, and the sound that plays, end. nil: there is none.
    package var pictureEnd: MediaTime?
    package var soundStart: MediaTime?
    package var soundEnd: MediaTime?
    /// Of the sound that plays. nil: there is none, or the file was looked into before it was measured.
    package var soundFlow: Flow?
    /// Of all sounds, by stream, if there are several.
    package var sounds: [Int: Span]?

    package init(
        pieces: [Piece] = [], pictureEnd: MediaTime? = nil, soundStart: MediaTime? = nil, soundEnd: MediaTime? = nil,
        soundFlow: Flow? = nil, sounds: [Int: Span]? = nil
    ) {
        (self.pieces, self.pictureEnd, self.soundStart, self.soundEnd) = (pieces, pictureEnd, soundStart, soundEnd)
        (self.soundFlow, self.sounds) = (soundFlow, sounds)
    }

    /// With another sound as the one that plays; nil if it isn't known when that lasts.
    package func playing(sound stream: Int) -> MediaCuts? {
        guard let span = sounds?[stream] else { return nil }
        var cuts = self
        (cuts.soundStart, cuts.soundEnd, cuts.soundFlow) = (span.start, span.end, span.flow)
        return cuts
    }

    package var end: MediaTime { max(pictureEnd ?? .zero, soundEnd ?? .zero) }
}
