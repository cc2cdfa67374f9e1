/// A ZIP archive of uncompressed files (APPNOTE.TXT 6.3.10, 4.3).
enum StoredZip {
    static func archive(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var (archive, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, bytes) in files {
            let fields =
                number(20, 2) + number(0, 8) + number(Int(checksum(bytes)), 4) + number(bytes.count, 4) + number(bytes.count, 4)
                + number(name.utf8.count, 2) + number(0, 2)
            directory += Array("PK\u{1}\u{2}".utf8) + number(20, 2) + fields + number(0, 10) + number(archive.count, 4) + Array(name.utf8)
            archive += Array("PK\u{3}\u{4}".utf8) + fields + Array(name.utf8) + bytes
        }
        let end =
            Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(files.count, 2) + number(files.count, 2) + number(directory.count, 4)
            + number(archive.count, 4) + number(0, 2)
        return archive + directory + end
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~sum
    }
}
