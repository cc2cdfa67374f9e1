/// Unpacks one member of a packed document from chunks of any size.
protocol Unpacking: AnyObject {
    /// Unpacks as much as fits into the output. Call it until it consumes and produces nothing.
    func step(_ packed: [UInt8], _ range: Range<Int>) -> UnpackingStep
}

struct UnpackingStep {
    /// Packed bytes consumed.
    var used = 0
    var bytes: [UInt8] = []
    var isAtEnd = false
    /// Output before the damage is still returned.
    var isDamaged = false
    /// It requires more memory than allowed.
    var isTooLarge = false
}

/// The formats of a packed file.
enum Packing: CaseIterable {
    case gzip, xz

    /// The first bytes of each member.
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
