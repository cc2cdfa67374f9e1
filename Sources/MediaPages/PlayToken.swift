import Records
import Serving
import Storage
import Streaming

/// The authorisation to play one file: signed for the file, a plan and a person, and valid for half a day, as long as the person stays
/// signed in with the same password.
///
/// It is in the path, because a playlist's relative addresses keep the path but not the query, and players send no custom headers. Its text
/// form is base64url (RFC 4648, section 5) of the plan, the height, the person, the expiry in minutes since 1970, the chosen audio, how the
/// person was signed in, and the signature. The file's number and the person's footing (`PersonStore.footing`) are signed but not included.
package struct PlayToken: Hashable, Sendable {
    let plan: PlayPlan
    let person: Person.ID
    /// How the person was signed in when it was made.
    let proof: OnBehalf.Proof
    let end: Timestamp

    private static let purpose = "media"
    private static let valid = Duration.seconds(12 * 3600)
    private static let length = 1 + 2 + 8 + 4 + 1 + 1 + 8
    private static let minute: Int64 = 60_000

    init(_ plan: PlayPlan, for person: Person.ID, by proof: OnBehalf.Proof, at now: Timestamp) {
        (self.plan, self.person, self.proof) = (plan, person, proof)
        end = Timestamp(milliseconds: (now + Self.valid).milliseconds / Self.minute * Self.minute)
    }

    /// The same person and expiry with another plan.
    func with(_ plan: PlayPlan) -> PlayToken { PlayToken(plan: plan, person: person, proof: proof, end: end) }

    private init(plan: PlayPlan, person: Person.ID, proof: OnBehalf.Proof, end: Timestamp) {
        (self.plan, self.person, self.proof, self.end) = (plan, person, proof, end)
    }

    func text(for file: MediaFile.ID, _ footing: PersonFooting, by key: LinkKey) -> String {
        let message = message
        return String(base64URL: message + key.signature(of: Self.signed(message, file, footing), for: Self.purpose))
    }

    private var message: [UInt8] {
        var message = Self.bytes(plan.code)
        message += Self.bytes(UInt16(clamping: plan.height))
        message += Self.bytes(UInt64(bitPattern: person))
        message += Self.bytes(UInt32(clamping: end.milliseconds / Self.minute))
        message += Self.bytes(UInt8(clamping: plan.chosenSound.map { $0 + 1 } ?? 0))
        let (kind, id): (UInt8, Int64) =
            switch proof {
            case .session(let id): (0, id)
            case .token(let id): (1, id)
            case .proxy: (2, 0)
            }
        return message + [kind] + Self.bytes(UInt64(bitPattern: id))
    }

    /// Parses a text; its signature must then be checked with `isSigned`. nil if it is malformed or has expired.
    init?(_ text: String, at now: Timestamp) {
        // Only the canonical form is accepted, so that a token has a single text form.
        guard text.utf8.count <= 100, let bytes = [UInt8](base64URL: text), bytes.count == Self.length + LinkKey.signatureLength,
            String(base64URL: bytes) == text,
            let plan = PlayPlan(code: bytes[0], height: Int(clamping: Self.number(bytes[1..<3])), sound: bytes[15])
        else { return nil }
        let id = Int64(bitPattern: Self.number(bytes[17..<25]))
        switch bytes[16] {
        case 0: proof = .session(id)
        case 1: proof = .token(id)
        case 2 where id == 0: proof = .proxy
        default: return nil
        }
        self.plan = plan
        person = Int64(bitPattern: Self.number(bytes[3..<11]))
        end = Timestamp(milliseconds: Int64(clamping: Self.number(bytes[11..<15])) * Self.minute)
        guard now < end else { return nil }
    }

    /// Whether the text that it was parsed from is signed for this file and footing.
    func isSigned(_ text: String, for file: MediaFile.ID, _ footing: PersonFooting, by key: LinkKey) -> Bool {
        guard let bytes = [UInt8](base64URL: text) else { return false }
        let message = Array(bytes.prefix(Self.length))
        return key.isSignature(bytes.suffix(LinkKey.signatureLength), of: Self.signed(message, file, footing), for: Self.purpose)
    }

    private static func signed(_ message: [UInt8], _ file: MediaFile.ID, _ footing: PersonFooting) -> [UInt8] {
        message + bytes(UInt64(bitPattern: file)) + footing.bytes
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
