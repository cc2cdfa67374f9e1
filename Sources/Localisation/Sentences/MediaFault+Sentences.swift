package import Records

extension Words {
    /// Why a file can't be played, as a clause without a full stop. ffprobe's message stays English.
    package func text(_ fault: MediaFault) -> String {
        switch fault {
        case .unreadable(let detail): self("it can’t be read as film or music (\(detail))")
        case .unclear: self("what ffprobe says of it can’t be read")
        case .trackless: self("there is no picture and no sound in it that can be decoded")
        case .timeless: self("nothing in it lasts any time")
        case .awaited: self("it is being looked at again")
        case .other(let message): message
        }
    }
}
