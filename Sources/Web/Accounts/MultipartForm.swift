/// Parses the body of a form with a file (`multipart/form-data`, RFC 7578), in chunks of any size → its small fields, and the file's bytes
/// as they arrive.
///
/// Only one file is read; other files are skipped. The sizes of headers and fields and the number of parts are limited.
struct MultipartForm: Sendable {
    enum Fault: Error { case malformed, tooMuch }

    private enum State { case start, between, header, field(String), file, other, over }

    static let headerLimit = 8 << 10
    static let fieldLimit = 16 << 10
    static let partLimit = 20

    private(set) var fields: [String: String] = [:]
    /// The file's name; nil before its headers have arrived.
    private(set) var fileName: String?
    private let mark: [UInt8]
    private var state = State.start
    private var value: [UInt8] = []
    private var partCount = 0
    /// Bytes that may begin a boundary. A line end precedes each boundary, so one is put before the first.
    private var pending = Array("\r\n".utf8)

    /// nil for another content type.
    init?(contentType: String?) {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data"),
            let boundary = Self.parameter("boundary", of: contentType), (1...70).contains(boundary.utf8.count)
        else { return nil }
        mark = Array("\r\n--\(boundary)".utf8)
    }

    /// Whether the closing boundary has arrived.
    var isWhole: Bool { if case .over = state { true } else { false } }

    /// Returns the file's bytes in this chunk. Throws `Fault`.
    mutating func parse(_ bytes: some Collection<UInt8>) throws(Fault) -> [UInt8] {
        pending += bytes
        var file: [UInt8] = []
        while true {
            switch state {
            case .over:
                pending = []
                return file
            case .start, .field, .file, .other:
                let place = Self.place(of: mark, in: pending)
                try add(pending.prefix(place ?? max(0, pending.count - mark.count + 1)), to: &file)
                guard let place else {
                    pending.removeFirst(max(0, pending.count - mark.count + 1))
                    return file
                }
                pending.removeFirst(place + mark.count)
                endField()
                state = .between
            case .between:
                guard pending.count >= 2 else { return file }
                if pending.starts(with: Array("--".utf8)) {
                    state = .over
                } else {
                    guard pending.starts(with: Array("\r\n".utf8)) else { throw .malformed }
                    partCount += 1
                    guard partCount <= Self.partLimit else { throw .tooMuch }
                    state = .header
                }
            case .header:
                // Includes the boundary's own line end: a part may have no headers at all.
                guard let place = Self.place(of: Array("\r\n\r\n".utf8), in: pending) else {
                    guard pending.count <= Self.headerLimit else { throw .tooMuch }
                    return file
                }
                begin(String(decoding: pending.prefix(place), as: UTF8.self))
                pending.removeFirst(place + 4)
            }
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, to file: inout [UInt8]) throws(Fault) {
        switch state {
        case .file: file += bytes
        case .field:
            value += bytes
            guard value.count <= Self.fieldLimit else { throw .tooMuch }
        default: break
        }
    }

    private mutating func begin(_ header: String) {
        let line =
            header.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("content-disposition:") }.map(String.init) ?? ""
        let name = Self.parameter("name", of: line)
        if let file = Self.parameter("filename", of: line) {
            state = fileName == nil ? .file : .other
            fileName = fileName ?? file
        } else {
            state = name.map { .field($0) } ?? .other
        }
    }

    private mutating func endField() {
        if case .field(let name) = state { fields[name] = String(decoding: value, as: UTF8.self) }
        value = []
    }

    private static func place(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        var start = 0
        while let found = bytes[start...].firstIndex(of: mark[0]) {
            if bytes[found...].starts(with: mark) { return found }
            start = found + 1
        }
        return nil
    }

    /// The value of `; name="…"` as browsers write it: a quote is `%22`, or escaped with a backslash.
    private static func parameter(_ name: String, of line: String) -> String? {
        for piece in pieces(of: line).dropFirst() {
            let parts = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
            let value = parts[1].drop(while: \.isWhitespace)
            guard value.hasPrefix("\"") else { return String(value.prefix { !$0.isWhitespace }) }
            let end = value.lastIndex(of: "\"") ?? value.endIndex
            guard end > value.startIndex else { return nil }
            let text = String(value[value.index(after: value.startIndex)..<end])
            return text.replacing("%22", with: "\"").replacing(#"\""#, with: "\"")
        }
        return nil
    }

    /// Splits at semicolons outside quotes.
    private static func pieces(of line: String) -> [String] {
        var (pieces, isQuoted, isEscaped) = ([""], false, false)
        for character in line {
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            if character == ";", !isQuoted { pieces.append("") } else { pieces[pieces.count - 1].append(character) }
        }
        return pieces
    }
}
