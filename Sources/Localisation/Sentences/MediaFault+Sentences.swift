package import Records

extension Words {
    /// Why a file can't be played, as a clause without a full stop. ffprobe's message stays English.
    package func text(_ fault: MediaFault) -> String {
        switch fault {
        case .unreadable(let detail): self("it can’t be read as a film or music (\(detail))")
        case .unclear: self("ffprobe’s output can’t be read")
        case .trackless: self("it has no video or audio that can be decoded")
        case .timeless: self("it has no playable duration")
        case .awaited: self("it is being rescanned")
        case .other(let message): message
        }
    }
}
