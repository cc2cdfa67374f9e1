import Crypto
import Foundation
import Notifying
import Records
import Synchronization
import TestSupport

/// A push service on 127.0.0.1: accepts what RFC 8030 and RFC 8292 allow and refuses the rest with the specified status.
final class StandInPushService: Sendable {
    struct Message: Sendable {
        let body: [UInt8]
        let headers: [String: String]
        let claims: [String: String]
    }

    private let received = Received()
    private let server: ScriptedServer

    /// `key` is the sender's public key, as given to the browser; `answer` is for valid messages.
    init(key: String, answer: String = "201 Created", headers: [(String, String)] = []) throws {
        server = try ScriptedServer { [received] connection in
            let message: Message
            do { message = try Self.checked(connection.request, key: key, host: connection.request["Host"].first ?? "") } catch let error
                as Wrong
            {
                received.note(wrong: error.why)
                return try connection.answer(error.status)
            }
            received.messages.withLock { $0.append(message) }
            try connection.answer(answer, headers)
        }
    }

    func endpoint(_ name: String = "one") -> String { server.url("/push/\(name)").absoluteString }
    var messages: [Message] { received.messages.withLock { $0 } }
    /// Why messages were refused.
    var complaints: [String] { received.complaints.withLock { $0 } }
    var host: String { server.host }

    private final class Received: Sendable {
        let messages = Mutex<[Message]>([])
        let complaints = Mutex<[String]>([])
        func note(wrong: String) { complaints.withLock { $0.append(wrong) } }
    }

    private struct Wrong: Error {
        let status: String
        let why: String
    }

    private static func checked(_ request: ScriptedServer.Request, key: String, host: String) throws -> Message {
        func one(_ name: String) -> String? { request[name].count == 1 ? request[name][0] : nil }
        guard request.method == "POST" else { throw Wrong(status: "405 Method Not Allowed", why: request.method) }
        guard let ttl = one("TTL"), let seconds = Int(ttl), seconds >= 0 else { throw Wrong(status: "400 Bad Request", why: "TTL") }
        guard one("Content-Encoding") == "aes128gcm" else { throw Wrong(status: "400 Bad Request", why: "Content-Encoding") }
        guard let urgency = one("Urgency"), ["very-low", "low", "normal", "high"].contains(urgency) else {
            throw Wrong(status: "400 Bad Request", why: "Urgency")
        }
        if let topic = one("Topic") {
            let isRight =
                topic.utf8.count <= 32 && topic.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            guard isRight else { throw Wrong(status: "400 Bad Request", why: "Topic") }
        }
        guard request.body.count <= 4096 else { throw Wrong(status: "413 Payload Too Large", why: "\(request.body.count) bytes") }
        return Message(
            body: request.body, headers: Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
            claims: try claims(one("Authorization") ?? "", key: key, audience: "http://\(host)"))
    }

    /// The claims of a correctly signed token: RFC 8292, section 2 and 3; RFC 7515.
    private static func claims(_ authorization: String, key: String, audience: String) throws -> [String: String] {
        let forbidden = { (why: String) in Wrong(status: "403 Forbidden", why: why) }
        guard let match = authorization.wholeMatch(of: /vapid t=([^,]+), k=(.+)/), match.2 == key else { throw forbidden(authorization) }
        let parts = match.1.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let signature = [UInt8](base64URL: parts[2]), let publicKey = [UInt8](base64URL: key),
            let header = [UInt8](base64URL: parts[0]), let payload = [UInt8](base64URL: parts[1])
        else { throw forbidden("a token of three parts") }
        let isSigned = try P256.Signing.PublicKey(x963Representation: publicKey).isValidSignature(
            P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data("\(parts[0]).\(parts[1])".utf8))
        guard isSigned else { throw forbidden("the signature") }
        guard let names = try JSONSerialization.jsonObject(with: Data(header)) as? [String: String],
            names == ["typ": "JWT", "alg": "ES256"]
        else { throw forbidden("the header of the token") }
        guard let claims = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any],
            claims["aud"] as? String == audience, claims["exp"] is Int, claims["sub"] is String
        else { throw forbidden("the claims") }
        return claims.mapValues { "\($0)" }
    }
}
