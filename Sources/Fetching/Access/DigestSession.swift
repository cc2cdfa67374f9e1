import Crypto
import Foundation

/// A Digest session: the server's challenge, and how often its nonce has been used.
///
/// Source: RFC 7616. The quality of protection is `auth`, or none as in RFC 2069. `auth-int` is not supported; a server that requires it
/// gets no credentials. Of several challenges the strongest is used. Random values are passed in.
struct DigestSession: Sendable {
    enum Algorithm: Int, Comparable {
        case md5, sha256

        static func < (a: Algorithm, b: Algorithm) -> Bool { a.rawValue < b.rawValue }
    }

    let realm: String
    let algorithm: Algorithm
    private let algorithmName: String?
    private let isOfSession: Bool
    private let opaque: String?
    private let hasQuality: Bool
    private let hashesUser: Bool
    /// The addresses for which the same response is valid, as the server wrote them. Empty: the whole origin.
    let domain: [String]
    private(set) var nonce: String
    private var count: UInt32 = 0
    /// In the session variants of the algorithms, the first nonce and cnonce are kept for the whole session.
    private var first: (nonce: String, cnonce: String)?

    /// Returns nil if the challenge isn't Digest or isn't supported.
    init?(_ challenge: Challenge) {
        guard challenge.scheme == "digest", let realm = challenge["realm"], let nonce = challenge["nonce"] else { return nil }
        self.realm = realm
        self.nonce = nonce
        algorithmName = challenge["algorithm"]
        let name = (algorithmName ?? "MD5").lowercased()
        isOfSession = name.hasSuffix("-sess")
        switch isOfSession ? String(name.dropLast(5)) : name {
        case "md5": algorithm = .md5
        case "sha-256": algorithm = .sha256
        default: return nil
        }
        if let qualities = challenge["qop"] {
            guard FieldValue.elements([qualities]).contains(where: { $0.lowercased() == "auth" }) else { return nil }
            hasQuality = true
        } else {
            hasQuality = false
        }
        // The session variants need a cnonce, which is sent only with a quality of protection.
        guard hasQuality || !isOfSession else { return nil }
        opaque = challenge["opaque"]
        hashesUser = challenge["userhash"]?.lowercased() == "true"
        domain = (challenge["domain"] ?? "").split(separator: " ").map(String.init)
    }

    /// The strongest supported challenge.
    static func strongest(of challenges: [Challenge]) -> DigestSession? {
        challenges.compactMap { DigestSession($0) }.reduce(nil) { best, next in
            best.map { $0.algorithm >= next.algorithm ? $0 : next } ?? next
        }
    }

    /// The values needed to verify the server's `Authentication-Info`.
    struct Proof: Sendable {
        fileprivate let count: String
        fileprivate let cnonce: String
        fileprivate let expected: String
    }

    /// The value of `Authorization`, and the proof to check the server's answer against. `target` is the path and query of the request
    /// line.
    mutating func answer(
        user: String, password: String, method: String, target: String, cnonce: String
    ) -> (authorization: String, proof: Proof) {
        count += 1
        let digits = String(count, radix: 16)
        let nc = String(repeating: "0", count: 8 - digits.count) + digits
        if first == nil { first = (nonce, cnonce) }
        var a1 = "\(user):\(realm):\(password)"
        if isOfSession, let first { a1 = "\(hash(a1)):\(first.nonce):\(first.cnonce)" }
        let secret = hash(a1)
        let middle = hasQuality ? "\(nonce):\(nc):\(cnonce):auth" : nonce
        let response = hash("\(secret):\(middle):\(hash("\(method):\(target)"))")
        let expected = hash("\(secret):\(middle):\(hash(":\(target)"))")

        var fields: [String] = []
        if hashesUser {
            fields.append("username=\"\(hash("\(user):\(realm)"))\"")
        } else if user.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            fields.append("username=\(Self.quoted(user))")
        } else {
            // RFC 8187: encodes characters that a quoted string can't hold.
            fields.append("username*=UTF-8''\(Self.escaped(user))")
        }
        fields += ["realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))", "uri=\(Self.quoted(target))", "response=\"\(response)\""]
        if let algorithmName { fields.append("algorithm=\(algorithmName)") }
        if let opaque { fields.append("opaque=\(Self.quoted(opaque))") }
        if hasQuality { fields += ["qop=auth", "nc=\(nc)", "cnonce=\(Self.quoted(cnonce))"] }
        if hashesUser { fields.append("userhash=true") }
        return ("Digest " + fields.joined(separator: ", "), Proof(count: nc, cnonce: cnonce, expected: expected))
    }

    /// Reads `Authentication-Info` and adopts the next nonce. False if the server proves that it doesn't know the password.
    mutating func take(_ info: [String: String], proof: Proof) -> Bool {
        if let given = info["rspauth"] {
            // Both values must refer to the request that was sent.
            guard given.lowercased() == proof.expected, info["cnonce"].map({ $0 == proof.cnonce }) ?? true,
                info["nc"].map({ $0.lowercased() == proof.count }) ?? true
            else { return false }
        }
        if let next = info["nextnonce"], next != nonce {
            nonce = next
            count = 0
        }
        return true
    }

    private func hash(_ text: String) -> String {
        let data = Data(text.utf8)
        switch algorithm {
        case .md5: return String(hexadecimal: Insecure.MD5.hash(data: data))
        case .sha256: return String(hexadecimal: SHA256.hash(data: data))
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber)
                ? String(character) : "%" + String(hexadecimal: [byte]).uppercased()
        }.joined()
    }
}
