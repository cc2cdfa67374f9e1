/// Bytes of a file, in any cut → its objects and the data of its streams, in file order, without a cross-reference table
/// (ISO 32000-1, 7.3.8 and 7.3.10). The caller appends bytes and takes events until there are none.
///
/// The end of a stream is where /Length says when `endstream` stands there, else at the first `endstream`. Where one comes
/// before the end that /Length names, up to 256 KB are held until it is known which is right. The work is linear in the
/// bytes: every search remembers how far it came. Throws for limits only; damage is stepped over.
struct ObjectScanner {
    enum Event {
        /// An object that is not a stream, whole. Offset: of its number, base 0 in the file.
        case object(number: Int, value: PDFObject, offset: Int)
        /// A stream's dictionary. The caller answers with `beginStream`.
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

    /// Bytes that were appended and are still needed, and perhaps some before those.
    private(set) var buffer: [UInt8] = []
    /// Whether `%%EOF` came after the last object.
    private(set) var sawEndOfFile = false
    /// Bytes looked at by lexing and searching: a guard against quadratic work.
    var examined: Int { lexer.examined + boundary.examined }
    /// The byte of the file that the next look begins at.
    var offset: Int { base + position }
    /// Whether the end came inside an object or a stream.
    private(set) var isCutShort = false
    /// Whether parts of the object that was handed out last were dropped because they lay too deep.
    var wentTooDeep: Bool { values.wentTooDeep }
    /// Whether values of it were dropped because it has too many.
    var hadTooMany: Bool { values.hadTooMany }
    /// Whether a string of the object that was handed out last, and what followed it, was left out because it is too long.
    private(set) var hadLongString = false
    /// The generation of the object that was begun last.
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
    /// Looking for objects again behind the begin of a string that is too long, which damage may have made, costs its length each time.
    private static let mostLongStrings = 8

    /// `offset`: where in the file the first appended byte stands.
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
        bytes.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }  // a copy in one go; nothing is kept of the pointer
    }

    /// No bytes follow.
    mutating func end() { ended = true }

    /// Says how to read the stream that was just announced: the length its dictionary gives, and whether its data are wanted.
    mutating func beginStream(length: Int?, wantsData: Bool) {
        boundary.begin(length: length)
        skipsData = !wantsData
        state = .streamLineEnd
    }

    /// The filter has all it needs: an `endstream` from here on is the end, whatever /Length says.
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
        // A reference, not a copy: a span of the stored property would keep all of `self` from being changed.
        let bytes = buffer
        return lexer.next(bytes.span, &position, ended: ended)
    }

    // Between objects

    /// Moves on to the next object or trailer; false when the bytes are used up.
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

    /// Of the integers in a row the last two may be an object's number and generation.
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
            // A word that is none behind the value: the end, or the next object's begin, is damaged. It costs that object and not this.
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
                // `endobj` is missing: the two integers before are the next object's header.
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
        if longStrings > ObjectScanner.mostLongStrings { throw .limit("bytes of a token", limits.tokenBytes, at: base + start) }
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

    /// nil: bytes are missing. An empty inner value: there was no dictionary.
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

    /// The line end behind `stream`, blanks before it included.
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

    /// nil: bytes are missing. An empty inner event: data were skipped.
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
