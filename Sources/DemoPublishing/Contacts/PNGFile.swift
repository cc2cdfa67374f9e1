import CZlib

/// Writes a picture as a PNG: 8-bit RGB, no interlace, one IDAT (W3C, Portable Network Graphics, third edition).
///
/// Rows are stored unchanged or as differences from the row above, whichever is smaller for the whole picture.
enum PNGFile {
    static func bytes(of canvas: Canvas) -> [UInt8] {
        let side = UInt32(canvas.side)
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        append("IHDR", bigEndian(side) + bigEndian(side) + [8, 2, 0, 0, 0], to: &bytes)
        append("IDAT", pixels(of: canvas), to: &bytes)
        append("IEND", [], to: &bytes)
        return bytes
    }

    /// Filter type 0 or 2 before each row (section 9.2), deflated.
    private static func pixels(of canvas: Canvas) -> [UInt8] {
        let stride = canvas.side * 3
        var plain: [UInt8] = []
        var differences: [UInt8] = []
        plain.reserveCapacity((stride + 1) * canvas.side)
        differences.reserveCapacity((stride + 1) * canvas.side)
        for row in 0..<canvas.side {
            plain.append(0)
            plain += canvas.pixels[row * stride..<(row + 1) * stride]
            differences.append(row == 0 ? 0 : 2)
            for place in row * stride..<(row + 1) * stride {
                differences.append(canvas.pixels[place] &- (row == 0 ? 0 : canvas.pixels[place - stride]))
            }
        }
        let (first, second) = (deflated(plain), deflated(differences))
        return first.count <= second.count ? first : second
    }

    private static func append(_ name: String, _ contents: [UInt8], to bytes: inout [UInt8]) {
        let chunk = Array(name.utf8) + contents
        bytes += bigEndian(UInt32(contents.count))
        bytes += chunk
        bytes += bigEndian(UInt32(truncatingIfNeeded: crc32(0, chunk, uInt(chunk.count))))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
