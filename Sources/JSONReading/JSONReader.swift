/// Parses JSON in valid UTF-8, in chunks of any size, and returns the values at a simple path, each as soon as it is complete.
///
/// Strict RFC 8259: everything is validated, including skipped values. Only the current value is stored, so memory is one row for a
/// document of any length; without steps, the only value is the whole document. `JSONLimits` limits depth, size and number of values.
/// Throws `JSONError` with line and column: `damaged` for invalid syntax, `truncated` for an early end.
package struct JSONReader {
    /// A path step that can be followed during parsing.
    package enum Step: Hashable, Sendable {
        case name([UInt8])
        case index(Int)
        case any
    }

    private enum Expected {
        case value, valueOrEnd, name, nameOrEnd, colon, commaOrEnd
        /// The document is complete; in line mode, the line is.
        case nothing
    }

    /// An open array or object.
    private struct Frame {
        let isObject: Bool
        /// The path leads through it.
        let isOnPath: Bool
        /// Its index among the nodes, if it is stored.
        let node: Int
        /// The number of elements begun, if the path counts them.
        var count = 0
        /// The member that the path selects has occurred.
        var hasWanted = false
    }

    private let steps: [Step]
    /// One value per line, all of them wanted.
    private let isLines: Bool
    private let byteLimit: Int

    private var buffer: [UInt8] = []
    /// The next byte to parse in the buffer, and the number of bytes before the buffer.
    private var at = 0
    private var dropped = 0
    /// The start of the stored value in the buffer, and the number of containers open around it; nil while skipping.
    private var base = 0
    private var keptDepth: Int?
    /// How far a string that continues beyond the buffer has been scanned.
    private var resume = 0
    private var isEscaped = false
    private var expected = Expected.value
    private var open: [Frame] = []
    /// Whether the innermost open container is an object: needed at every comma, where reading `open` would dominate the cost.
    private var isInObject = false
    private var isWantedName = false
    private var document = JSONDocument()
    private(set) var line = 1
    private var lineStart = 0
    private var needsNewLine = false
    private(set) var values = 0
    /// The array or object whose children the last step selects has occurred.
    package private(set) var hasPlace = false

    package init(steps: [Step] = [], lines: Bool = false) {
        self.steps = steps
        isLines = lines
        byteLimit = steps.isEmpty && !lines ? JSONLimits.documentBytes : JSONLimits.rowBytes
    }

    package mutating func append(_ bytes: [UInt8], _ receive: (JSONDocument) throws -> Void) throws {
        drop()
        buffer += bytes
        try scan(isLast: false, receive)
        guard buffer.count - (keptDepth == nil ? at : base) <= byteLimit else {
            throw JSONError(.limit, "one value of the JSON is longer than \(byteLimit >> 20) MB")
        }
    }

    package mutating func finish(_ receive: (JSONDocument) throws -> Void) throws {
        try scan(isLast: true, receive)
        if expected == .nothing || (isLines && expected == .value && open.isEmpty) { return }
        if dropped + at == 0 || (open.isEmpty && expected == .value && values == 0) {
            throw JSONError(.truncated, "the document is empty")
        }
        let inside = open.last.map { $0.isObject ? "an object" : "an array" } ?? "a value"
        throw JSONError(.truncated, "the document ends inside \(inside), line \(line)")
    }

    /// Drops the parsed bytes.
    private mutating func drop() {
        let done = keptDepth == nil ? at : base
        guard done > 0 else { return }
        buffer.removeFirst(done)
        dropped += done
        at -= done
        resume = max(0, resume - done)
        base = 0
    }

    /// The buffer is moved out while it is read, so that the state can be modified; the buffer itself isn't.
    private mutating func scan(isLast: Bool, _ receive: (JSONDocument) throws -> Void) throws {
        let bytes = buffer
        buffer = []
        defer { buffer = bytes }
        try bytes.withUnsafeBufferPointer { try scan($0, isLast: isLast, receive) }
    }

    /// Every index into `bytes` has been checked against its count just before.
    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, _ receive: (JSONDocument) throws -> Void) throws {
        while true {
            passBlanks(bytes)
            guard at < bytes.count else { return }
            let byte = bytes[at]
            switch expected {
            case .value:
                if needsNewLine { throw damaged("one value a line is expected") }
                guard try value(byte, bytes, isLast, receive) else { return }
            case .valueOrEnd where byte == UInt8(ascii: "]"), .commaOrEnd where byte == UInt8(ascii: "]") && open.last?.isObject == false,
                .nameOrEnd where byte == UInt8(ascii: "}"), .commaOrEnd where byte == UInt8(ascii: "}") && open.last?.isObject == true:
                try close(bytes, receive)
            case .valueOrEnd:
                guard try value(byte, bytes, isLast, receive) else { return }
            case .name, .nameOrEnd:
                guard byte == UInt8(ascii: "\"") else {
                    throw damaged("\(shown(byte)) where the name of a member, in double quotes, is expected")
                }
                guard try name(bytes, isLast) else { return }
            case .colon:
                guard byte == UInt8(ascii: ":") else { throw damaged("\(shown(byte)) where ':' is expected") }
                at += 1
                expected = .value
            case .commaOrEnd:
                guard byte == UInt8(ascii: ",") else {
                    throw damaged("\(shown(byte)) where ',' or '\(isInObject ? "}" : "]")' is expected")
                }
                at += 1
                expected = isInObject ? .name : .value
            case .nothing:
                throw damaged("\(shown(byte)) after the end of the JSON")
            }
        }
    }

    private mutating func passBlanks(_ bytes: UnsafeBufferPointer<UInt8>) {
        var at = at
        while at < bytes.count {
            let byte = bytes[at]
            if byte > 0x20 { break }
            if byte == 0x0A {
                line += 1
                lineStart = dropped + at + 1
                needsNewLine = false
            } else if byte != 0x20, byte != 0x0D, byte != 0x09 {
                break
            }
            at += 1
        }
        self.at = at
    }

    /// Parses one value, or the beginning of an array or object; false if it is incomplete.
    private mutating func value(
        _ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool, _ receive: (JSONDocument) throws -> Void
    ) throws -> Bool {
        let kind: JSONDocument.Node.Kind
        let end: Int
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            try openContainer(isObject: byte == UInt8(ascii: "{"))
            return true
        case UInt8(ascii: "\""):
            guard let quote = try closingQuote(bytes, isLast) else { return false }
            (kind, end) = (.string, quote + 1)
        case UInt8(ascii: "-"), 0x30...0x39:
            guard let stop = try numberEnd(bytes, isLast) else { return false }
            (kind, end) = (.number, stop)
        case UInt8(ascii: "t"):
            guard try isWord("true", bytes, isLast) else { return false }
            (kind, end) = (.true, at + 4)
        case UInt8(ascii: "f"):
            guard try isWord("false", bytes, isLast) else { return false }
            (kind, end) = (.false, at + 5)
        case UInt8(ascii: "n"):
            guard try isWord("null", bytes, isLast) else { return false }
            (kind, end) = (.null, at + 4)
        default:
            throw damaged("\(shown(byte)) where a value is expected")
        }
        _ = beginsValue()
        if keptDepth != nil { try keep(kind, from: kind == .string ? at + 1 : at, to: kind == .string ? end - 1 : end) }
        at = end
        try valueEnded(bytes, receive)
        return true
    }

    /// Whether the path leads through the value that begins here. Starts storing a value at the path's end.
    private mutating func beginsValue() -> Bool {
        guard keptDepth == nil else { return false }
        let depth = open.count
        if let parent = open.last {
            guard parent.isOnPath else { return false }
            if parent.isObject {
                guard isWantedName else { return false }
            } else {
                open[depth - 1].count += 1
                if case .index(let index) = steps[depth - 1] {
                    guard index == parent.count else { return false }
                } else if steps[depth - 1] != .any {
                    return false
                }
            }
        }
        guard depth == steps.count else { return true }
        keptDepth = depth
        base = at
        document.line = line
        return false
    }

    private mutating func openContainer(isObject: Bool) throws {
        guard open.count < JSONLimits.depth else {
            throw JSONError(.limit, "\(place): nested deeper than \(JSONLimits.depth) arrays and objects")
        }
        let isOnPath = beginsValue()
        if isOnPath, open.count == steps.count - 1 { hasPlace = true }
        open.append(Frame(isObject: isObject, isOnPath: isOnPath, node: document.nodes.count))
        isInObject = isObject
        if keptDepth != nil { try keep(isObject ? .object : .array, from: at, to: at) }
        at += 1
        expected = isObject ? .nameOrEnd : .valueOrEnd
    }

    private mutating func close(_ bytes: UnsafeBufferPointer<UInt8>, _ receive: (JSONDocument) throws -> Void) throws {
        guard let frame = open.popLast() else { return }
        isInObject = open.last?.isObject ?? false
        at += 1
        if keptDepth != nil {
            document.nodes[frame.node].end = UInt32(truncatingIfNeeded: at - base)
            document.nodes[frame.node].next = UInt32(truncatingIfNeeded: document.nodes.count)
        }
        try valueEnded(bytes, receive)
    }

    private mutating func keep(_ kind: JSONDocument.Node.Kind, from start: Int, to end: Int) throws {
        let next = document.nodes.count + 1
        guard next <= JSONLimits.values else {
            throw JSONError(.limit, "\(place): more than \(JSONLimits.values) values held at once")
        }
        // Offsets from `base` are below `byteLimit`, so they fit in 32 bits.
        document.nodes.append(
            JSONDocument.Node(
                kind: kind, isEscaped: isEscaped && (kind == .string || kind == .name), start: UInt32(truncatingIfNeeded: start - base),
                end: UInt32(truncatingIfNeeded: end - base), next: UInt32(truncatingIfNeeded: next)))
    }

    private mutating func valueEnded(_ bytes: UnsafeBufferPointer<UInt8>, _ receive: (JSONDocument) throws -> Void) throws {
        if keptDepth == open.count {
            values += 1
            document.bytes.removeAll(keepingCapacity: true)
            document.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[base..<at]))
            keptDepth = nil
            try receive(document)
            document.nodes.removeAll(keepingCapacity: true)
        }
        if !open.isEmpty {
            expected = .commaOrEnd
        } else if isLines {
            (expected, needsNewLine) = (.value, true)
        } else {
            expected = .nothing
        }
    }

    private mutating func name(_ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool) throws -> Bool {
        guard let quote = try closingQuote(bytes, isLast) else { return false }
        if keptDepth != nil {
            try keep(.name, from: at + 1, to: quote)
        } else if let frame = open.last, frame.isOnPath {
            switch steps[open.count - 1] {
            case .any: isWantedName = true
            case .index: isWantedName = false
            case .name(let wanted):
                let name = bytes[(at + 1)..<quote]
                isWantedName = isEscaped ? JSONEscapes.text(of: Array(name)[...]) == wanted : name.elementsEqual(wanted)
                if isWantedName, frame.hasWanted {
                    throw damaged("the member \"\(String(decoding: wanted, as: UTF8.self))\", which holds the rows, is there twice")
                }
                if isWantedName { open[open.count - 1].hasWanted = true }
            }
        }
        at = quote + 1
        expected = .colon
        return true
    }

    /// The position of the closing quote of the string that begins at `at`; nil if it hasn't arrived. Sets `isEscaped`.
    private mutating func closingQuote(_ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool) throws -> Int? {
        var at = at + 1
        if resume > at { at = resume } else { isEscaped = false }
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") {
                resume = 0
                return at
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                guard at + 1 < bytes.count else { break }
                switch bytes[at + 1] {
                case UInt8(ascii: "u"):
                    for place in 2..<6 where at + place < bytes.count && JSONEscapes.hexDigit(bytes[at + place]) == nil {
                        throw damaged("\\u without four hexadecimal digits in a string")
                    }
                    guard at + 5 < bytes.count else { break }
                    at += 6
                    continue
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
                    UInt8(ascii: "r"), UInt8(ascii: "t"):
                    at += 2
                    continue
                default: throw damaged("the escape \\\(shown(bytes[at + 1])) in a string; there is none such")
                }
                break
            }
            if byte < 0x20 { throw damaged("a control character (0x\(String(byte, radix: 16))) in a string") }
            at += 1
        }
        if isLast { throw JSONError(.truncated, "the document ends inside a string, line \(line)") }
        resume = at
        return nil
    }

    /// The end of the number that begins at `at`; nil if it may continue in the next bytes.
    private mutating func numberEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool) throws -> Int? {
        let (end, isRight) = Self.number(bytes, from: at)
        guard end - at <= JSONLimits.numberBytes else {
            throw JSONError(.limit, "\(place): a number of more than \(JSONLimits.numberBytes) characters")
        }
        if end == bytes.count, !isLast { return nil }
        guard isRight else {
            throw end == bytes.count ? JSONError(.truncated, "the document ends inside a number") : damaged("an invalid number")
        }
        return end
    }

    /// Section 6: `[ minus ] int [ frac ] [ exp ]`.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, isRight: Bool) {
        var at = start
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        let whole = at
        at = digitsEnd(bytes, from: at)
        guard at > whole, at == whole + 1 || bytes[whole] != UInt8(ascii: "0") else { return (at, false) }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            let fraction = at + 1
            at = digitsEnd(bytes, from: fraction)
            if at == fraction { return (at, false) }
        }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
            let exponent = at
            at = digitsEnd(bytes, from: exponent)
            if at == exponent { return (at, false) }
        }
        return (at, true)
    }

    private static func digitsEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var at = start
        while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
        return at
    }

    private func isWord(_ word: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool) throws -> Bool {
        for place in 0..<word.utf8CodeUnitCount {
            guard at + place < bytes.count else {
                if isLast { throw JSONError(.truncated, "the document ends inside a word, line \(line)") }
                return false
            }
            guard bytes[at + place] == word.utf8Start[place] else { throw damaged("a word that is not \(word)") }
        }
        return true
    }

    private var place: String { "line \(line), column \(dropped + at - lineStart + 1)" }

    private func damaged(_ detail: String) -> JSONError {
        JSONError(.damaged, "this is not JSON, \(place): \(detail)")
    }

    private func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte) ? "'\(Character(Unicode.Scalar(byte)))'" : "the byte 0x\(String(byte, radix: 16))"
    }
}
