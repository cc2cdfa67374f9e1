/// Decodes bytes in any charset, in chunks of any size, to UTF-8.
///
/// Implements the decoders of the WHATWG Encoding Standard (https://encoding.spec.whatwg.org), and UTF-32. Removes a leading byte order
/// mark. Invalid bytes throw an error with their offset, or become U+FFFD and are counted. Buffers at most four bytes between calls. A
/// sequence truncated at the end is invalid.
public struct TextDecoder: Sendable {
    /// How to treat invalid bytes.
    public enum InvalidBytes: Sendable {
        /// Throw an error.
        case refuse
        /// Replace them by U+FFFD, as browsers do.
        case replace
    }

    /// The charset to decode.
    public let charset: Charset
    /// How to treat invalid bytes.
    public let invalidBytes: InvalidBytes
    /// How many times invalid bytes became U+FFFD.
    public private(set) var replacements = 0

    /// The start of a character split between chunks.
    private var pending: [UInt8] = []
    /// The input offset of the first undecoded byte.
    private var offset = 0
    private var isAtStart = true
    private var decoding: Decoding
    /// The error after the bytes already returned: thrown by the next call, so that everything before it is read.
    private var failure: MarkupError?

    /// A decoder at the beginning of its input.
    public init(_ charset: Charset, invalidBytes: InvalidBytes = .refuse) {
        self.charset = charset
        self.invalidBytes = invalidBytes
        decoding = Decoding(charset.kind)
    }

    /// Decodes the next bytes to UTF-8.
    public mutating func decode(_ bytes: [UInt8]) throws(MarkupError) -> [UInt8] {
        try decode(bytes, isLast: false)
    }

    /// The remaining output at the end of the input, usually empty.
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
        // Valid UTF-8 passes through unchanged.
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
            let fault = isCut ? "the input ends within a character" : "these bytes aren't a character"
            throw MarkupError(.encoding, "\(fault) in \(charset): \(bytes) at byte \(offset)")
        }
        replacements += 1
        output += [0xEF, 0xBF, 0xBD]
    }
}
