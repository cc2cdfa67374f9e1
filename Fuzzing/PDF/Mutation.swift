import DemoPublishing

/// Bytes → bytes that are a little wrong. Each change leaves most of its input as it is, so that what lies behind is still reached.
enum Mutation {
    private static let byteLimit = 200_000

    static func change(_ bytes: inout [UInt8], times: Int, beside other: [UInt8], _ chance: inout SplitMix64) {
        for _ in 0..<times where !bytes.isEmpty { change(&bytes, beside: other, &chance) }
        if bytes.count > byteLimit { bytes.removeLast(bytes.count - byteLimit) }
    }

    private static func change(_ bytes: inout [UInt8], beside other: [UInt8], _ chance: inout SplitMix64) {
        let place = chance.below(bytes.count)
        let length = min(1 + chance.below(chance.one(of: [4, 40, 400, 4_000])), bytes.count - place)
        switch chance.below(12) {
        case 0: bytes[place] ^= 1 << UInt8(chance.below(8))
        case 1: bytes[place] = chance.one(of: [0, 9, 10, 13, 32, 40, 41, 47, 60, 62, 91, 93, 37, 127, 128, 255])
        case 2: bytes[place] = chance.byte()
        case 3:  // a chunk elsewhere
            let chunk = Array(bytes[place..<place + length])
            if chance.oneIn(2) { bytes.removeSubrange(place..<place + length) }
            bytes.insert(contentsOf: chunk, at: chance.below(bytes.count + 1))
        case 4: bytes.removeSubrange(place..<place + length)
        case 5: if chance.oneIn(3) { bytes.removeLast(length) } else { bytes.removeSubrange(place..<place + min(length, 3)) }
        case 6, 7: number(&bytes, from: place, &chance)
        case 8, 9: word(&bytes, from: place, &chance)
        case 10:  // a part of another file
            guard !other.isEmpty else { return }
            let start = chance.below(other.count)
            bytes.insert(contentsOf: other[start..<min(start + 1 + chance.below(600), other.count)], at: place)
        default: reference(&bytes, from: place, &chance)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// The digits at `place` or after it.
    private static func digits(_ bytes: [UInt8], from place: Int) -> Range<Int>? {
        guard var start = bytes[place...].prefix(2_000).firstIndex(where: isDigit) else { return nil }
        while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
        return start..<(bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count)
    }

    private static func number(_ bytes: inout [UInt8], from place: Int, _ chance: inout SplitMix64) {
        guard let range = digits(bytes, from: place) else { return }
        let values = [
            "0", "-1", "1", "2", "7", "8", "16", "17", "255", "256", "65535", "65536", "99999", "1e9", "2147483647", "2147483648",
            "4294967296", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "-9223372036854775808", "0.0000001",
            "1.7e308", "-.", "\(chance.below(30))", "\(chance.below(3_000))",
        ]
        bytes.replaceSubrange(range, with: Array(chance.one(of: values).utf8))
    }

    /// Another object's number before `0 R`.
    private static func reference(_ bytes: inout [UInt8], from place: Int, _ chance: inout SplitMix64) {
        let pattern = Array(" 0 R".utf8)
        for index in bytes[place...].prefix(3_000).indices where bytes[index...].starts(with: pattern) {
            var start = index
            while start > 0, isDigit(bytes[start - 1]) { start -= 1 }
            bytes.replaceSubrange(start..<index, with: Array("\(1 + chance.below(14))".utf8))
            return
        }
    }

    /// A piece of the language where a token begins.
    private static func word(_ bytes: inout [UInt8], from place: Int, _ chance: inout SplitMix64) {
        let found = bytes[place...].prefix(200).firstIndex { $0 == 0x2F || $0 == 0x20 || $0 == 0x3C || $0 == 0x0A } ?? place
        bytes.insert(contentsOf: Array(chance.one(of: Fragments.all).utf8), at: found)
    }
}
