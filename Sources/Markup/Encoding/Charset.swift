/// A character encoding: one of the WHATWG Encoding Standard, or UTF-32.
public struct Charset: Hashable, Sendable, CustomStringConvertible {
    /// The standard's name: `UTF-8`, `windows-1252`, `Shift_JIS`.
    public let name: String
    let kind: Kind

    /// From any label that the web uses. Throws for unknown charsets and for those the standard refuses to decode.
    public init(label: String) throws(MarkupError) {
        let label = label.trimmed.lowercased()
        guard let name = CharsetLabels.names[label] else { throw MarkupError(.encoding, "the charset '\(label.shortened)' is not known") }
        guard let kind = Kind(name) else {
            throw MarkupError(.encoding, "the charset '\(label.shortened)' is not read: browsers refuse it, since text can be hidden in it")
        }
        self.name = name
        self.kind = kind
    }

    private init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The encoding of all decoder output.
    public static let utf8 = Charset("UTF-8", .utf8)
    /// The web's interpretation of ISO-8859-1.
    public static let windows1252 = Charset("windows-1252", .singleByte(.windows1252))
    static let utf16LittleEndian = Charset("UTF-16LE", .utf16(isBigEndian: false))
    static let utf16BigEndian = Charset("UTF-16BE", .utf16(isBigEndian: true))
    static let utf32LittleEndian = Charset("UTF-32LE", .utf32(isBigEndian: false))
    static let utf32BigEndian = Charset("UTF-32BE", .utf32(isBigEndian: true))

    /// Its name.
    public var description: String { name }

    enum Kind: Hashable, Sendable {
        case utf8, gb18030, big5, eucKR, eucJP, shiftJIS, iso2022JP
        case utf16(isBigEndian: Bool)
        case utf32(isBigEndian: Bool)
        case singleByte(SingleByteCharset)

        init?(_ name: String) {
            switch name {
            case "UTF-8": self = .utf8
            case "UTF-16LE", "UTF-16BE": self = .utf16(isBigEndian: name == "UTF-16BE")
            case "UTF-32LE", "UTF-32BE": self = .utf32(isBigEndian: name == "UTF-32BE")
            case "gb18030", "GBK": self = .gb18030
            case "Big5": self = .big5
            case "EUC-KR": self = .eucKR
            case "EUC-JP": self = .eucJP
            case "Shift_JIS": self = .shiftJIS
            case "ISO-2022-JP": self = .iso2022JP
            default:
                guard let charset = SingleByteCharset(name: name) else { return nil }
                self = .singleByte(charset)
            }
        }

        /// Whether a byte below 0x80 between characters is always that ASCII character.
        var isASCIIPlain: Bool {
            switch self {
            case .utf16, .utf32, .iso2022JP: false
            default: true
            }
        }
    }

    /// The length of this charset's byte order mark at the start of the bytes.
    func byteOrderMark(in bytes: [UInt8]) -> Int {
        let mark: [UInt8] =
            switch kind {
            case .utf8: [0xEF, 0xBB, 0xBF]
            case .utf16(let isBigEndian): isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
            case .utf32(let isBigEndian): isBigEndian ? [0, 0, 0xFE, 0xFF] : [0xFF, 0xFE, 0, 0]
            default: []
            }
        return bytes.starts(with: mark) ? mark.count : 0
    }
}

/// Charsets with one byte per character.
enum SingleByteCharset: String, CaseIterable, Sendable {
    case ibm866 = "IBM866"
    case latin2 = "ISO-8859-2"
    case latin3 = "ISO-8859-3"
    case latin4 = "ISO-8859-4"
    case cyrillic = "ISO-8859-5"
    case arabic = "ISO-8859-6"
    case greek = "ISO-8859-7"
    case hebrew = "ISO-8859-8"
    case latin6 = "ISO-8859-10"
    case latin7 = "ISO-8859-13"
    case latin8 = "ISO-8859-14"
    case latin9 = "ISO-8859-15"
    case latin10 = "ISO-8859-16"
    case koi8R = "KOI8-R"
    case koi8U = "KOI8-U"
    case macintosh
    case windows874 = "windows-874"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case macCyrillic = "x-mac-cyrillic"
    case userDefined = "x-user-defined"

    /// ISO-8859-8-I is ISO-8859-8 with another text direction.
    init?(name: String) { self.init(rawValue: name == "ISO-8859-8-I" ? "ISO-8859-8" : name) }

    /// Its name in `iconv`.
    var iconvName: String {
        if rawValue.hasPrefix("windows-") { return "CP" + rawValue.dropFirst(8) }
        return self == .macCyrillic ? "MAC-CYRILLIC" : rawValue
    }

    /// Whether unassigned bytes in 0x80…0x9F are control characters.
    var hasControls: Bool { rawValue.hasPrefix("windows-") }

    /// The differences of the web from glibc.
    var deviations: [(UInt8, UInt16)] {
        switch self {
        case .koi8U: [(0xAE, 0x45E), (0xBE, 0x40E)]
        case .macintosh: [(0xC6, 0x2206), (0xF0, 0xF8FF)]
        case .windows1255: [(0xCA, 0x5BA)]
        case .macCyrillic: [(0xFF, 0x20AC)]
        case .userDefined: (0x80...0xFF).map { ($0, 0xF780 + UInt16($0) - 0x80) }
        default: []
        }
    }
}
