extension Document {
    /// The objects of an object stream (ISO 32000-1, 7.5.7), in their stored order. Unreadable objects are skipped with a warning. The work
    /// is bounded by the stream's length, even if offsets overlap or objects are incomplete.
    func takeObjectStream(
        _ number: Int, _ dictionary: PDFDictionary, _ bytes: [UInt8], at offset: Int, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        let count = dictionary["N"]?.integer ?? 0
        let first = dictionary["First"]?.integer ?? 0
        guard count >= 0, first >= 0, first <= bytes.count else {
            return try warn(.damagedObject, at: offset, "object stream \(number) has no readable head", receive)
        }
        var lexer = Lexer(longestString: limits.tokenBytes)
        var position = 0
        var heads: [(number: Int, start: Int)] = []
        let head = bytes.span.extracting(0..<first)
        while heads.count < count, case .integer(let member) = lexer.next(head, &position, ended: true),
            case .integer(let start) = lexer.next(head, &position, ended: true)
        {
            heads.append((member, start))
        }
        var builder = ValueBuilder(limits: limits)
        var work = 0
        for (member, start) in heads where start >= 0 && start < bytes.count - first && member >= 0 {
            position = first + start
            builder.reset()
            // A new lexer, so an incomplete object doesn't affect the next.
            lexer = Lexer(longestString: limits.tokenBytes)
            while builder.values.isEmpty || builder.depth > 0 {
                let token = lexer.next(bytes.span, &position, ended: true)
                if token == .tooLong { try warnOfLongString(at: offset, losesText: false, receive) }
                let belongs = token != .needMore && token != .tooLong && builder.take(token)
                if !belongs { break }
            }
            // "12 0 R" as a whole object: two more tokens.
            if builder.wentTooDeep { try warnOfNesting(at: offset, receive) }
            if builder.hadTooMany { try warnOfValues(at: offset, receive) }
            builder.closeAll()
            work += lexer.examined
            // Each byte is read at most three times.
            if work > bytes.count * 6 {
                return try warn(.damagedObject, at: offset, "objects of object stream \(number) overlap", receive)
            }
            if let value = builder.values.first {
                facts?.keep(member, value, generation: nil, at: offset, limits)
                try keepText(of: member, value, generation: nil, at: offset)
                try define(member, value, at: offset, receive)
            }
        }
    }
}
