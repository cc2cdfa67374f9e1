package import Records

/// What becomes of the tracks of a file on their way into segments. Addresses hold it, so that they say it all.
package struct PlayPlan: Hashable, Sendable {
    package enum Handling: UInt8, Hashable, Sendable {
        /// There is none.
        case nothing = 0
        case copy = 1
        case encode = 2
    }

    package var picture: Handling
    package var sound: Handling
    /// Lines of an encoded picture at most.
    package var height: Int
    /// The stream of the sound that was chosen; nil: the one that plays by itself.
    package var chosenSound: Int?

    /// What two cores encode in time.
    package static let usualHeight = 720
    package static let heights = 144...2160
    /// Bits a second that a player may want at most.
    package static let bitRates = 100_000...1_000_000_000
    /// Streams that can be chosen: their numbers fit into a byte, with one that says none.
    package static let streams = 0...254

    package init(picture: Handling, sound: Handling, height: Int = usualHeight, chosenSound: Int? = nil) {
        self.picture = picture
        self.sound = sound
        self.height = height.clamped(to: Self.heights)
        self.chosenSound = chosenSound
    }

    /// A file as it plays under the plan; nil if it hasn't the sound that was chosen.
    package func applied(to tracks: MediaTracks, _ cuts: MediaCuts) -> (tracks: MediaTracks, cuts: MediaCuts)? {
        guard let chosenSound else { return (tracks, cuts) }
        guard let tracks = tracks.playing(sound: chosenSound), let cuts = cuts.playing(sound: chosenSound) else { return nil }
        return (tracks, cuts)
    }

    /// The same with ever smaller pictures, each encoded: what a player goes down to by itself. Never larger than this one's picture.
    package func ladder(of tracks: MediaTracks) -> [PlayPlan] {
        guard picture != .nothing, let source = tracks.picture else { return [] }
        let lines = picture == .encode ? Playlists.encodedSize(of: source, height: height).height : source.shownSize.height
        return Quality.ladder.filter { $0.height < lines }.map { rung in
            var plan = self
            (plan.picture, plan.height) = (.encode, rung.height)
            return plan
        }
    }

    /// Two values of four each, in a byte.
    package var code: UInt8 { picture.rawValue << 2 | sound.rawValue }

    /// `sound` is the stream that was chosen, plus one; 0: none was.
    package init?(code: UInt8, height: Int, sound chosen: UInt8 = 0) {
        guard code < 16, let picture = Handling(rawValue: code >> 2), let sound = Handling(rawValue: code & 3),
            Self.heights.contains(height),
            picture != .nothing || sound != .nothing
        else { return nil }
        self.init(picture: picture, sound: sound, height: height, chosenSound: chosen > 0 ? Int(chosen) - 1 : nil)
    }
}
