import Records
import Serving
import Streaming

/// The authorisation to play one file: signed for the file, a plan and a person, and valid for half a day.
///
/// It is in the path, because a playlist's relative addresses keep the path but not the query, and players send no custom headers. Its text
/// form is base64url (RFC 4648, section 5) of the plan, the height, the person, the expiry in minutes since 1970, the chosen audio, and the
/// signature; the file's number is signed but not included.
package struct PlayToken: Hashable, Sendable {
    let plan: PlayPlan
    let person: Person.ID
    let end: Timestamp

    private static let purpose = "media"
    private static let valid = Duration.seconds(12 * 3600)
    private static let length = 1 + 2 + 8 + 4 + 1
    private static let minute: Int64 = 60_000

    init(_ plan: PlayPlan, for person: Person.ID, at now: Timestamp) {
        self.plan = plan
        self.person = person
        end = Timestamp(milliseconds: (now + Self.valid).milliseconds / Self.minute * Self.minute)
    }

    /// The same person and expiry with another plan.
    func with(_ plan: PlayPlan) -> PlayToken { PlayToken(plan: plan, person: person, end: end) }

    private init(plan: PlayPlan, person: Person.ID, end: Timestamp) { (self.plan, self.person, self.end) = (plan, person, end) }

    func text(for file: MediaFile.ID, by key: LinkKey) -> String {
        var message = Self.bytes(plan.code)
        message += Self.bytes(UInt16(clamping: plan.height))
        message += Self.bytes(UInt64(bitPattern: person))
        message += Self.bytes(UInt32(clamping: end.milliseconds / Self.minute))
        message += Self.bytes(UInt8(clamping: plan.chosenSound.map { $0 + 1 } ?? 0))
        return String(base64URL: message + key.signature(of: Self.signed(message, file), for: Self.purpose))
    }

    /// Returns nil if the signature isn't valid for this file or the token has expired.
    init?(_ text: String, for file: MediaFile.ID, by key: LinkKey, at now: Timestamp) {
        // Only the canonical form is accepted, so that a token has a single text form.
        guard text.utf8.count <= 100, let bytes = [UInt8](base64URL: text), bytes.count == Self.length + LinkKey.signatureLength,
            String(base64URL: bytes) == text
        else { return nil }
        let message = Array(bytes.prefix(Self.length))
        guard key.isSignature(bytes.suffix(LinkKey.signatureLength), of: Self.signed(message, file), for: Self.purpose),
            let plan = PlayPlan(code: message[0], height: Int(clamping: Self.number(message[1..<3])), sound: message[15])
        else { return nil }
        self.plan = plan
        person = Int64(bitPattern: Self.number(message[3..<11]))
        end = Timestamp(milliseconds: Int64(clamping: Self.number(message[11..<15])) * Self.minute)
        guard now < end else { return nil }
    }

    private static func signed(_ message: [UInt8], _ file: MediaFile.ID) -> [UInt8] { message + bytes(UInt64(bitPattern: file)) }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
