/// The error correction of QR codes: the remainder of the data by the generator polynomial, over the field of 256 elements with the
/// polynomial x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004:2015, section 7.5 and annex A).
struct ReedSolomon: Sendable {
    /// The coefficients below the leading one, the highest power first.
    private let generator: [UInt8]

    /// The generator for this many error correction codewords, 1 to 254: (x − α⁰)(x − α¹)…
    init(degree: Int) {
        var generator = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for place in 0..<degree {
                generator[place] = Self.product(generator[place], root)
                if place + 1 < degree { generator[place] ^= generator[place + 1] }
            }
            root = Self.product(root, 2)
        }
        self.generator = generator
    }

    func remainder(of data: some Sequence<UInt8>) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for place in remainder.indices { remainder[place] ^= Self.product(generator[place], factor) }
        }
        return remainder
    }

    /// Shift-and-add multiplication, starting at the highest bit.
    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for bit in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) &* 0x1D
            product ^= (right >> UInt8(bit) & 1) &* left
        }
        return product
    }
}
