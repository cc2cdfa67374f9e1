import Foundation

/// An IP address, version 4 or 6, as bytes. An IPv4 address inside IPv6
/// (`::ffff:192.0.2.1`, RFC 4291, section 2.5.5.2) equals the IPv4 address.
package struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    let bytes: [UInt8]

    /// Parses `192.0.2.1`, `2001:db8::1`, `[2001:db8::1]:443`, `192.0.2.1:443`; nil for a name and for anything else.
    package init?(_ text: some StringProtocol) {
        var text = String(text).trimmingCharacters(in: .whitespaces)
        guard text.utf8.count <= 64 else { return nil }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            text = String(text[text.index(after: text.startIndex)..<end])
        } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
            text = String(text[..<colon])
        }
        // A zone names the interface and isn't part of the address.
        if let zone = text.firstIndex(of: "%") { text = String(text[..<zone]) }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// The address in the bytes of a `sockaddr_storage`; nil if it isn't an IP address.
    package init?(socketAddress storage: UnsafeRawBufferPointer) {
        switch Int32(storage.load(as: sa_family_t.self)) {
        case AF_INET: self.init(bytes: Array(storage[4..<8]))  // sockaddr_in: family, port, address
        case AF_INET6: self.init(bytes: Array(storage[8..<24]))  // sockaddr_in6: family, port, flow, address
        default: return nil
        }
    }

    /// Four or sixteen bytes.
    private init(bytes: [UInt8]) {
        let isMapped = bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        self.bytes = isMapped ? Array(bytes.suffix(4)) : bytes
    }

    package var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A range of addresses with the same first bits: `10.0.0.0/8`, `::1`, RFC 4632.
package struct AddressRange: Hashable, Sendable {
    private let first: InternetAddress
    private let bits: Int

    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ InternetAddress($0) }) else { return nil }
        let all = address.bytes.count * 8
        guard let bits = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(bits) else { return nil }
        first = address
        self.bits = bits
    }

    package func contains(_ address: InternetAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        return zip(first.bytes, address.bytes).enumerated().allSatisfy { index, pair in
            let significant = min(8, max(0, bits - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> significant)
            return pair.0 & mask == pair.1 & mask
        }
    }
}
