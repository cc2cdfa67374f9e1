/// Records the `TextProgram` of a content stream from decoded bytes, in chunks of any size (ISO 32000-1, 7.8.2).
///
/// Bytes collect in a window of 64 KB, which is tokenized when it is full or the stream ends; an incomplete token is carried over. Operands
/// of non-text operators are dropped with them. Inline images are skipped; without an `EI` they extend to the end of the stream. Throws
/// only for limits.
struct ContentRecorder {
    private var window = [UInt8](repeating: 0, count: Window.size)
    private var filled = 0
    /// The program so far: the first `used` bytes.
    private var code: [UInt8] = []
    private var used = 0
    private var operandStart = 0
    private var shows = false
    private var fontNames: [[UInt8]] = []
    private var drawnNames: [[UInt8]] = []
    static let nameLimit = 1_000
    private var knownOperators = 0
    private var unknownOperators = 0
    private var isGlyph = false
    private var beganImage = false
    private var inImage = false
    private var isGarbage = false
    /// The overlong token being skipped, until its end arrives.
    private var long: LongToken?
    private var lacksToken = false
    private var lacksString = false
    private var lacksNames = false
    private var propertyNames: Set<[UInt8]> = []
    private var layerNames: Set<[UInt8]> = []
    /// For each open marked content, whether the program records it; and the number of those nested too deep to record.
    private var marks: [Bool] = []
    private var deepMarks = 0
    private static let deepestMark = 1_000
    private let limits: PDFLimits
    private let keepsPaths: Bool

    /// `keepsPaths` also records the drawn lines.
    init(limits: PDFLimits, keepsPaths: Bool = false) {
        self.limits = limits
        self.keepsPaths = keepsPaths
    }

    /// Prepares for another stream and reuses the buffers.
    mutating func begin() {
        (filled, used, operandStart, knownOperators, unknownOperators, deepMarks) = (0, 0, 0, 0, 0, 0)
        marks.removeAll(keepingCapacity: true)
        (propertyNames, layerNames) = ([], [])
        fontNames = []
        drawnNames = []
        (shows, beganImage, inImage, isGarbage, isGlyph) = (false, false, false, false, false)
        (long, lacksToken, lacksString, lacksNames) = (nil, false, false, false)
        if window.count > Window.size { window = [UInt8](repeating: 0, count: Window.size) }
        if code.count > 16 * Window.size { code = [] }
    }

    mutating func append(_ bytes: Span<UInt8>) throws(PDFError) {
        var taken = 0
        while taken < bytes.count, !isGarbage {
            let room = min(window.count - filled, bytes.count - taken)
            window.replace(at: filled, with: bytes.extracting(taken..<taken + room))
            filled += room
            taken += room
            if filled == window.count { try read(isLast: false) }
        }
    }

    /// Ends the stream. The returned program has no spare capacity, and the recorder is ready for another `begin`.
    mutating func finish() throws(PDFError) -> TextProgram {
        if !isGarbage { try read(isLast: true) }
        var program = TextProgram()
        program.shows = shows
        program.isGlyph = isGlyph
        (program.lacksToken, program.lacksString, program.lacksNames) = (lacksToken, lacksString, lacksNames)
        program.isDoubtful = isGarbage || (unknownOperators > 4 && unknownOperators > knownOperators)
        program.isSound = knownOperators > unknownOperators * 4
        program.fontNames = fontNames
        program.drawnNames = drawnNames
        program.propertyNames = propertyNames.sorted { $0.lexicographicallyPrecedes($1) }
        program.layerNames = layerNames.sorted { $0.lexicographicallyPrecedes($1) }
        program.operators = knownOperators + unknownOperators
        program.code = Array(code[..<used])
        return program
    }

