import Records

/// What kept a film or a piece of music from being looked at or played.
package struct StreamingError: Error, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// There is no such file, or it isn't inside the library.
        case missing
        /// The file can't be read as film or music.
        case unplayable
        /// ffmpeg or ffprobe failed, or wasn't ready in time.
        case program
        /// The program couldn't be started. That says nothing of the file.
        case unavailable
        /// More is asked for than can be made at once.
        case busy
        /// A program has written more than it may.
        case tooLong
    }

    package let code: Code
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        (self.code, self.detail) = (code, detail.limited(to: 300))
    }

    package var description: String { detail }
}
