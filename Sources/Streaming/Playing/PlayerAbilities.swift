/// The formats that a player supports, by the names that browsers and ffprobe use: `mp4`, `h264`, `aac`.
package struct PlayerAbilities: Hashable, Sendable {
    /// `mp4`, `webm`, `mkv`, `mp3`, `ogg`, `flac`, `wav`, …
    package var containers: Set<String>
    package var pictures: Set<String>
    package var sounds: Set<String>
    /// The maximum number of video lines; nil for any.
    package var height: Int?
    /// The maximum bit rate; nil for any.
    package var bitRate: Int?

    /// The formats assumed for an unknown player, which all players support.
    package static let unknown = PlayerAbilities()

    package init(
        containers: Set<String>? = nil, pictures: Set<String>? = nil, sounds: Set<String>? = nil, height: Int? = nil,
        bitRate: Int? = nil
    ) {
        self.containers = containers ?? ["mp4", "mp3"]
        self.pictures = pictures ?? ["h264"]
        self.sounds = sounds ?? ["aac", "mp3"]
        self.height = height
        self.bitRate = bitRate
    }
}