    /// Reads the tokens of the window and keeps the rest of the last one.
    private mutating func read(isLast: Bool) throws(PDFError) {
        // A number of two bytes becomes at most nine, so this reserves room for the whole window.
        let room = used + filled * 5 + 64
        if code.count < room { code.append(contentsOf: repeatElement(0, count: room - code.count)) }
        var output = code
        code = []
        let input = window
        window = []
        let consumed = readTokens(input.span, count: filled, into: &output, isLast: isLast)
        code = consume output
        window = consume input
        if knownOperators + unknownOperators > limits.pageOperators { throw .limitOfOne("operators of a page", limits.pageOperators) }
        if used > limits.pageTextBytes { throw .limitOfOne("bytes of a page's text operators", limits.pageTextBytes) }
        if unknownOperators > 64, unknownOperators > knownOperators * 2 { isGarbage = true }
        if consumed > 0 {
            window.moveToFront(consumed..<filled)
            filled -= consumed
        }
        if filled > window.count / 2, !isLast {
            if filled > limits.tokenBytes {
                // The part already read is dropped, and the rest is skipped.
                var token = LongToken(window[0])
                (lacksToken, lacksString) = (true, lacksString || token.isString)
                var index = 1
                _ = token.skip(window.span.extracting(0..<filled), &index)
                (long, filled) = (token, 0)
                return
            }
            window.append(contentsOf: repeatElement(0, count: window.count))
        }
    }

    /// Returns how many of the first `count` bytes were consumed.
    private mutating func readTokens(_ bytes: Span<UInt8>, count: Int, into output: inout [UInt8], isLast: Bool) -> Int {
        var writer = ProgramWriter(count: used)
        var sink = output.mutableSpan
        let classes = Bytes.classes
        let operators = keepsPaths ? TextOperator.shortWithPaths : TextOperator.short
        var index = 0
        defer { used = writer.count }
        if var token = long {
            let isOver = token.skip(bytes.extracting(0..<count), &index)
            long = isOver ? nil : token
        }
        scan: while index < count {
            if inImage {
                guard let end = ContentRecorder.endOfImage(bytes, &index, count, isLast) else { break }
                index = end
                inImage = false
                continue
            }
            let byte = bytes[index]
            let start = index
            switch byte {
            case 0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x5B, 0x5D, 0x7B, 0x7D, 0x29:  // blanks, [ ] { } )
                index += 1
            case 0x30...0x39:
                if let plain = Self.plainNumber(bytes, start, count) {
                    index = plain.end + 1
                    writer.write(plain.mantissa, scale: plain.scale, &sink)
                    continue
                }
                guard writer.number(bytes, &index, count, isLast, &sink) else { break scan }
            case 0x2B, 0x2D, 0x2E: guard writer.number(bytes, &index, count, isLast, &sink) else { break scan }
            case 0x28: guard writer.literalString(bytes, &index, count, isLast, &sink) else { break scan }
            case 0x3C:
                guard index + 1 < count || isLast else { break scan }
                if index + 1 < count, bytes[index + 1] == 0x3C {
                    index += 2
                } else {
                    guard writer.hexadecimalString(bytes, &index, count, isLast, &sink) else { break scan }
                }
            case 0x3E: index += 1
            case 0x25:
                var end = start
                while end < count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
                if end == count, !isLast { break scan }
                index = end
            case 0x2F:
                let end = ContentRecorder.endOfRegular(bytes, start + 1, count, classes)
                if end == count, !isLast { break scan }
                index = end
                writer.name(bytes.extracting(start + 1..<end), &sink)
            default:
                let end = ContentRecorder.endOfRegular(bytes, start, count, classes)
                if end == count, !isLast { break scan }
                index = end
                record(operatorNamed: bytes.extracting(start..<end), operators, &writer, &sink)
                if inImage, index < count { index += 1 }  // one space between ID and the data
            }
        }
        return index
    }

