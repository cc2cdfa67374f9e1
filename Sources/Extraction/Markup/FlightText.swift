import JSONReading

/// The data that Next.js sends to its pages in pieces: `self.__next_f.push([1,"…"])`, whose texts form one stream, split anywhere.
///
/// The stream consists of rows: a hexadecimal number, a colon, and JSON to the end of the line, or a letter that announces other content. A
/// text (`T`, its length in bytes in hexadecimal, a comma) has no line end. Only JSON is parsed; each byte is read a few times.
package enum FlightText {
    /// The stream's name in scripts.
    package static let variable = "__next_f"

    /// The values of the stream's rows as one JSON array, in order; nil if no script contains a piece of it.
    package static func json(in scripts: [[UInt8]]) -> [UInt8]? {
        let stream = scripts.flatMap(pieces)
        guard !stream.isEmpty else { return nil }
        let values = rows(of: stream)
        return values.isEmpty ? nil : [UInt8(ascii: "[")] + Array(values.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    }

    /// The texts that a script pushes, concatenated.
    private static func pieces(of script: [UInt8]) -> [UInt8] {
        let call = Array("__next_f.push(".utf8)
        var (texts, rest) = ([UInt8](), script[...])
        while let at = rest.firstIndex(of: call[0]) {
            rest = rest[at...]
            guard rest.starts(with: call) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(call.count)
            let head = Array("[1,\"".utf8)
            guard rest.starts(with: head) else { continue }
            let text = rest.dropFirst(head.count)
            var end = text.startIndex
            while end < text.endIndex, text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
            guard end < text.endIndex else { break }
            texts += JSONEscapes.text(of: text[text.startIndex..<end])
            rest = text[end...]
        }
        return texts
    }

    private static func rows(of stream: [UInt8]) -> [ArraySlice<UInt8>] {
        var (values, at) = ([ArraySlice<UInt8>](), 0)
        while at < stream.count {
            while at < stream.count, stream[at] == 0x0A { at += 1 }
            guard let colon = stream[at...].prefix(17).firstIndex(of: UInt8(ascii: ":")), hexadecimal(stream[at..<colon]) != nil else {
                break
            }
            at = colon + 1
            if at < stream.count, stream[at] == UInt8(ascii: "T") {
                guard let comma = stream[at...].prefix(17).firstIndex(of: UInt8(ascii: ",")),
                    let length = hexadecimal(stream[(at + 1)..<comma]), length <= stream.count - comma - 1
                else { break }
                at = comma + 1 + length
                continue
            }
            let end = stream[at...].firstIndex(of: 0x0A) ?? stream.count
            if at < end, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(stream[at]), (try? JSONDocument(Array(stream[at..<end]))) != nil {
                values.append(stream[at..<end])
            }
            at = end
        }
        return values
    }

    /// nil if it isn't a number of one to eight digits.
    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> Int? {
        (1...8).contains(digits.count) ? Int(String(decoding: digits, as: UTF8.self), radix: 16) : nil
    }
}
