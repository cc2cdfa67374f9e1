import CZlib
import Testing

/// Reads the output of `VisaListPDF` by its cross-reference table: minimal, but strict.
struct PDFReading {
    let bytes: [UInt8]
    let newline: String
    /// By object number, as in the table; the first is the free list's.
    private(set) var offsets: [Int] = []

    init(_ bytes: [UInt8], newline: String) throws {
        self.bytes = bytes
        self.newline = newline
        let startMark = try #require(find("startxref\(newline)", from: max(0, bytes.count - 60)))
        let table = try integer(at: startMark.upperBound)
        let count = try integer(after: "xref\(newline)0 ", at: table)
        let entries = table + "xref\(newline)0 \(count)\(newline)".utf8.count
        let entryEnd = newline == "\n" ? " \n" : "\r\n"
        for entry in stride(from: entries, to: entries + 20 * count, by: 20) {
            offsets.append(try integer(at: entry))
            #expect(holds((entry == entries ? " 65535 f" : " 00000 n") + entryEnd, at: entry + 10))
        }
        #expect(holds("trailer\(newline)<</Size \(count)/Root 1 0 R", at: entries + 20 * count))
    }

    /// The stored contents of a stream object, with the length from /Length.
    func stream(_ number: Int) throws -> ArraySlice<UInt8> {
        let start = try #require(find("stream\(newline)", from: offsets[number])).upperBound
        let length = try length(of: number)
        try #require(start + length < bytes.count)
        return bytes[start..<start + length]
    }

    /// The /Length, resolved if it is a reference.
    func length(of number: Int) throws -> Int {
        let place = try #require(find("/Length ", from: offsets[number])).upperBound
        let direct = try integer(at: place)
        guard holds("\(direct) 0 R", at: place) else { return direct }
        return try integer(after: "\(direct) 0 obj\(newline)", at: offsets[direct])
    }

    func holds(_ text: String, at offset: Int) -> Bool {
        bytes.dropFirst(offset).starts(with: text.utf8)
    }

    func find(_ text: String, from offset: Int) -> Range<Int>? {
        (offset..<bytes.count).first { holds(text, at: $0) }.map { $0..<$0 + text.utf8.count }
    }

    private func integer(after text: String, at offset: Int) throws -> Int {
        try #require(holds(text, at: offset))
        return try integer(at: offset + text.utf8.count)
    }

    private func integer(at offset: Int) throws -> Int {
        let digits = bytes[offset...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return try #require(Int(String(decoding: digits, as: UTF8.self)))
    }
}

/// The texts of a page in order: one for each Tj or TJ, with its strings joined.
func shownTexts(_ contents: String) -> [String] {
    contents.split(separator: "\n").filter { $0.hasSuffix("Tj") || $0.hasSuffix("TJ") }.map { line in
        let operand = line.drop { !"([<".contains($0) }
        if operand.hasPrefix("<") {
            let digits = Array(operand.dropFirst().prefix { $0 != ">" })
            let codes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
            return String(decoding: codes, as: UTF8.self)
        }
        var text = ""
        var depth = 0
        var escaped = false
        for letter in operand {
            if escaped {
                text.append(letter)
                escaped = false
            } else if letter == "\\" {
                escaped = true
            } else if letter == "(" || letter == ")" {
                depth += letter == "(" ? 1 : -1
            } else if depth > 0 {
                text.append(letter)
            }
        }
        return text
    }
}

func inflated(_ stored: ArraySlice<UInt8>) throws -> String {
    var room = [UInt8](repeating: 0, count: 1_000_000)
    var length = uLong(room.count)
    try #require(uncompress(&room, &length, Array(stored), uLong(stored.count)) == Z_OK)
    return String(decoding: room[..<Int(length)], as: UTF8.self)
}
