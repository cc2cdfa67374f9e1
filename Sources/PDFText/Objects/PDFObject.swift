/// An object of a document (ISO 32000-1, 7.3) without stream data.
enum PDFObject: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case name(String)
    case string([UInt8])
    case array([PDFObject])
    case dictionary(PDFDictionary)
    case reference(Int)
    /// A stream: its data were processed elsewhere (contents, ToUnicode map) or skipped.
    case stream
}

/// The entries of a dictionary in file order. Dictionaries are small; lookup is linear from the end, so the last entry of a key wins.
struct PDFDictionary: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        let key: String
        let value: PDFObject
    }

    var entries: [Entry] = []

    subscript(_ key: String) -> PDFObject? {
        for entry in entries.reversed() where entry.key == key { return entry.value }
        return nil
    }

    func name(_ key: String) -> String? {
        if case .name(let name)? = self[key] { return name }
        return nil
    }
}

extension PDFObject {
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// An integer, or a real number truncated if that fits.
    var integer: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): value.isFinite && abs(value) < 1e15 ? Int(value) : nil
        default: nil
        }
    }

    /// The approximate size in memory, in bytes.
    var cost: Int {
        switch self {
        case .null, .boolean, .integer, .real, .reference, .stream: 16
        case .name(let name): 32 + (name.utf8.count > 15 ? name.utf8.count + 32 : 0)
        case .string(let bytes): 64 + bytes.count
        case .array(let values): values.reduce(64) { $0 + 8 + $1.cost }
        case .dictionary(let dictionary): dictionary.entries.reduce(64) { $0 + 32 + $1.value.cost }
        }
    }
}
