/// Packed bytes in any cut → what they were, of one member of a packed document.
protocol Unpacking: AnyObject {
    /// As much as there is room for. There is more to come until nothing is used and nothing made.
    func step(_ packed: [UInt8], _ range: Range<Int>) -> UnpackingStep
}

struct UnpackingStep {
    /// Of the packed bytes.
    var used = 0
    var bytes: [UInt8] = []
    var isAtEnd = false
    /// What is said of it stands before the damage.
    var isDamaged = false
    /// It asks for more memory than there is for one.
    var isTooLarge = false
}

/// How a document may be packed as a file.
enum Packing: CaseIterable {
    case gzip, xz

    /// With what each member begins.
    var magic: [UInt8] {
        switch self {
        case .gzip: [0x1F, 0x8B]
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
        }
    }

    var unpacking: any Unpacking {
        switch self {
        case .gzip: Inflation(.gzip)
        case .xz: LZMADecoding()
        }
    }
}
