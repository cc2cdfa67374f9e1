#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Finds the end or start of an object in the data of a stream without `endstream`: `endobj` on its own line before another object or the
/// end of the file, or `8 0 obj` at the start of a line. Positions are in the scanner's buffer.
struct ObjectSearch {
    /// Where the search continues: everything before it has been searched, and is data if nothing was found.
    private(set) var searched = 0
    /// Bytes examined.
    private(set) var examined = 0
    private var start = 0

    /// The maximum length of `8 0 obj` with numbers and spaces, and of what may separate it from a preceding `endobj`.
    static let longestHeader = 32
    private static let longestGap = 64

    mutating func start(at position: Int) {
        (start, searched) = (position, position)
    }

    mutating func move(by count: Int) {
        start -= count
        searched -= count
    }

    /// The first match from where the last search ended; nil if there is none in these bytes.
    mutating func first(in bytes: Span<UInt8>, ended: Bool) -> Int? {
        let began = searched
        defer { examined += max(searched - began, 0) }
        while let end = ObjectSearch.letter(0x6A, in: bytes, from: searched) {  // j
            if end < 3 || !bytes.holds("obj", at: end - 2) {
                searched = end + 1
                continue
            }
            if !ended, end + ObjectSearch.longestGap + ObjectSearch.longestHeader > bytes.count {
                searched = end
                return nil
            }
            if let place = place(endingAt: end, bytes, ended: ended) { return place }
            searched = end + 1
        }
        searched = max(searched, bytes.count)
        return nil
    }

    private static func letter(_ letter: UInt8, in bytes: Span<UInt8>, from start: Int) -> Int? {
        guard start >= 0, start < bytes.count else { return nil }
        // memchr reads from `start` to the end and keeps no pointer.
        return bytes.extracting(start..<bytes.count).withUnsafeBufferPointer { part in
            guard let base = part.baseAddress, let found = memchr(base, Int32(letter), part.count) else { return nil }
            return start + (UnsafeRawPointer(found) - UnsafeRawPointer(base))
        }
    }

    private func place(endingAt end: Int, _ bytes: Span<UInt8>, ended: Bool) -> Int? {
        if bytes.holds("endobj", at: end - 5) {
            guard end - 5 == start || end - 6 >= start && Bytes.isWhiteSpace(bytes[end - 6]) else { return nil }
            return ObjectSearch.endsObject(bytes, at: end + 1, ended: ended) ? end - 5 : nil
        }
        var index = end - 3
        guard ObjectSearch.skipBlanks(bytes, &index, start), ObjectSearch.skipDigits(bytes, &index, start),
            ObjectSearch.skipBlanks(bytes, &index, start), ObjectSearch.skipDigits(bytes, &index, start),
            end - index < ObjectSearch.longestHeader,
            index < start || bytes[index] == 0x0A || bytes[index] == 0x0D,
            end + 1 == bytes.count || Bytes.classes[Int(bytes[end + 1])] != Bytes.regular
        else { return nil }
        return index + 1
    }

    private static func skipBlanks(_ bytes: Span<UInt8>, _ index: inout Int, _ start: Int) -> Bool {
        let began = index
        while index >= start, began - index < 4, bytes[index] == 0x20 { index -= 1 }
        return index < began
    }

    private static func skipDigits(_ bytes: Span<UInt8>, _ index: inout Int, _ start: Int) -> Bool {
        let began = index
        while index >= start, began - index < 10, bytes[index] &- 0x30 < 10 { index -= 1 }
        return index < began
    }

    /// Whether another object, a trailer or the end of the file follows.
    private static func endsObject(_ bytes: Span<UInt8>, at position: Int, ended: Bool) -> Bool {
        var index = position
        while index < bytes.count, index - position < longestGap, Bytes.isWhiteSpace(bytes[index]) { index += 1 }
        if index == bytes.count { return ended }
        if bytes.holds("xref", at: index) || bytes.holds("trailer", at: index) || bytes.holds("startxref", at: index) { return true }
        if bytes[index] == 0x25 { return true }
        for _ in 0..<2 {
            let began = index
            while index < bytes.count, index - began < 10, bytes[index] &- 0x30 < 10 { index += 1 }
            guard index > began, index < bytes.count, Bytes.isWhiteSpace(bytes[index]) else { return false }
            index += 1
        }
        return bytes.holds("obj", at: index)
    }
}
