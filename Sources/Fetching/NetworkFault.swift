import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The cause of a connection error, derived from an error of the HTTP client, NIO, TLS, the resolver or the system.
///
/// No other type interprets these errors. Each module has its own sentences for the kinds.
package struct NetworkFault: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// No address for this name.
        case noSuchHost
        /// Nothing listens at the port (`ECONNREFUSED`).
        case refused
        /// No route to the host or its network.
        case unreachable
        /// The connection timed out, by the caller's timeout.
        case timedOut
        /// The system stopped waiting for the other side (`ETIMEDOUT`).
        case silent
        /// The other side reset the connection, or no longer accepts bytes.
        case reset
        /// The server closed the connection instead of answering.
        case closed
        /// The certificate isn't from a trusted authority, has expired, or isn't valid yet. The TLS library reports these alike.
        case untrusted
        /// The certificate is trusted, but belongs to another host.
        case wrongName
        /// The two sides didn't agree on encryption.
        case noEncryption
        /// An encrypted connection ended without TLS's closing message.
        case cutOff
        /// The answer begins with more headers than the parser accepts.
        case headTooLong
        /// The answer is not HTTP.
        case notHTTP
        /// Another error of the HTTP client, with its own description.
        case client
        case other
    }

    package let kind: Kind
    /// The error's own text, for logs and for kinds without a sentence. These libraries limit its length; we don't.
    package let text: String
    /// Whether the connection ended or broke without further information.
    let isBreak: Bool

    package init(_ error: any Error) {
        kind = Self.kind(of: error)
        text = kind == .client ? (error as? HTTPClientError)?.shortDescription.lowercased() ?? "" : "\(error)"
        isBreak = error is HTTPParserError || error is ChannelError || error is IOError || kind == .closed
    }

    private static func kind(of error: any Error) -> Kind {
        switch error {
        case HTTPParserError.headerOverflow: .headTooLong
        case is HTTPParserError: .notHTTP
        case let error as HTTPClientError: kind(of: error)
        case let error as NIOConnectionError: kind(of: error)
        case is SocketAddressError.UnknownHost: .noSuchHost
        case ChannelError.connectTimeout: .timedOut
        case let error as IOError: kind(ofErrno: error.errnoCode)
        case let error as NIOSSLError: kind(of: error)
        case let error as BoringSSLError: isDistrust(error) ? .untrusted : .other
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: .wrongName
        default: .other
        }
    }

    private static func kind(of error: HTTPClientError) -> Kind {
        switch error {
        case .remoteConnectionClosed: .closed
        case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout: .timedOut
        default: .client
        }
    }

    /// The errors of several addresses: the most informative one. Without any, no address was found.
    private static func kind(of error: NIOConnectionError) -> Kind {
        let kinds = error.connectionErrors.map { kind(of: $0.error) }
        if let telling = [Kind.refused, .unreachable, .reset].first(where: kinds.contains) { return telling }
        return kinds.first ?? (error.dnsAError ?? error.dnsAAAAError).map { kind(of: $0) } ?? .other
    }

    private static func kind(ofErrno code: CInt) -> Kind {
        switch code {
        case ECONNREFUSED: .refused
        case EHOSTUNREACH, ENETUNREACH: .unreachable
        case ETIMEDOUT: .silent
        case ECONNRESET, EPIPE: .reset
        default: .other
        }
    }

    private static func kind(of error: NIOSSLError) -> Kind {
        switch error {
        case .handshakeFailed(let error): isDistrust(error) ? .untrusted : .noEncryption
        case .unableToValidateCertificate: .untrusted
        case .uncleanShutdown: .cutOff
        default: .other
        }
    }

    /// BoringSSL's numbers are private to NIOSSL. Its descriptions contain their names.
    private static func isDistrust(_ error: BoringSSLError) -> Bool {
        switch error {
        case .sslError(let stack), .unknownError(let stack): stack.contains { $0.description.contains("CERTIFICATE_VERIFY_FAILED") }
        default: false
        }
    }

    /// Half a sentence about the requested host.
    var words: String {
        switch kind {
        case .noSuchHost: "there is no such host"
        case .refused: "connection refused"
        case .unreachable: "there is no route to it"
        case .timedOut: "no connection within the time allowed"
        case .reset: "the connection was reset"
        case .closed: "the connection was closed without an answer"
        case .untrusted: "its certificate is not trusted"
        case .noEncryption: "no secure connection could be agreed on"
        case .headTooLong: "its answer begins with more than 80 kB of headers"
        case .notHTTP: "what it answers is not HTTP"
        case .client: text
        case .silent, .wrongName, .cutOff, .other: "the connection failed (\(text))"
        }
    }
}
