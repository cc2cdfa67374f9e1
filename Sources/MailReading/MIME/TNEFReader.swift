/// Reads `winmail.dat`, Outlook's container of a message and its files: the files, and the text.
///
/// Source: MS-OXTNEF, sections 2.1 and 2.2 (a signature, a key, then attributes: level, identifier, length, bytes, a checksum), and
/// MS-OXCMAPIHTTP's property values in `attAttachment`. Attributes, files and properties are limited; reading stops at truncated or invalid
/// data, and what was found before is kept. Bytes are copied only on access.
struct TNEFReader {
    struct File: Hashable {
        var name: String?
        var bytes: ArraySlice<UInt8> = []
        /// Whether it is a message or an embedded object instead of a file.
        var isObject = false
    }

    private(set) var files: [File] = []
    /// In the mail's declared charset, or Windows' default.
    private(set) var text: String?
    /// Whether it was read completely.
    private(set) var isWhole = false

    private static let signature: UInt32 = 0x223E_9F78
    private static let (attributeLimit, fileLimit, propertyLimit) = (10_000, 100, 1_000)
    private static let nameLength = 255

    /// Returns nil if it isn't such a file.
    init?(_ bytes: [UInt8]) {
        var reader = LittleEndian(bytes[...])
        guard reader.number(4) == Int(Self.signature), reader.number(2) != nil else { return nil }
        var codePage: Int?
        for _ in 0..<Self.attributeLimit {
            guard !reader.isAtEnd else {
                isWhole = true
                return
            }
            guard let level = reader.number(1), level == 1 || level == 2, let id = reader.number(4), let length = reader.number(4),
                let value = reader.take(length), reader.number(2) != nil
            else { return }
            take(id, value, &codePage)
        }
    }

    private mutating func take(_ id: Int, _ value: ArraySlice<UInt8>, _ codePage: inout Int?) {
        switch id {
        case 0x0006_9007:
            var reader = LittleEndian(value)
            codePage = reader.number(4)
        case 0x0002_800C: text = Self.text(value, codePage)
        case 0x0006_9002: if files.count < Self.fileLimit { files.append(File()) }
        case 0x0001_8010: if !files.isEmpty, files[files.count - 1].name == nil { files[files.count - 1].name = Self.text(value, codePage) }
        case 0x0006_800F: if !files.isEmpty { files[files.count - 1].bytes = value }
        case 0x0006_9005: takeProperties(value, codePage)
        default: break
        }
    }

    /// Reads a file's long name, and whether it is a file.
    private mutating func takeProperties(_ value: ArraySlice<UInt8>, _ codePage: Int?) {
        guard !files.isEmpty else { return }
        var reader = LittleEndian(value)
        guard let count = reader.number(4) else { return }
        for _ in 0..<min(count, Self.propertyLimit) {
            guard let type = reader.number(2), let id = reader.number(2), id < 0x8000 || reader.skipName(),
                let values = reader.values(of: type)
            else {
                return
            }
            guard let first = values.first else { continue }
            switch (id, type) {
            // PidTagAttachLongFilename, before PidTagDisplayName.
            case (0x3707, 0x1F): name(String(decoding: Self.units(first), as: UTF16.self))
            case (0x3707, 0x1E): name(Self.text(first, codePage))
            // PidTagAttachDataObject.
            case (0x3701, 0x0D): files[files.count - 1].isObject = true
            default: break
            }
        }
    }

    private mutating func name(_ text: String) {
        let text = text.prefix { $0 != "\0" }
        if !text.isEmpty { files[files.count - 1].name = String(text.prefix(Self.nameLength)) }
    }

    private static func units(_ bytes: ArraySlice<UInt8>) -> [UInt16] {
        stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    }

    private static func text(_ bytes: ArraySlice<UInt8>, _ codePage: Int?) -> String {
        let text = bytes.prefix { $0 != 0 }
        return MailText.text(text, charset: codePage == 65_001 ? "utf-8" : codePage.map { "windows-\($0)" })
    }
}

/// Reads little-endian numbers and slices sequentially; nil if there aren't enough bytes.
private struct LittleEndian {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number(_ size: Int) -> Int? { take(size).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// Skips the name of a property above 0x8000: false if it is truncated.
    mutating func skipName() -> Bool {
        guard take(16) != nil, let kind = number(4) else { return false }
        if kind == 0 { return take(4) != nil }
        guard let length = number(4) else { return false }
        return take(padded(length)) != nil
    }

    /// The values of a property; only those of variable length have bytes here.
    mutating func values(of type: Int) -> [ArraySlice<UInt8>]? {
        let isMany = type & 0x1000 != 0
        switch type & ~0x1000 {
        case 0x02, 0x03, 0x04, 0x0A, 0x0B: return fixed(4, isMany)
        case 0x05, 0x06, 0x07, 0x14, 0x40: return fixed(8, isMany)
        case 0x48: return fixed(16, isMany)
        case 0x0D, 0x1E, 0x1F, 0x102:
            guard let count = number(4), count <= 1000 else { return nil }
            var values: [ArraySlice<UInt8>] = []
            for _ in 0..<count {
                guard let length = number(4), let value = take(padded(length)) else { return nil }
                values.append(value.prefix(length))
            }
            return values
        default: return nil
        }
    }

    private mutating func fixed(_ size: Int, _ isMany: Bool) -> [ArraySlice<UInt8>]? {
        guard let count = isMany ? number(4) : 1, count <= 1_000_000 else { return nil }
        return take(size * count).map { _ in [] }
    }

    private func padded(_ length: Int) -> Int { length + (4 - length % 4) % 4 }
}
