package import Records

/// How a file's tracks are converted to segments. Segment addresses contain the whole plan.
package struct PlayPlan: Hashable, Sendable {
    package enum Handling: UInt8, Hashable, Sendable {
        /// There is no such track.
        case nothing = 0
        case copy = 1
        case encode = 2
    }

    package var picture: Handling
    package var sound: Handling
    /// The maximum number of lines of an encoded video.
    package var height: Int
    /// The chosen audio stream; nil for the default.
    package var chosenSound: Int?

    /// The height that two cores can encode in real time.
    package static let defaultHeight = 720
    package static let heights = 144...2160
    /// The permitted bit rate limits of players.
    package static let bitRates = 100_000...1_000_000_000
    /// The stream numbers that can be chosen: the number plus one fits in a byte, where 0 means none.
    package static let streams = 0...254

    package init(picture: Handling, sound: Handling, height: Int = defaultHeight, chosenSound: Int? = nil) {
        self.picture = picture
        self.sound = sound
        self.height = height.clamped(to: Self.heights)
        self.chosenSound = chosenSound
    }

    /// The file's tracks under the plan; nil if it doesn't have the chosen audio.
    package func applied(to tracks: MediaTracks, _ cuts: MediaCuts) -> (tracks: MediaTracks, cuts: MediaCuts)? {
        guard let chosenSound else { return (tracks, cuts) }
        guard let tracks = tracks.playing(sound: chosenSound), let cuts = cuts.playing(sound: chosenSound) else { return nil }
        return (tracks, cuts)
    }

    /// Plans with progressively smaller, encoded videos, for adaptive players. Never larger than this plan's video.
    package func ladder(of tracks: MediaTracks) -> [PlayPlan] {
        guard picture != .nothing, let source = tracks.picture else { return [] }
        let lines = picture == .encode ? Playlists.encodedSize(of: source, height: height).height : source.shownSize.height
        return Quality.ladder.filter { $0.height < lines }.map { rung in
            var plan = self
            (plan.picture, plan.height) = (.encode, rung.height)
            return plan
        }
    }

    /// Both methods in one byte, two bits each.
    package var code: UInt8 { picture.rawValue << 2 | sound.rawValue }

    /// `sound` is the chosen stream plus one; 0 for none.
    package init?(code: UInt8, height: Int, sound chosen: UInt8 = 0) {
        guard code < 16, let picture = Handling(rawValue: code >> 2), let sound = Handling(rawValue: code & 3),
            Self.heights.contains(height),
            picture != .nothing || sound != .nothing
        else { return nil }
        self.init(picture: picture, sound: sound, height: height, chosenSound: chosen > 0 ? Int(chosen) - 1 : nil)
    }
}
