/// What a player says it can play, by the names that browsers and ffprobe use: `mp4`, `h264`, `aac`.
package struct PlayerAbilities: Hashable, Sendable {
    /// `mp4`, `webm`, `mkv`, `mp3`, `ogg`, `flac`, `wav`, …
    package var containers: Set<String>
    package var pictures: Set<String>
    package var sounds: Set<String>
    /// Lines of the picture at most; nil: any.
    package var height: Int?
    /// Bits a second at most; nil: any.
    package var bitRate: Int?

    /// A player that has said nothing plays what every one does.
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