    /// The fast path of numbers, other cases are in `ProgramWriter.number`: up to nine digits, optionally with a point, followed by a
    /// space, whose index is `end`.
    @inline(__always)
    private static func plainNumber(_ bytes: Span<UInt8>, _ start: Int, _ count: Int) -> (mantissa: Int, scale: Int, end: Int)? {
        var place = start
        var mantissa = 0
        while place < count, bytes[place] &- 0x30 < 10, place - start < 9 {
            mantissa = mantissa &* 10 &+ Int(bytes[place] &- 0x30)
            place += 1
        }
        var scale = 0
        if place < count, bytes[place] == 0x2E {
            let point = place
            place += 1
            while place < count, bytes[place] &- 0x30 < 10, place - start < 10 {
                mantissa = mantissa &* 10 &+ Int(bytes[place] &- 0x30)
                place += 1
            }
            scale = place - point - 1
        }
        return place < count && bytes[place] == 0x20 ? (mantissa, scale, place) : nil
    }

    @inline(__always)
    private static func endOfRegular(_ bytes: Span<UInt8>, _ start: Int, _ count: Int, _ classes: [UInt8]) -> Int {
        var end = start
        while end < count, classes[Int(bytes[end])] == Bytes.regular { end += 1 }
        return end
    }

    private mutating func record(
        operatorNamed name: Span<UInt8>, _ table: [UInt8], _ writer: inout ProgramWriter, _ sink: inout MutableSpan<UInt8>
    ) {
        let letters = name.count == 1 ? Int(name[0]) : Int(name[0]) << 8 | Int(name[1])
        let known = name.count <= 2 ? table[letters] : ContentRecorder.longOperator(name)
        switch known {
        case 0:
            // true, false and null are operands, which text doesn't need.
            if name.holds("true", at: 0) || name.holds("false", at: 0) || name.holds("null", at: 0) { return }
            unknownOperators += 1
            writer.count = operandStart
        case TextOperator.other:
            knownOperators += 1
            if name.count == 3 { mark(name, &writer, &sink) }
            if knownOperators + unknownOperators == 1, letters == TextOperator.glyphWidth || letters == TextOperator.glyphBox {
                isGlyph = true
            }
            writer.count = operandStart
            if letters == TextOperator.beginImage { beganImage = true }
            if letters == TextOperator.imageData, beganImage {
                beganImage = false
                inImage = true
            }
        default:
            knownOperators += 1
            if known == TextOperator.font { lacksNames = lacksNames || !noteName(writer, &sink, &fontNames) }
            if known == TextOperator.draw { lacksNames = lacksNames || !noteName(writer, &sink, &drawnNames) }
            writer.put(known, &sink)
            operandStart = writer.count
            if known >= TextOperator.show, known < TextOperator.draw { shows = true }
        }
    }

    private static func longOperator(_ name: Span<UInt8>) -> UInt8 {
        guard name.count == 3 else { return 0 }
        return TextOperator.isLong(UInt32(name[0]) << 16 | UInt32(name[1]) << 8 | UInt32(name[2])) ? TextOperator.other : 0
    }

    /// Marked content (14.6): recorded if it may have an /ActualText, which replaces all text up to its end, or belong to a layer.
    private mutating func mark(_ name: Span<UInt8>, _ writer: inout ProgramWriter, _ sink: inout MutableSpan<UInt8>) {
        let letters = UInt32(name[0]) << 16 | UInt32(name[1]) << 8 | UInt32(name[2])
        let tag: UInt8
        switch letters {
        case TextOperator.endMarkedContent:
            guard deepMarks == 0 else {
                deepMarks -= 1
                return
            }
            guard marks.popLast() == true else { return }
            writer.count = operandStart
            tag = TextOperator.endMarked
        case TextOperator.beginMarkedContent, TextOperator.beginMarkedWithProperties:
            guard marks.count < ContentRecorder.deepestMark else {
                deepMarks += 1
                return
            }
            marks.append(letters == TextOperator.beginMarkedWithProperties && isOfInterest(writer, sink))
            guard marks.last == true else { return }
            tag = TextOperator.beginMarked
        default: return
        }
        writer.put(tag, &sink)
        operandStart = writer.count
    }

