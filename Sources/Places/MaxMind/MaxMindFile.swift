package import Foundation
package import Records

/// A MaxMind DB file, version 2: looks up the approximate position of IP addresses locally.
///
/// A binary tree over address bits whose leaves point to typed values (https://maxmind.github.io/MaxMind-DB/, sections in the comments
/// below). The file is memory-mapped and read on demand, so an update must rename a new file into place, as updaters do, and never
/// overwrite it.
///
/// Every offset, size, depth and count is checked before use: a malicious file causes only a `PlacesError`.
package final class MaxMindFile: Sendable {
    package struct Metadata: Hashable, Sendable {
        /// The database type: `GeoLite2-City`.
        package let databaseType: String
        /// 4, or 6 for both.
        package let addressVersion: Int
        /// The build time.
        package let built: Timestamp
        let nodeCount: Int
        /// Bits per record, two records per node: 24, 28 or 32.
        let recordSize: Int

        var treeSize: Int { nodeCount * recordSize / 4 }
    }

    package let metadata: Metadata
    private let map: FileMap
    /// The range of the data section in the file.
    private let values: Range<Int>
    /// The node after 96 zero bits, where IPv4 starts in an IPv6 tree; or the record where the path ends earlier.
    private let firstOfIPv4: Int

    /// Throws `PlacesError`.
    package init(_ file: URL) throws(PlacesError) {
        do throws(PlacesError) {
            map = try FileMap(file)
            let marker = try Self.marker(in: map.bytes)
            metadata = try Self.metadata(map.bytes, behind: marker)
            // "Data Section Separator": 16 zero bytes between the tree and the values.
            let start = metadata.treeSize + 16
            guard start <= marker else { throw PlacesError(.damaged, "is shorter than its tree") }
            values = start..<marker
            var node = 0
            if metadata.addressVersion == 6 {
                for _ in 0..<96 where node < metadata.nodeCount { node = Self.record(map.bytes, metadata, node, right: false) }
            }
            firstOfIPv4 = node
        } catch {
            throw error.inFile(file.lastPathComponent)
        }
    }

    /// The approximate position of an address, often only its city or country; nil if unknown. Throws `PlacesError`.
    package func position(of address: String) throws(PlacesError) -> Position? {
        guard let location = try record(of: address)?["location"], let latitude = location["latitude"]?.number,
            let longitude = location["longitude"]?.number
        else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// The data for an address; nil if it is unknown or not an address. Throws `PlacesError`.
    package func record(of address: String) throws(PlacesError) -> MaxMindValue? {
        guard let bits = Self.bits(of: address) else { return nil }
        let isIPv4 = bits.count == 4
        guard isIPv4 || metadata.addressVersion == 6 else { return nil }
        var node = isIPv4 ? firstOfIPv4 : 0
        for index in 0..<bits.count * 8 where node < metadata.nodeCount {
            node = Self.record(map.bytes, metadata, node, right: bits[index / 8] >> (7 - index % 8) & 1 == 1)
        }
        if node == metadata.nodeCount { return nil }
        let offset = node - metadata.nodeCount - 16
        guard offset >= 0, offset < values.count else { throw PlacesError(.damaged, "its tree leads to nowhere") }
        var decoder = MaxMindDecoder(UnsafeRawBufferPointer(rebasing: map.bytes[values]))
        return try decoder.value(at: offset)
    }

    // MARK: The parts of the file

    /// "Binary Search Tree Section": two consecutive big-endian records per node; with 28 bits the middle byte has the highest four bits of
    /// both. `metadata` guarantees that every node is in the file.
    private static func record(_ bytes: UnsafeRawBufferPointer, _ metadata: Metadata, _ node: Int, right: Bool) -> Int {
        let start = node * metadata.recordSize / 4
        func number(_ from: Int, _ count: Int) -> Int { bytes[from..<from + count].reduce(0) { $0 << 8 | Int($1) } }
        switch metadata.recordSize {
        case 24: return number(start + (right ? 3 : 0), 3)
        case 28:
            let high = Int(bytes[start + 3])
            return right ? (high & 0xF) << 24 | number(start + 4, 3) : (high >> 4) << 24 | number(start, 3)
        default: return number(start + (right ? 4 : 0), 4)
        }
    }

    /// "Database Metadata": after the last marker, in the last 128 KiB. Returns the start of the marker.
    private static func marker(in bytes: UnsafeRawBufferPointer) throws(PlacesError) -> Int {
        let marker: [UInt8] = [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)
        var start = bytes.count - marker.count
        let end = max(0, bytes.count - 128 << 10)
        while start >= end {
            if bytes[start] == marker[0], bytes[start..<start + marker.count].elementsEqual(marker) { return start }
            start -= 1
        }
        throw PlacesError(.format, "isn't a MaxMind DB file")
    }

    private static func metadata(_ bytes: UnsafeRawBufferPointer, behind marker: Int) throws(PlacesError) -> Metadata {
        var decoder = MaxMindDecoder(UnsafeRawBufferPointer(rebasing: bytes[(marker + 14)...]))
        let found = try decoder.value(at: 0)
        func number(_ key: String, _ range: ClosedRange<Int>) throws(PlacesError) -> Int {
            guard let number = found[key]?.whole, range.contains(number) else {
                throw PlacesError(.format, "has no \(key) that we know")
            }
            return number
        }
        _ = try number("binary_format_major_version", 2...2)
        let recordSize = try number("record_size", 24...32)
        guard recordSize % 4 == 0, let type = found["database_type"]?.text else {
            throw PlacesError(.format, "has no record_size or database_type that we know")
        }
        let version = try number("ip_version", 4...6)
        guard version != 5 else { throw PlacesError(.format, "has no ip_version that we know") }
        return Metadata(
            databaseType: type, addressVersion: version,
            built: Timestamp(milliseconds: Int64(clamping: try number("build_epoch", 0...1 << 40)) * 1000),
            nodeCount: try number("node_count", 0...Int(UInt32.max)), recordSize: recordSize)
    }

    /// Four bytes or sixteen; an IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is treated as IPv4.
    private static func bits(of address: String) -> [UInt8]? {
        var four = [UInt8](repeating: 0, count: 4)
        if inet_pton(AF_INET, address, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &sixteen) == 1 else { return nil }
        return sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF ? Array(sixteen[12...]) : sixteen
    }
}

/// A memory-mapped file, unmapped with its last reference.
private final class FileMap: Sendable {
    // Read-only, so concurrent reads are safe.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    init(_ file: URL) throws(PlacesError) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PlacesError(.file, "cannot be read: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw PlacesError(.file, "isn't a file") }
        guard status.st_size > 0 else { throw PlacesError(.format, "is empty") }
        guard let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            throw PlacesError(.file, "cannot be read: \(String(cString: strerror(errno)))")
        }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
