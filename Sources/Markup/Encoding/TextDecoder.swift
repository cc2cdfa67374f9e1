/// Bytes in any charset of the web, cut anywhere → UTF-8.
///
/// The decoders of the WHATWG Encoding Standard (https://encoding.spec.whatwg.org), and UTF-32 besides. A byte order mark at the
/// beginning is taken off. Bytes that the charset does not have are an error that names their offset, or become U+FFFD and are
/// counted. Holds at most four bytes between two calls. A sequence that the end cuts short counts as invalid.
public struct TextDecoder: Sendable {
    /// What becomes of bytes that the charset does not have.
    public enum InvalidBytes: Sendable {
        /// They are an error.
        case refuse
        /// U+FFFD stands for them, as browsers do.
        case replace
    }

    /// What is decoded.
    public let charset: Charset
    /// What becomes of invalid bytes.
    public let invalidBytes: InvalidBytes
    /// How many times U+FFFD was put in place of invalid bytes.
    public private(set) var replacements = 0

    /// The beginning of a character that a cut has divided.
    private var pending: [UInt8] = []
    /// Offset in the whole input of the first byte that is not decoded.
    private var offset = 0
    private var isAtStart = true
    private var decoding: Decoding
    /// What is wrong with the bytes after those that were handed out: thrown when more are asked for, so that all before it is read.
    private var failure: MarkupError?

    /// A decoder at the beginning of its input.
    public init(_ charset: Charset, invalidBytes: InvalidBytes = .refuse) {
        self.charset = charset
        self.invalidBytes = invalidBytes
        decoding = Decoding(charset.kind)
    }

    /// The next bytes, however many, as UTF-8.
    public mutating func decode(_ bytes: [UInt8]) throws(MarkupError) -> [UInt8] {
        try decode(bytes, isLast: false)
    }

    /// What is left at the end of the input; nothing, as a rule.
    public mutating func finish() throws(MarkupError) -> [UInt8] {
        try decode([], isLast: true)
    }

    private mutating func decode(_ bytes: [UInt8], isLast: Bool) throws(MarkupError) -> [UInt8] {
        if let failure { throw failure }
        let input = pending.isEmpty ? bytes : pending + bytes
        pending = []
        if isAtStart, input.count < 4, !isLast {
            pending = input
            return []
        }
        var start = 0
        if isAtStart {
            isAtStart = false
            start = charset.byteOrderMark(in: input)
            offset += start
        }
        // UTF-8 that is right goes through as it is.
        if charset.kind == .utf8, start == 0, UTF8Scan.validPrefix(of: input, from: 0) == input.count {
            offset += input.count
            return input
        }
        var output: [UInt8] = []
        output.reserveCapacity(input.count - start + input.count / 2)
        var at = start
        while true {
            let stop = decoding.run(input, from: at, into: &output)
            offset += stop.at - at
            at = stop.at
            switch stop.reason {
            case .end:
                return output
            case .incomplete where !isLast:
                pending = Array(input[at...])
                return output
            case .incomplete:
                try replace(input[at...], length: input.count - at, into: &output, isCut: true)
                offset = offset + input.count - at
                at = input.count
            case .invalid(let length):
                do throws(MarkupError) {
                    try replace(input[at...], length: length, into: &output, isCut: false)
                } catch {
                    if output.isEmpty || isLast { throw error }
                    failure = error
                    return output
                }
                offset += length
                at += length
            }
        }
    }

    private mutating func replace(_ rest: ArraySlice<UInt8>, length: Int, into output: inout [UInt8], isCut: Bool) throws(MarkupError) {
        guard invalidBytes == .replace else {
            let bytes = rest.prefix(max(1, length)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(
                separator: " ")
            let fault = isCut ? "the input ends within a character" : "these bytes are no character"
            throw MarkupError(.encoding, "\(fault) in \(charset): \(bytes) at byte \(offset)")
        }
        replacements += 1
        output += [0xEF, 0xBF, 0xBD]
    }
}