    /// Whether the operands contain an /ActualText or an /MCID, or are a tag and the name of a property list or a layer, which is then
    /// recorded.
    private mutating func isOfInterest(_ writer: ProgramWriter, _ sink: borrowing MutableSpan<UInt8>) -> Bool {
        let code = sink.span
        var index = operandStart
        var names: (first: Range<Int>?, last: Range<Int>?, count: Int) = (nil, nil, 0)
        func isLast(_ name: StaticString) -> Bool {
            names.last.map { $0.count == name.utf8CodeUnitCount && code.extracting($0).holds(name, at: 0) } ?? false
        }
        while index < writer.count {
            switch ProgramOperand(code, &index) {
            case .name(let range): names = (names.first ?? range, range, names.count + 1)
            case .string: if isLast("ActualText") { return true }
            case .number: if isLast("MCID") { return true }
            }
        }
        guard names.count == 2, let tag = names.first, let list = names.last else { return false }
        let name = list.map { code[$0] }
        if tag.count == 2, code.extracting(tag).holds("OC", at: 0) {
            guard layerNames.count < ContentRecorder.nameLimit || layerNames.contains(name) else { return false }
            layerNames.insert(name)
            return true
        }
        if propertyNames.count < ContentRecorder.nameLimit { propertyNames.insert(name) }
        return true
    }

    /// The operands of Tf and Do: the first is a name. Returns false if there are too many names.
    private func noteName(_ writer: ProgramWriter, _ sink: inout MutableSpan<UInt8>, _ names: inout [[UInt8]]) -> Bool {
        guard operandStart + 2 <= writer.count, sink[operandStart] == TextProgram.name else { return true }
        let start = operandStart + 2
        let length = Int(sink[start - 1])
        guard start + length <= writer.count else { return true }
        candidates: for name in names where name.count == length {
            for place in 0..<length where sink[start + place] != name[place] { continue candidates }
            return true
        }
        guard names.count < ContentRecorder.nameLimit else { return false }
        names.append((0..<length).map { sink[start + $0] })
        return true
    }

    /// The end of the image data: after an `EI` between white space that is followed by plausible content. Returns nil if these bytes don't
    /// contain it; the bytes before `index` then needn't be searched again.
    private static func endOfImage(_ bytes: Span<UInt8>, _ index: inout Int, _ count: Int, _ isLast: Bool) -> Int? {
        while index < count {
            guard index + 16 <= count || isLast else { return nil }
            if Bytes.isWhiteSpace(bytes[index]), index + 2 < count, bytes[index + 1] == 0x45, bytes[index + 2] == 0x49,
                index + 3 >= count || Bytes.isWhiteSpace(bytes[index + 3]), isText(bytes, index + 3, min(index + 16, count))
            {
                return index + 3
            }
            index += 1
        }
        return nil
    }

    private static func isText(_ bytes: Span<UInt8>, _ from: Int, _ to: Int) -> Bool {
        for index in from..<max(from, to) where bytes[index] >= 0x7F || (bytes[index] < 0x20 && !Bytes.isWhiteSpace(bytes[index])) {
            return false
        }
        return true
    }
}

extension [UInt8] {
    /// Overwrites the bytes from `start`.
    mutating func replace(at start: Int, with bytes: Span<UInt8>) {
        // One copy instead of a loop; `rebasing` and the copy's bounds check both ranges.
        bytes.withUnsafeBufferPointer { source in
            self.withUnsafeMutableBufferPointer { target in
                guard start + source.count <= target.count else { return }
                _ = UnsafeMutableBufferPointer(rebasing: target[start..<start + source.count]).update(from: source)
            }
        }
    }

    /// Moves a range to the front, overwriting the bytes there.
    mutating func moveToFront(_ range: Range<Int>) {
        for (target, source) in range.enumerated() { self[target] = self[source] }
    }
}
