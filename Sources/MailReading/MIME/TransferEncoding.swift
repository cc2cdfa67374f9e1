/// The transfer encoding of a part (RFC 2045, section 6). Decoding never fails: invalid characters are skipped or kept.
enum TransferEncoding: String {
    case base64
    case quotedPrintable = "quoted-printable"
    /// A uuencoded block: `x-uuencode`, `uuencode`, `x-uue`.
    case uuencode = "x-uuencode"
    /// Unencoded: `7bit`, `8bit`, `binary`.
    case none

    init(_ header: String?) {
        let word = (header ?? "").lowercased().split { $0.isWhitespace || $0 == ";" }.first.map(String.init)
        self = word.flatMap { ["uuencode", "x-uue", "uue"].contains($0) ? .uuencode : Self(rawValue: $0) } ?? .none
    }

    func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .base64: Self.fromBase64(bytes)
        case .quotedPrintable: Self.fromQuotedPrintable(bytes)
        case .uuencode: UUEncoding.decoded(bytes) ?? Array(bytes)
        case .none: Array(bytes)
        }
    }

    /// Decodes several concatenated pieces, each with its own padding.
    private static func fromBase64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (result, group, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        result.reserveCapacity(bytes.count / 4 * 3)
        func end() {
            if count == 3 { result += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)] }
            if count == 2 { result.append(UInt8(group >> 4 & 0xFF)) }
            (group, count) = (0, 0)
        }
        for byte in bytes {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            case UInt8(ascii: "="):
                end()
                continue
            default: continue
            }
            group = group << 6 | UInt32(value)
            count += 1
            guard count == 4 else { continue }
            result.append(UInt8(group >> 16 & 0xFF))
            result.append(UInt8(group >> 8 & 0xFF))
            result.append(UInt8(group & 0xFF))
            (group, count) = (0, 0)
        }
        end()
        return result
    }

    private static func fromQuotedPrintable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (result, index): ([UInt8], Int) = ([], bytes.startIndex)
        result.reserveCapacity(bytes.count)
        while index < bytes.endIndex {
            guard bytes[index] == UInt8(ascii: "=") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            if index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) {
                result.append(high << 4 | low)
                index += 3
                continue
            }
            // A soft line break, possibly followed by spaces added in transit.
            let end = bytes[(index + 1)...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") && $0 != UInt8(ascii: "\r") }
            if let end, bytes[end] == UInt8(ascii: "\n") {
                index = end + 1
            } else if end == nil {
                index = bytes.endIndex
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - 48
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - 55
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - 87
        default: nil
        }
    }
}
