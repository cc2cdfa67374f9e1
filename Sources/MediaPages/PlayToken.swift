import Records
import Serving
import Streaming

/// What an address needs to play one file: signed for the file, a plan and a person, and good for half a day.
///
/// It's in the path, since a playlist's relative addresses take the path with them and no query, and players send no header of ours. As text it is
/// base64url (RFC 4648, section 5) of the plan, the height, the person, the end in minutes since 1970, the chosen sound, and the signature; the file's number isn't in
/// it, but is signed with it.
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

    /// Another plan for the same person, as long.
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

    /// nil if we haven't signed it for this file, or it's over.
    init?(_ text: String, for file: MediaFile.ID, by key: LinkKey, at now: Timestamp) {
        // As we write it, to the letter: what is read more widely would be one token by several names.
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
