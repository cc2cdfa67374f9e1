import Foundation

/// Why a source couldn't be read: the kind, the address, and a sentence from the code that found it. Pages translate it (`Words.text(_:)`);
/// commands, logs and the API show `message`.
package struct SourceFailure: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
        /// A private network that isn't allowed, or an address that is never fetched.
        case refused
        /// A private network, or this server itself, that the setting for boards doesn't allow.
        case privateHost
        /// A private network, or this server itself, which members' boards don't reach even if the setting allows it.
        case publicOnly
        /// The host doesn't exist, doesn't accept the connection, or has an untrusted certificate.
        case unreachable
        /// An HTTP response other than the document: `status` is its code.
        case status
        case redirects, timedOut, truncated, tooLarge, damaged
        /// A browser was needed, and none is installed; it took too long; it needed too much memory;
        /// it couldn't open the page: `detail` says why.
        case noBrowser, browserLate, browserMemory, browser
        /// The document arrived, and the board can't read it.
        case unreadable
        /// The document arrived, and none of the board's rows is where the board looks for them; a board of one value finds several.
        case noRows, severalRows
        /// Anything else: only the message describes it.
        case other
    }

    package let kind: Kind
    /// The source's address without secrets; empty if unknown.
    package let address: String
    /// The HTTP status (RFC 9110, section 15).
    package let status: Int?
    /// Details in English: for `refused` the setting that allows it, for `unreadable` the place in the document, for the kinds of
    /// rows what may explain it.
    package let detail: String
    /// English, a clause without a full stop.
    package let message: String

    package init(_ kind: Kind, at address: String = "", status: Int? = nil, detail: String = "", message: String) {
        (self.kind, self.address, self.status, self.detail, self.message) = (kind, address, status, detail, message)
    }

    /// Reads `stored`, and the plain sentences that earlier versions stored.
    package init(stored: String) {
        self =
            stored.first == "{"
            ? (try? JSONDecoder().decode(Self.self, from: Data(stored.utf8))) ?? Self(.other, message: stored)
            : Self(.other, message: stored)
    }

    /// For a column of the store: JSON, or only the message if nothing else is known.
    package var stored: String {
        guard kind != .other, let json = try? JSONEncoder().encode(self) else { return message }
        return String(decoding: json, as: UTF8.self)
    }

    /// Whether the source answered, so that it can't be called unreachable.
    package var wasReached: Bool {
        switch kind {
        case .status, .redirects, .truncated, .tooLarge, .damaged, .browserMemory, .unreadable, .noRows, .severalRows: true
        case .refused, .privateHost, .publicOnly, .unreachable, .timedOut, .noBrowser, .browserLate, .browser, .other: false
        }
    }

    /// Whether the document arrived but lacked what the board expects, which may have moved within it.
    package var mayBeRepaired: Bool {
        switch kind {
        case .unreadable, .noRows, .severalRows: true
        default: false
        }
    }

    /// With texts shortened to at most this many bytes each.
    package func limited(to bytes: Int) -> Self {
        Self(kind, at: address.limited(to: bytes), status: status, detail: detail.limited(to: bytes), message: message.limited(to: bytes))
    }
}

/// A plain sentence has the kind `other`.
extension SourceFailure: ExpressibleByStringLiteral {
    package init(stringLiteral message: String) { self.init(.other, message: message) }
}

extension SourceFailure: Codable {
    private enum CodingKeys: String, CodingKey { case kind, address, status, detail, message }

    package init(from decoder: any Decoder) throws {
        if let message = try? decoder.singleValueContainer().decode(String.self) {
            self.init(.other, message: message)
            return
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            (try? members.decode(Kind.self, forKey: .kind)) ?? .other, at: try members.decodeIfPresent(String.self, forKey: .address) ?? "",
            status: try members.decodeIfPresent(Int.self, forKey: .status),
            detail: try members.decodeIfPresent(String.self, forKey: .detail) ?? "",
            message: try members.decode(String.self, forKey: .message))
    }

    package func encode(to encoder: any Encoder) throws {
        guard kind != .other else {
            var value = encoder.singleValueContainer()
            return try value.encode(message)
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(kind, forKey: .kind)
        try members.encode(address, forKey: .address)
        try members.encodeIfPresent(status, forKey: .status)
        if !detail.isEmpty { try members.encode(detail, forKey: .detail) }
        try members.encode(message, forKey: .message)
    }
}
