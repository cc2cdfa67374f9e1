/// Uuencoded files inside plain text, from before MIME: `begin 644 name`, lines that start with their length, `end` (POSIX, uuencode).
enum UUEncoding {
    struct File: Hashable {
        let name: String
        let bytes: [UInt8]
        /// Whether its end was found.
        let isWhole: Bool
    }

    /// The maximum number of files in a text.
    private static let fileLimit = 100

    /// The files in a text, and the remaining text. A block with an invalid line is text; a block without an end extends to the end of the
    /// text.
    static func files(in text: [UInt8]) -> (files: [File], rest: [UInt8]) {
        var (files, rest): ([File], [UInt8]) = ([], [])
        var at = 0
        while at < text.count {
            let end = lineEnd(text, at)
            if files.count < fileLimit, let name = beginning(text[at..<end]), let (bytes, next, isWhole) = block(text, from: end) {
                files.append(File(name: name, bytes: bytes, isWhole: isWhole))
                at = next
            } else {
                rest += text[at..<end]
                at = end
            }
        }
        return (files, rest)
    }

    /// The first file's bytes, for a part encoded as a whole; nil if there is none.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? { files(in: Array(text)).files.first?.bytes }

    /// Returns the position after the line break.
    private static func lineEnd(_ text: [UInt8], _ start: Int) -> Int { text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count }

    /// The name in `begin 644 name`.
    private static func beginning(_ line: ArraySlice<UInt8>) -> String? {
        guard line.count < 1000, line.starts(with: "begin ".utf8) else { return nil }
        let rest = line.dropFirst(6)
        let mode = rest.prefix { (0x30...0x37).contains($0) }
        guard (3...4).contains(mode.count), rest.dropFirst(mode.count).first == 0x20 else { return nil }
        let name = MailText.raw(rest.dropFirst(mode.count + 1)).filter { !$0.isNewline }
        return name.allSatisfy(\.isWhitespace) ? nil : name
    }

    /// Decodes the lines up to `end` and returns the next position; nil if a line is invalid.
    private static func block(_ text: [UInt8], from start: Int) -> (bytes: [UInt8], end: Int, isWhole: Bool)? {
        var (bytes, at): ([UInt8], Int) = ([], start)
        while at < text.count {
            let end = lineEnd(text, at)
            var line = text[at..<end]
            while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
            at = end
            if line.elementsEqual("end".utf8) { return (bytes, at, true) }
            guard decode(line, into: &bytes) else { return nil }
        }
        return bytes.count >= fewestBytes ? (bytes, at, false) : nil
    }

    /// A full line: less without an end may be ordinary text.
    private static let fewestBytes = 45

    /// False if the line is invalid. Trailing spaces may have been lost in transit.
    private static func decode(_ line: ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool {
        guard let first = line.first else { return true }
        guard (0x20...0x60).contains(first), line.allSatisfy({ (0x20...0x60).contains($0) }) else { return false }
        let count = Int(first - 0x20) & 63
        let signs = line.dropFirst()
        guard signs.count <= (count + 2) / 3 * 4 + 2 else { return false }
        var written = 0
        var place = signs.startIndex
        while written < count {
            var group: UInt32 = 0
            for _ in 0..<4 {
                group = group << 6 | (place < signs.endIndex ? UInt32(signs[place] - 0x20) & 63 : 0)
                place += 1
            }
            for shift in [16, 8, 0] where written < count {
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(shift)))
                written += 1
            }
        }
        return true
    }
}
