import Records

/// Why a media file couldn't be analysed or played.
package struct StreamingError: Error, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// The file doesn't exist or isn't inside the library.
        case missing
        /// The file isn't readable as film or music.
        case unplayable
        /// ffmpeg or ffprobe failed or timed out.
        case program
        /// The program couldn't be started, which isn't the file's fault.
        case unavailable
        /// Too many requests at once.
        case busy
        /// A program's output exceeded its limit.
        case tooLong
        /// The disk is full.
        case noRoom
    }

    package let code: Code
    package let detail: String

    package init(_ code: Code, _ detail: String) {
        (self.code, self.detail) = (code, detail.limited(to: 300))
    }

    package var description: String { detail }
}
