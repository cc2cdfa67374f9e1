/// ffprobe's output about a file in one run (`-of json=c=1`): its packets, one per line, and everything else.
///
/// The packets come first, and there are many of them, so they are converted to the lines that `PacketScan` reads without a JSON parser.
struct ProbeAnswer {
    /// One line of `stream,pts,dts,duration,size,flags` per packet.
    private(set) var packets: [ArraySlice<UInt8>] = []
    /// The output without its packets, as JSON.
    private(set) var rest: [UInt8]

    private static let keys = ["stream_index", "pts_time", "dts_time", "duration_time", "size", "flags"].map { Array($0.utf8) }
    private static let start = Array(#"    "packets": ["#.utf8)
    private static let end = Array("    ],".utf8)
    private static let newline = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")

    init(_ bytes: [UInt8]) {
        rest = []
        rest.reserveCapacity(1 << 14)
        var isInside = false
        for line in bytes.split(separator: Self.newline) {
            if isInside {
                if line.elementsEqual(Self.end) { isInside = false } else if let packet = Self.packet(line) { packets.append(packet) }
            } else if line.elementsEqual(Self.start) {
                isInside = true
            } else {
                rest += line
                rest.append(Self.newline)
            }
        }
    }

    /// Converts `{ "stream_index": 0, "pts_time": "0.2", … }`; nil for lines of a packet's side data. Missing values are `N/A`.
    private static func packet(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        // Splitting at quotes gives key, colon, value, comma; a number is in one part with its colon and comma.
        let parts = line.split(separator: quote, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[1].elementsEqual(keys[0]) else { return nil }
        var packet = parts[2].filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        var place = 3
        for key in keys.dropFirst() {
            packet.append(UInt8(ascii: ","))
            if place + 2 < parts.count, parts[place].elementsEqual(key) {
                packet += parts[place + 2]
                place += 4
            } else {
                packet += Array("N/A".utf8)
            }
        }
        packet.append(newline)
        return packet[...]
    }
}
