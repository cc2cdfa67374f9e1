/// Finds the objects and stream data of a file in file order, from bytes in chunks of any size, without a cross-reference table (ISO
/// 32000-1, 7.3.8 and 7.3.10). The caller appends bytes and takes events until there are none.
///
/// A stream ends at its /Length if `endstream` follows there, otherwise at the first `endstream`. If an `endstream` comes before the end
/// given by /Length, up to 256 KB are held until it is clear which is right. The work is linear in the bytes: every search resumes where it
/// stopped. Throws only for limits; damage is skipped.
struct ObjectScanner {
    enum Event {
        /// A complete object other than a stream. Offset: of its object number, from 0 in the file.
        case object(number: Int, value: PDFObject, offset: Int)
        /// A stream's dictionary. The caller responds with `beginStream`.
        case streamStart(number: Int, dictionary: PDFDictionary, offset: Int)
        /// Data of the stream: this range of `buffer`.
        case streamData(Range<Int>)
        /// The stream ends, with `endstream` or, truncated, with the file.
        case streamEnd(isTruncated: Bool)
        case trailer(PDFDictionary, offset: Int)
    }

    private enum State {
        case between
        case inside(number: Int, offset: Int)
        case inTrailer(offset: Int)
        case streamLineEnd
        case streamData
    }

    /// Appended bytes that are still needed, possibly with some before those.
    private(set) var buffer: [UInt8] = []
    /// Whether `%%EOF` followed the last object.
    private(set) var sawEndOfFile = false
    /// Bytes examined by lexing and searching, to guard against quadratic work.
    var examined: Int { lexer.examined + boundary.examined }
    /// The file offset at which scanning continues.
    var offset: Int { base + position }
    /// Whether the input ended inside an object or a stream.
    private(set) var isCutShort = false
    /// Whether parts of the last returned object were dropped because of their depth.
    var wentTooDeep: Bool { values.wentTooDeep }
    /// Whether values of it were dropped because there are too many.
    var hadTooMany: Bool { values.hadTooMany }
    /// Whether a string of the last returned object, with what followed it, was dropped because of its length.
    private(set) var hadLongString = false
    /// The generation of the last started object.
    private(set) var generation = 0

    private var position = 0
    private var base: Int
    private var ended = false
    private var state = State.between
    private var lexer: Lexer
    private var values: ValueBuilder
    private var header: (number: Int, offset: Int, generationSeen: Bool)?
    private var nextHeader: (number: Int, generation: Int, offset: Int)?
    private var boundary = StreamBoundary()
    private var skipsData = false
    private var longStrings = 0
    private let limits: PDFLimits
    /// Resuming the search for objects after the start of an overlong string, perhaps caused by damage, costs its length each time.
    private static let longStringLimit = 8

    /// `offset` is the file offset of the first appended byte.
    init(limits: PDFLimits, offset: Int) {
        base = offset
        self.limits = limits
        lexer = Lexer(longestString: limits.tokenBytes)
        lexer.readsStrings = false
        values = ValueBuilder(limits: limits)
    }

