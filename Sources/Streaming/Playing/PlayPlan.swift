import Records

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

    /// What two cores encode in time.
    package static let usualHeight = 720
    package static let heights = 144...2160

    package init(picture: Handling, sound: Handling, height: Int = usualHeight) {
        self.picture = picture
        self.sound = sound
        self.height = height.clamped(to: Self.heights)
    }

    /// Two values of four each, in a byte.
    package var code: UInt8 { picture.rawValue << 2 | sound.rawValue }

    package init?(code: UInt8, height: Int) {
        guard code < 16, let picture = Handling(rawValue: code >> 2), let sound = Handling(rawValue: code & 3),
            Self.heights.contains(height),
            picture != .nothing || sound != .nothing
        else { return nil }
        self.init(picture: picture, sound: sound, height: height)
    }
}
