/// Builds values (ISO 32000-1, 7.3) from tokens, one at a time: arrays, dictionaries and references. Drops values that are nested too deep
/// (`wentTooDeep`) or too many (`hadTooMany`), and tokens that don't fit.
struct ValueBuilder {
    /// The top-level values, in order. An object has one; a following header `8 0 obj` without `endobj` adds two.
    private(set) var values: [PDFObject] = []
    /// The number of open containers.
    var depth: Int { open.count }

    /// Whether containers were dropped because of their depth.
    private(set) var wentTooDeep = false
    /// Whether values were dropped because of their number.
    var hadTooMany: Bool { count > limit }

    private var open: [(isArray: Bool, values: [PDFObject])] = []
    /// Open containers below the depth limit.
    private var dropped = 0
    private var count = 0
    private let nesting: Int
    private let limit: Int

    init(limits: PDFLimits) {
        nesting = limits.nesting
        limit = limits.objectValues
    }

    mutating func reset() {
        values.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        (count, dropped, wentTooDeep) = (0, 0, false)
    }

    /// Whether the token belongs to a value; false, without effect, for keywords that end or separate objects.
    mutating func take(_ token: Token) -> Bool {
        switch token {
        case .integer(let value): add(.integer(value))
        case .real(let value): add(.real(value))
        case .name(let name): add(.name(name), weight: 1 + name.utf8.count / 12)
        case .string(let bytes): add(.string(bytes), weight: 1 + bytes.count / 12)
        case .arrayStart, .dictionaryStart:
            count += 1
            if open.count < nesting, !hadTooMany {
                open.append((token == .arrayStart, []))
            } else {
                dropped += 1
                wentTooDeep = wentTooDeep || open.count >= nesting
            }
        case .arrayEnd, .dictionaryEnd: if dropped > 0 { dropped -= 1 } else { close() }
        case .keyword(.yes): add(.boolean(true))
        case .keyword(.no): add(.boolean(false))
        case .keyword(.null): add(.null)
        case .keyword(.reference): makeReference()
        case .keyword(.other), .junk, .tooLong, .needMore: break
        case .keyword: return false
        }
        return true
    }

    /// Removes the two integers added last: the header of an object whose `obj` was met inside another. nil if there are none.
    mutating func takeHeader() -> (number: Int, generation: Int)? {
        let last = open.last?.values ?? values
        guard last.count >= 2, case .integer(let number) = last[last.count - 2], case .integer(let generation) = last[last.count - 1],
            number >= 0
        else { return nil }
        if open.isEmpty { values.removeLast(2) } else { open[open.count - 1].values.removeLast(2) }
        return (number, generation)
    }

    /// Closes all open containers, if an object ends early.
    mutating func closeAll() {
        dropped = 0
        while !open.isEmpty { close() }
    }

    /// Long strings and names weigh more, so that the limit also bounds memory.
    private mutating func add(_ value: PDFObject, weight: Int = 1) {
        if hadTooMany { return }
        count += weight
        if !hadTooMany, dropped == 0 { append(value) }
    }

    private mutating func append(_ value: PDFObject) {
        if open.isEmpty {
            values.append(value)
        } else {
            open[open.count - 1].values.append(value)
        }
    }

    /// `12 0 R`: replaces the last two integers by a reference.
    private mutating func makeReference() {
        if dropped > 0 { return }
        if open.isEmpty {
            guard let number = ValueBuilder.referenced(by: values) else { return }
            values.removeLast(2)
            values.append(.reference(number))
        } else {
            let innermost = open.count - 1
            guard let number = ValueBuilder.referenced(by: open[innermost].values) else { return }
            open[innermost].values.removeLast(2)
            open[innermost].values.append(.reference(number))
        }
    }

    private static func referenced(by values: [PDFObject]) -> Int? {
        guard values.count >= 2, case .integer(let number) = values[values.count - 2], case .integer = values[values.count - 1] else {
            return nil
        }
        return number
    }

    /// Any closing bracket closes the innermost container.
    private mutating func close() {
        guard let container = open.popLast() else { return }
        if container.isArray {
            append(.array(container.values))
            return
        }
        var dictionary = PDFDictionary()
        dictionary.entries.reserveCapacity(container.values.count / 2)
        var key: String?
        for value in container.values {
            if let known = key {
                dictionary.entries.append(.init(key: known, value: value))
                key = nil
            } else if case .name(let name) = value {
                key = name
            }
        }
        append(.dictionary(dictionary))
    }
}
