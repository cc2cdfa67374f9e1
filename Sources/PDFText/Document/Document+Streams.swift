/// The data of streams: decoded as they arrive, processed when they end.
extension Document {
    /// The stream being received.
    struct OpenStream {
        let number: Int
        let generation: Int
        let offset: Int
        let dictionary: PDFDictionary
        var kind: StreamKind
        var chain: FilterChain?
        let unsupportedFilter: String?
        var head: [UInt8] = []
        var whole: [UInt8] = []
        /// The damage in the data, for the log.
        var damage: String?
        /// The limit that caused it to be skipped, and its original kind.
        var bound: (error: PDFError, kind: StreamKind)?
        /// Whether it was superseded or prefetched, so it is ignored.
        var isIgnored = false
        /// The stored data, while it isn't known whether they are encrypted; nil if they needn't be kept.
        var raw: [UInt8]?
    }

    func beginStream(
        _ number: Int, _ generation: Int, _ dictionary: PDFDictionary, _ offset: Int
    ) throws -> (length: Int?, wantsData: Bool) {
        ahead.begin(at: offset)
        let kind = self.kind(number, dictionary)
        let isForPages = kind == .contents || kind == .form
        let isIgnored =
            ahead.isSuperseded(number, at: offset)
            || (ahead.isReading ? isForPages : ahead.isKnown && (kind.isOfFont || kind == .skipped || kind == .objects))
        if ahead.isReading { ahead.note(number, at: offset) }
        var begun = try opened(number, generation, dictionary, offset, isIgnored ? .skipped : kind)
        begun.isIgnored = isIgnored
        if security.isUndecided, begun.chain != nil { begun.raw = [] }
        stream = begun
        var missing: [Int] = []
        let length = dictionary["Length"].flatMap { resolve($0, &missing)?.integer }
        return (length, stream?.chain != nil)
    }

    func kind(_ number: Int, _ dictionary: PDFDictionary) -> StreamKind {
        let kind = StreamKind(dictionary)
        if kind == .form { return .form }
        if claims[number] != nil { return .contents }
        if wantedMaps.contains(number) { return .map }
        if wantedGlyphMaps.contains(number) { return .glyphMap }
        if wantedPrograms.contains(number) || kind == .program { return satisfied.contains(number) ? .skipped : .program }
        if kind == .perhapsProgram, satisfied.contains(number) { return .skipped }
        return kind
    }

    /// Prepares for a stream's data.
    func opened(_ number: Int, _ generation: Int, _ dictionary: PDFDictionary, _ offset: Int, _ wanted: StreamKind) throws -> OpenStream {
        var kind = wanted
        var chain: FilterChain?
        var missingFilter: String?
        var bound: (PDFError, StreamKind)?
        if kind != .skipped {
            do {
                chain = try FilterChain(
                    dictionary, decryptor: security.handler?.decryptor(dictionary, number: number, generation: generation),
                    limits: limits, offset: offset, spare: &spareFilters
                ) { object in
                    var missing: [Int] = []
                    return self.resolve(object, &missing)
                }
            } catch let filter as FilterChain.UnsupportedFilter {
                kind = .skipped
                missingFilter = filter.name
            } catch let error as PDFError where error.isOfOne && mayLeaveOut(number, kind) {
                (kind, bound) = (.skipped, (error, kind))
            }
            recorder.begin()
        }
        var opened = OpenStream(
            number: number, generation: generation, offset: offset, dictionary: dictionary, kind: kind, chain: chain,
            unsupportedFilter: missingFilter)
        opened.bound = bound
        return opened
    }

    /// Whether an oversized stream can be skipped without affecting others: no page has it as contents or waits for it, and no font or
    /// other object depends on it.
    private func mayLeaveOut(_ number: Int, _ kind: StreamKind) -> Bool {
        claims[number] == nil && waiting[number] == nil && !kind.isOfFont && kind != .objects
    }

