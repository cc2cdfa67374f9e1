import CLzma
import CZlib

/// A ZIP archive as its writers make them, and as they should not.
package struct SampleArchive {
    package struct File {
        package var name: String
        package var bytes: [UInt8]
        package var isDeflated = true
        /// Lengths and checksum after the contents.
        package var isDescribedBehind = false
        /// With its signature, as most do.
        package var hasDescriptorSignature = true
        /// Lengths of eight bytes.
        package var isZip64 = false
        // What is wrong with it.
        package var checksumError: UInt32 = 0
        package var lengthError = 0
        package var isEncrypted = false
        package var method: UInt16?

        package init(_ name: String, _ text: String) {
            self.name = name
            bytes = Array(text.utf8)
        }

        package func with(_ change: (inout File) -> Void) -> File {
            var file = self
            change(&file)
            return file
        }
    }

    package var files: [File]
    /// How many files too many its directory claims.
    package var countError = 0
    package var comment = ""

    package init(files: [File], countError: Int = 0, comment: String = "") {
        (self.files, self.countError, self.comment) = (files, countError, comment)
    }

    package var bytes: [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let offset = archive.count
            let packed = file.isDeflated ? Self.deflated(file.bytes) : file.bytes
            let checksum = UInt32(truncatingIfNeeded: crc32(0, file.bytes, UInt32(file.bytes.count))) ^ file.checksumError
            let flags: UInt16 = (file.isDescribedBehind ? 8 : 0) | (file.isEncrypted ? 1 : 0) | 1 << 11
            let method: UInt16 = file.method ?? (file.isDeflated ? 8 : 0)
            let (packedCount, count) = (UInt64(packed.count + file.lengthError), UInt64(file.bytes.count))
            let known = file.isDescribedBehind ? (packed: 0, whole: 0) : (packed: packedCount, whole: count)
            let extra = file.isZip64 ? Self.bytes(1, 2) + Self.bytes(16, 2) + Self.bytes(known.whole, 8) + Self.bytes(known.packed, 8) : []
            archive += [0x50, 0x4B, 3, 4] + Self.bytes(20, 2) + Self.bytes(UInt64(flags), 2) + Self.bytes(UInt64(method), 2)
            archive += Self.bytes(0, 4) + Self.bytes(file.isDescribedBehind ? 0 : UInt64(checksum), 4)
            archive += Self.bytes(file.isZip64 ? 0xFFFF_FFFF : known.packed, 4) + Self.bytes(file.isZip64 ? 0xFFFF_FFFF : known.whole, 4)
            archive += Self.bytes(UInt64(file.name.utf8.count), 2) + Self.bytes(UInt64(extra.count), 2)
            archive += Array(file.name.utf8) + extra + packed
            if file.isDescribedBehind {
                let width = file.isZip64 ? 8 : 4
                if file.hasDescriptorSignature { archive += [0x50, 0x4B, 7, 8] }
                archive += Self.bytes(UInt64(checksum), 4) + Self.bytes(packedCount, width) + Self.bytes(count, width)
            }
            directory += [0x50, 0x4B, 1, 2] + Self.bytes(20, 2) + Self.bytes(20, 2) + Self.bytes(UInt64(flags), 2)
            directory += Self.bytes(UInt64(method), 2) + Self.bytes(0, 4) + Self.bytes(UInt64(checksum), 4)
            directory += Self.bytes(packedCount, 4) + Self.bytes(count, 4) + Self.bytes(UInt64(file.name.utf8.count), 2)
            directory += Self.bytes(0, 12) + Self.bytes(UInt64(offset), 4) + Array(file.name.utf8)
        }
        let start = archive.count
        archive += directory
        let count = UInt64(files.count + countError)
        if files.contains(where: \.isZip64) {
            archive += [0x50, 0x4B, 6, 6] + Self.bytes(44, 8) + Self.bytes(45, 4) + Self.bytes(0, 8) + Self.bytes(count, 8)
            archive += Self.bytes(count, 8) + Self.bytes(UInt64(directory.count), 8) + Self.bytes(UInt64(start), 8)
            archive += [0x50, 0x4B, 6, 7] + Self.bytes(0, 16)
        }
        let shownCount = files.contains(where: \.isZip64) ? 0xFFFF : count
        archive += [0x50, 0x4B, 5, 6] + Self.bytes(0, 4) + Self.bytes(shownCount, 2) + Self.bytes(shownCount, 2)
        archive += Self.bytes(UInt64(directory.count), 4) + Self.bytes(UInt64(start), 4)
        return archive + Self.bytes(UInt64(comment.utf8.count), 2) + Array(comment.utf8)
    }

    /// The low byte first.
    private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) : 0 }
    }

    package static func deflated(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, -15) }

    package static func gzipped(_ bytes: [UInt8]) -> [UInt8] { packed(bytes, 31) }

    package static func xz(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: lzma_stream_buffer_bound(bytes.count)) { output, count in
            _ = lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nil, bytes, bytes.count, output.baseAddress, &count, output.count)
        }
    }

    private static func packed(_ bytes: [UInt8], _ windowBits: Int32) -> [UInt8] {
        var stream = z_stream()
        var bytes = bytes
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else { return [] }
        defer { deflateEnd(&stream) }
        let room = Int(deflateBound(&stream, UInt(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: room) { output, count in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
                count = output.count - Int(stream.avail_out)
            }
        }
    }
}
