import Records

/// The time shift of programmes relative to their source: `shift: -4h30m`, or `shift: { one.example: 1h, all: 30m }` by channel.
struct GuideShift: Hashable, Sendable {
    /// In milliseconds.
    private var all: Int64 = 0
    private var byChannel: [String: Int64] = [:]

    private static let bounds: ClosedRange<Int64> = -14 * 3600...14 * 3600
    private static let channelLimit = 2000

    init() {}

    init(_ declaration: Declaration?) throws(DeclarationError) {
        guard let declaration else { return }
        guard case .map = declaration.content else {
            all = try Self.milliseconds(declaration)
            return
        }
        let entries = try declaration.entries()
        guard entries.count <= Self.channelLimit else { throw declaration.error("more than \(Self.channelLimit) channels") }
        for entry in entries {
            let shift = try Self.milliseconds(entry.value)
            if entry.key == "all" { all = shift } else { byChannel[entry.key] = shift }
        }
    }

    /// A channel's own shift overrides the shift of all.
    func milliseconds(of channel: String) -> Int64 { byChannel[channel] ?? all }

    var isNone: Bool { all == 0 && byChannel.isEmpty }

    private static func milliseconds(_ declaration: Declaration) throws(DeclarationError) -> Int64 {
        let text = try declaration.text()
        guard let shift = milliseconds(written: text) else {
            throw declaration.error("a shift like 1h, -30m or -4.5 is expected, 14 hours at most; found '\(text)'")
        }
        return shift
    }

    /// `1h30m`, `-30m`, and decimal hours as in playlists: `-4.5`. nil for anything else, and for more than 14 hours.
    static func milliseconds(written text: String) -> Int64? {
        let isEarlier = text.hasPrefix("-")
        let amount = String(text.drop { $0 == "-" || $0 == "+" })
        let seconds: Int64? =
            if let hours = NumberFormat().number(amount), hours <= 14 {
                Int64(clamping: (hours * 3600).rounded())
            } else {
                Duration(written: amount).map { $0.components.seconds }
            }
        guard let seconds, case let signed = isEarlier ? -seconds : seconds, bounds.contains(signed) else { return nil }
        return signed * 1000
    }
}