    /// Runs work for the open stream; if it exceeds a limit, skips the stream or throws the error.
    private func orLeaveOut(_ chain: FilterChain, _ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as PDFError where error.isOfOne {
            guard var open = stream, mayLeaveOut(open.number, open.kind) else { throw error }
            (open.bound, open.kind, open.chain, open.raw, open.head, open.whole) = ((error, open.kind), .skipped, nil, nil, [], [])
            stream = open
            // Many such streams add up.
            try countDecoded(chain.innerBytes)
        }
    }

    /// Processes data of the open stream. Returns whether its first filter has reached the end of its data.
    func takeData(_ bytes: Span<UInt8>, _ receive: (PDFTextEvent) throws -> Void) throws -> Bool {
        guard let chain = stream?.chain else { return false }
        if let count = stream?.raw?.count {
            if count == 0, chain.isUnfiltered, SecurityState.looksPlain(bytes) {
                stream?.raw = nil
            } else if count + bytes.count + security.heldBytes <= limits.heldStreamBytes {
                bytes.withUnsafeBufferPointer { stream?.raw?.append(contentsOf: $0) }  // a single copy; the pointer is not stored
            } else {
                stream?.raw = nil
                if security.lostAt == nil { security.lostAt = stream?.offset }
            }
        }
        try orLeaveOut(chain) { try chain.append(bytes) { try self.takeDecoded($0) } }
        return stream?.chain != nil && chain.isComplete
    }

    private func takeDecoded(_ bytes: Span<UInt8>) throws {
        try countDecoded(bytes.count)
        try passOn(bytes)
    }

    private func countDecoded(_ count: Int) throws {
        decodedBytes += count
        if decodedBytes > limits.documentBytes {
            throw PDFError.limit("decoded bytes of the document", limits.documentBytes, at: stream?.offset)
        }
    }

    private func passOn(_ bytes: Span<UInt8>) throws {
        switch stream?.kind {
        case .contents, .form: try recorder.append(bytes)
        case .map, .objects: try keep(bytes)
        case .program, .glyphMap:
            if let count = stream?.whole.count, count + bytes.count <= StreamKind.longestProgram {
                try keep(bytes)
            } else {
                stream?.kind = .skipped
                stream?.whole = []
            }
        case .unknown, .perhapsProgram:
            for index in bytes.indices.prefix(StreamKind.headBytes) {
                guard let count = stream?.head.count, count < StreamKind.headBytes else {
                    try decideKind()
                    return try passOn(bytes.extracting(index..<bytes.count))
                }
                stream?.head.append(bytes[index])
            }
            if bytes.count > StreamKind.headBytes {
                try decideKind()
                try passOn(bytes.extracting(StreamKind.headBytes..<bytes.count))
            }
        case .skipped, nil: break
        }
    }

    private func keep(_ bytes: Span<UInt8>) throws {
        guard let count = stream?.whole.count, count + bytes.count <= limits.wholeStreamBytes else {
            throw PDFError.limit("decoded bytes of an object stream or a ToUnicode map", limits.wholeStreamBytes, at: stream?.offset)
        }
        bytes.withUnsafeBufferPointer { stream?.whole.append(contentsOf: $0) }  // a single copy; the pointer is not stored
    }

    /// Decides by the first bytes, which are then processed.
    private func decideKind() throws {
        guard let head = stream?.head, let kind = stream?.kind else { return }
        stream?.head = []
        stream?.kind = StreamKind(head: head.span, mayBeProgram: kind == .perhapsProgram)
        try passOn(head.span)
    }

