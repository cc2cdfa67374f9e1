import CZlib

/// The file structure of a PDF: header, objects in the order in which they are added, classic cross-reference table, trailer (ISO 32000-1,
/// 7.5).
struct PDFFile {
    private(set) var bytes: [UInt8] = []
    /// By object number; -1 for numbers without an object. Number 0 is the head of the free list.
    private var offsets: [Int]
    private let end: String
    private let crossReferenceEnd: String

    /// `count` is one more than the highest object number.
    init(objectCount count: Int, lineEnd: VisaListPDF.LineEnd) {
        offsets = Array(repeating: -1, count: count)
        end = lineEnd == .lf ? "\n" : "\r\n"
        crossReferenceEnd = lineEnd == .lf ? " \n" : "\r\n"
        bytes.append("%PDF-1.4\(end)%")
        bytes.append(contentsOf: [0xE2, 0xE3, 0xCF, 0xD3])  // marks the file as binary for transfer programs
        bytes.append(end)
    }

    mutating func add(_ number: Int, _ body: String) {
        open(number)
        bytes.append(body)
        close()
    }

    /// `entries` go in the dictionary before /Length; `length` is its value.
    mutating func addStream(_ number: Int, entries: String, length: String, _ contents: [UInt8]) {
        open(number)
        bytes.append("<<\(entries)/Length \(length)>>\(end)stream\(end)")
        bytes.append(contentsOf: contents)
        bytes.append("\(end)endstream")
        close()
    }

    /// The whole file. Table entries are 20 bytes with either line ending.
    consuming func finished(catalog: Int, information: Int) -> [UInt8] {
        let start = bytes.count
        bytes.append("xref\(end)0 \(offsets.count)\(end)0000000000 65535 f\(crossReferenceEnd)")
        for offset in offsets.dropFirst() {
            let digits = String(max(0, offset))
            bytes.append(String(repeating: "0", count: 10 - digits.utf8.count))
            bytes.append(digits)
            bytes.append(offset < 0 ? " 65535 f" : " 00000 n")
            bytes.append(crossReferenceEnd)
        }
        bytes.append("trailer\(end)<</Size \(offsets.count)/Root \(catalog) 0 R/Info \(information) 0 R>>\(end)")
        bytes.append("startxref\(end)\(start)\(end)%%EOF\(end)")
        return bytes
    }

    private mutating func open(_ number: Int) {
        offsets[number] = bytes.count
        bytes.append("\(number) 0 obj\(end)")
    }

    private mutating func close() {
        bytes.append("\(end)endobj\(end)")
    }
}

/// For /FlateDecode: zlib's format, level 6.
func deflated(_ contents: [UInt8]) -> [UInt8] {
    let bound = compressBound(uLong(contents.count))
    return Array(unsafeUninitializedCapacity: Int(bound)) { room, count in
        var length = bound
        let status = compress2(room.baseAddress, &length, contents, uLong(contents.count), 6)
        precondition(status == Z_OK, "zlib found no memory")  // the only remaining failure: the buffer has the size that zlib asked for
        count = Int(length)
    }
}

/// A gzip file with one member (RFC 1952).
func gzipped(_ contents: [UInt8]) -> [UInt8] {
    func littleEndian(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    let sum = UInt32(truncatingIfNeeded: crc32(0, contents, uInt(contents.count)))
    // Without zlib's own header and checksum.
    let inside = deflated(contents).dropFirst(2).dropLast(4)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + inside + littleEndian(sum) + littleEndian(UInt32(truncatingIfNeeded: contents.count))
}

extension [UInt8] {
    mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }
}