    mutating func append(_ bytes: Span<UInt8>) {
        if position > 0, position >= buffer.count / 2 {
            buffer.removeSubrange(0..<position)
            boundary.move(by: position)
            base += position
            position = 0
        }
        bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }  // a single copy; the pointer is not stored
    }

    /// Ends the input.
    mutating func end() { ended = true }

    /// Specifies how to read the announced stream: the length from its dictionary, and whether its data are needed.
    mutating func beginStream(length: Int?, wantsData: Bool) {
        boundary.begin(length: length)
        skipsData = !wantsData
        state = .streamLineEnd
    }

    /// The filter is complete: the next `endstream` is the end, regardless of /Length.
    mutating func dataAreComplete() { boundary.isComplete = true }

    mutating func next() throws(PDFError) -> Event? {
        while true {
            switch state {
            case .between:
                guard findObject() else { return nil }
            case .inside(let number, let offset):
                guard let event = try readObject(number, offset) else { return nil }
                return event
            case .inTrailer(let offset):
                guard let event = try readTrailer(offset) else { return nil }
                if let trailer = event { return .trailer(trailer, offset: offset) }
            case .streamLineEnd:
                guard skipLineEnd() else { return nil }
            case .streamData:
                guard let event = readStream() else { return nil }
                if let event { return event }
            }
        }
    }

    private mutating func nextToken() -> Token {
        // A reference, not a copy: a span of the stored property would prevent changes to `self`.
        let bytes = buffer
        return lexer.next(bytes.span, &position, ended: ended)
    }

    // Between objects

    /// Advances to the next object or trailer; false when the bytes are used up.
    private mutating func findObject() -> Bool {
        if let following = nextHeader {
            nextHeader = nil
            generation = following.generation
            enter(following.number, following.offset)
            return true
        }
        while true {
            let token = nextToken()
            let start = lexer.tokenStart
            switch token {
            case .needMore: return false
            case .integer(let value):
                shiftHeader(value, offset: start)
            case .keyword(.obj):
                if case (let number, let offset, true)? = header, number >= 0 {
                    generation = previousInteger?.value ?? 0
                    enter(number, offset)
                    return true
                }
                header = nil
            case .keyword(.trailer):
                header = nil
                lexer.readsStrings = true
                values.reset()
                state = .inTrailer(offset: base + start)
                return true
            case .keyword(.endOfFile):
                sawEndOfFile = true
                header = nil
            default: header = nil
            }
        }
    }

    private var previousInteger: (value: Int, offset: Int)?

    /// The last two of consecutive integers may be an object's number and generation.
    private mutating func shiftHeader(_ value: Int, offset: Int) {
        if header != nil, let last = previousInteger {
            header = (last.value, last.offset, true)
        } else {
            header = (value, base + offset, false)
        }
        previousInteger = (value, base + offset)
    }

    private mutating func enter(_ number: Int, _ offset: Int) {
        header = nil
        previousInteger = nil
        sawEndOfFile = false
        hadLongString = false
        lexer.readsStrings = true
        values.reset()
        state = .inside(number: number, offset: offset)
    }

    // Inside an object or a trailer

    private mutating func readObject(_ number: Int, _ offset: Int) throws(PDFError) -> Event? {
        while true {
            let token = nextToken()
            let start = lexer.tokenStart
            if token == .needMore {
                guard ended else { return nil }
                isCutShort = true
                return finishObject(number, offset)
            }
            if token == .tooLong {
                hadLongString = true
                try skipLongString(at: start)
                return finishObject(number, offset)
            }
            // An invalid word after the value: the end of this object, or the start of the next, is damaged. That costs the next object,
            // not this one.
            if token == .keyword(.other) || token == .junk, values.depth == 0, !values.values.isEmpty {
                return finishObject(number, offset)
            }
            if values.take(token) { continue }
            switch token {
            case .keyword(.stream):
                guard values.depth == 0 || values.values.isEmpty else { continue }
                if values.values.count > 1 { return finishObject(number, offset) }
                values.closeAll()
                guard case .dictionary(let dictionary)? = values.values.first else { continue }
                lexer.readsStrings = false
                return .streamStart(number: number, dictionary: dictionary, offset: offset)
            case .keyword(.obj):
                // `endobj` is missing: the two preceding integers are the next object's header.
                if let header = values.takeHeader() {
                    nextHeader = (header.number, header.generation, base + start)
                    return finishObject(number, offset)
                }
            case .keyword(.trailer), .keyword(.xref), .keyword(.startxref):
                position = start
                return finishObject(number, offset)
            case .keyword(.endOfFile):
                sawEndOfFile = true
                return finishObject(number, offset)
            case .keyword(.endobj): return finishObject(number, offset)
            default: continue
            }
        }
    }

    private mutating func skipLongString(at start: Int) throws(PDFError) {
        longStrings += 1
        if longStrings > ObjectScanner.longStringLimit { throw .limit("bytes of a token", limits.tokenBytes, at: base + start) }
        position = start + 1
    }

    private mutating func finishObject(_ number: Int, _ offset: Int) -> Event {
        values.closeAll()
        let value = values.values.first ?? .null
        lexer.abandonString()
        lexer.readsStrings = false
        state = .between
        return .object(number: number, value: value, offset: offset)
    }

    /// nil: more bytes are needed. An inner nil: there was no dictionary.
    private mutating func readTrailer(_ offset: Int) throws(PDFError) -> PDFDictionary?? {
        while true {
            let token = nextToken()
            let start = lexer.tokenStart
            if token == .needMore, !ended { return .none }
            if token == .tooLong {
                try skipLongString(at: start)
                leaveTrailer()
                return .some(nil)
            }
            let belongs = token != .needMore ? values.take(token) : false
            if case .dictionary(let dictionary)? = values.values.first {
                leaveTrailer()
                return .some(dictionary)
            }
            if !belongs || (values.depth == 0 && token != .junk) {
                if token != .needMore, token != .keyword(.endOfFile) { position = start }
                leaveTrailer()
                return .some(nil)
            }
        }
    }

    private mutating func leaveTrailer() {
        lexer.abandonString()
        lexer.readsStrings = false
        state = .between
    }

    // Streams

    /// Skips the line break after `stream`, including spaces before it.
    private mutating func skipLineEnd() -> Bool {
        var index = position
        while index < buffer.count, index - position < 16, buffer[index] == 0x20 || buffer[index] == 0x09 { index += 1 }
        guard index + 1 < buffer.count || ended else { return false }
        if index < buffer.count, buffer[index] == 0x0D {
            position = index + 1
            if position < buffer.count, buffer[position] == 0x0A { position += 1 }
        } else if index < buffer.count, buffer[index] == 0x0A {
            position = index + 1
        }
        boundary.start(at: position)
        state = .streamData
        return true
    }

    /// nil: more bytes are needed. An inner nil: data were skipped.
    private mutating func readStream() -> Event?? {
        let bytes = buffer
        switch boundary.next(bytes.span, from: position, ended: ended) {
        case .needMore: return .none
        case .data(let end):
            let range = position..<end
            position = end
            return .some(skipsData ? nil : .streamData(range))
        case .end(let next):
            position = next
            state = .between
            return .some(.streamEnd(isTruncated: false))
        case .cut:
            position = buffer.count
            isCutShort = true
            state = .between
            return .some(.streamEnd(isTruncated: true))
        }
    }
}