    func endStream(isTruncated: Bool, sequence: Int? = nil, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard let chain = stream?.chain else {
            guard let ended = stream else { return }
            stream = nil
            if let bound = ended.bound {
                // Prefetched contents arrive again.
                if ahead.isReading { return }
                let what = "\(bound.error.detail); object \(ended.number), a stream that no page is known to need, is left out"
                // A page that arrives later reports its own missing contents, but a form doesn't.
                let losesText = bound.kind == .form || tree.pageObjects.isEmpty
                try warn(.limit, at: bound.error.offset ?? ended.offset, what, losesText: losesText, receive)
            }
            if ended.dictionary.name("Type") == "XRef" { try takeTrailer(ended.dictionary, at: ended.offset, receive) }
            if !ended.isIgnored { try finishStream(ended, nil, nil, receive) }
            return
        }
        var program: TextProgram?
        try orLeaveOut(chain) {
            try chain.finish { try self.takeDecoded($0) }
            if stream?.kind.isOpen == true { try decideKind() }
            if let kind = stream?.kind, !kind.isOfFont, kind != .objects { program = try recorder.finish() }
        }
        if stream?.bound != nil { return try endStream(isTruncated: isTruncated, sequence: sequence, receive) }
        guard var ended = stream else { return }
        stream = nil
        chain.giveBack(to: &spareFilters)
        // Prefetched contents arrive again and are counted then.
        if ahead.isReading, program != nil { return }
        if ahead.isKnown, program == nil, ended.kind.isOfFont { return }
        if let raw = ended.raw {
            ended.raw = nil
            if try hold(ended, raw, program, chain, isTruncated) { return }
        }
        if let damage = chain.damage, !isTruncated || !chain.endsEarly, ended.kind != .program {
            ended.damage = "stream of object \(ended.number): \(damage)"
        }
        if chain.damage != nil { program?.isDoubtful = true }
        try finishStream(ended, program, sequence, receive)
    }

    /// `sequence` is the position of a held stream among all content streams.
    func finishStream(
        _ ended: OpenStream, _ program: TextProgram?, _ sequence: Int?, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        if ended.kind != .objects || !ahead.isKnown {
            try noteDefinition(of: ended.number, .stream, at: ended.offset)
        }
        if let damage = ended.damage {
            if program != nil, damaged.count < 1_000 {
                damaged[ended.number] = (ended.offset, damage)
            } else {
                try warn(.corruptStream, at: ended.offset, damage, receive)
            }
        }
        switch ended.kind {
        case .contents, .unknown, .perhapsProgram, .form:
            if let program {
                let form = ended.kind == .form ? FormHead(ended.dictionary) : nil
                try takeContents(ended.number, program, form, sequence: sequence ?? nextSequence(), at: ended.offset, receive)
            }
        case .map:
            let map = try UnicodeMap(ended.whole.span, limits: limits)
            try store.count(bytes: map.cost, at: ended.offset)
            maps[ended.number] = map
            if CodeMap.isOne(ended.whole.span) {
                let codes = try CodeMap(ended.whole.span, limits: limits) { self.collections.map(named: $0) }
                try store.count(bytes: codes.cost, at: ended.offset)
                if !codes.isEmpty { codeMaps[ended.number] = codes }
            }
        case .glyphMap:
            try store.count(bytes: ended.whole.count, at: ended.offset)
            glyphMaps[ended.number] = ended.whole
        case .program:
            let program = FontProgram(ended.whole)
            try store.count(bytes: program.cost, at: ended.offset)
            programs[ended.number] = program
        case .objects: try takeObjectStream(ended.number, ended.dictionary, ended.whole, at: ended.offset, receive)
        case .skipped:
            if let filter = ended.unsupportedFilter, unsupported.count < 100_000 { unsupported[ended.number] = filter }
        }
        if program == nil, ended.unsupportedFilter == nil, ended.dictionary.name("Subtype") != "Image", passedOver.count < 100_000 {
            passedOver.insert(ended.number)
        }
        try arrived(ended.number, receive)
    }

    /// The bytes of a prefetched part end, possibly inside a stream.
    func abandonStream() {
        if stream != nil { ahead.cutShort() }
        stream = nil
    }
}
