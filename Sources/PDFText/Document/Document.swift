/// The state of a document while it arrives: scanner events in, text events out. Decides when a page's text is known.
///
/// Contents are recorded as text programs when they come. A page is final when its content streams, its resources (its own
/// or those of a parent) and every object of the fonts it uses have come; until then it waits, and each object that comes
/// wakes the pages that need it. Not shared: it belongs to one `PDFTextStream`.
final class Document {
    /// The text of a content stream that has come.
    struct Contents {
        let program: TextProgram
        let sequence: Int
        /// The id under which it was handed out before its page was known.
        var id: Int?
    }

    let limits: PDFLimits
    var store: ObjectStore
    /// Pages that are not final yet, by the number of their page object.
    var pages: [Int: Page] = [:]
    /// Content streams that have come and may still be needed.
    var contents: [Int: Contents] = [:]
    /// The pages that refer to a content stream.
    var claims: [Int: [Int]] = [:]
    /// Pages that wait for an object, and the definition of the page that does.
    var waiting: [Int: [(page: Int, definition: Int)]] = [:]
    /// Pages that are final, and streams whose text is.
    var finalPages: Set<Int> = []
    var finalStreams: Set<Int> = []
    /// Content streams whose page is final, kept a while because another page may share them.
    var recent: [Int] = []
    var recentBytes = 0
    var heldBytes = 0
    var maps: [Int: UnicodeMap] = [:]
    var codeMaps: [Int: CodeMap] = [:]
    var programs: [Int: FontProgram] = [:]
    var glyphMaps: [Int: [UInt8]] = [:]
    let collections: CharacterCollections
    /// Streams that a font names as its map, as its CIDToGIDMap, as its program; objects of fonts that need no program.
    var wantedMaps: Set<Int> = []
    var wantedGlyphMaps: Set<Int> = []
    var wantedPrograms: Set<Int> = []
    var satisfied: Set<Int> = []
    /// Streams that couldn't be read for want of their filter.
    var unsupported: [Int: String] = [:]
    var fonts: [Int: Font] = [:]
    var fontObjects: Set<Int> = []
    var fontWork = 0
    var ranBytes = 0
    let plainFont = Font.plain()
    var sawPage = false
    var isFinishing = false
    var warned: Set<PDFWarning> = []

    private var definitions = 0
    private var sequences = 0
    private var ids = 0
    private var decodedBytes = 0
    private var stream: OpenStream?
    private var recorder: ContentRecorder
    private var spareInflater: Inflater?

    init(limits: PDFLimits) {
        self.limits = limits
        store = ObjectStore(limits: limits)
        recorder = ContentRecorder(limits: limits)
        collections = CharacterCollections(limits: limits)
    }

    func nextID() -> Int {
        ids += 1
        return ids
    }

    func nextDefinition() -> Int {
        definitions += 1
        return definitions
    }

    // Events

    /// For the start of a stream: its length, where that is known, and whether its data are wanted.
    func take(
        _ event: ObjectScanner.Event, _ receive: (PDFTextEvent) throws -> Void
    ) throws -> (length: Int?, wantsData: Bool)? {
        switch event {
        case .object(let number, let value, let offset):
            try define(number, value, at: offset, receive)
        case .streamStart(let number, let dictionary, let offset):
            return try beginStream(number, dictionary, offset)
        case .streamEnd(let isTruncated):
            try endStream(isTruncated: isTruncated, receive)
        case .trailer(let dictionary, let offset):
            try refuseEncryption(dictionary, at: offset)
        case .streamData: break
        }
        return nil
    }

    private func refuseEncryption(_ dictionary: PDFDictionary, at offset: Int) throws {
        guard let entry = dictionary["Encrypt"], entry != .null else { return }
        throw PDFError(.encrypted, at: offset, "not supported yet: encryption; the document's text is encrypted")
    }

    func warn(_ code: PDFWarning.Code, at offset: Int?, _ detail: String, _ receive: (PDFTextEvent) throws -> Void) throws {
        let warning = PDFWarning(code, at: offset, detail)
        // A hostile file could have very many different ones.
        guard warned.count < 1_000, warned.insert(warning).inserted else { return }
        try receive(.warning(warning))
    }

    // Streams

    /// The stream whose data are coming.
    private struct OpenStream {
        let number: Int
        let offset: Int
        let dictionary: PDFDictionary
        var kind: StreamKind
        let chain: FilterChain?
        let unsupportedFilter: String?
        var head: [UInt8] = []
        var whole: [UInt8] = []
    }

    private func beginStream(_ number: Int, _ dictionary: PDFDictionary, _ offset: Int) throws -> (length: Int?, wantsData: Bool) {
        if dictionary.name("Type") == "XRef" { try refuseEncryption(dictionary, at: offset) }
        var kind = StreamKind(dictionary)
        if claims[number] != nil {
            kind = .contents
        } else if wantedMaps.contains(number) {
            kind = .map
        } else if wantedGlyphMaps.contains(number) {
            kind = .glyphMap
        } else if wantedPrograms.contains(number) || kind == .program {
            kind = satisfied.contains(number) ? .skipped : .program
        }
        var chain: FilterChain?
        var missingFilter: String?
        if case .skipped = kind {
            // Nothing to decode.
        } else {
            var spare = spareInflater
            spareInflater = nil
            do {
                chain = try FilterChain(dictionary, limits: limits, offset: offset, spare: &spare) { self.value($0) }
            } catch let problem as FilterChain.UnsupportedFilter {
                if case .contents = kind { throw unsupportedFilter(problem.name, at: offset) }
                missingFilter = problem.name
                kind = .skipped
            }
        }
        recorder.begin()
        stream = OpenStream(
            number: number, offset: offset, dictionary: dictionary, kind: kind, chain: chain, unsupportedFilter: missingFilter)
        return (dictionary["Length"].flatMap { value($0) }?.integer, chain != nil)
    }

    func unsupportedFilter(_ name: String, at offset: Int) -> PDFError {
        PDFError(.unsupported, at: offset, "not supported yet: filter /\(name)")
    }

    /// An object, references followed as far as they are known.
    private func value(_ object: PDFObject) -> PDFObject? {
        var missing: [Int] = []
        return resolve(object, &missing)
    }

    /// Whether the stream has all the data its filter needs.
    func takeData(_ bytes: Span<UInt8>, _ receive: (PDFTextEvent) throws -> Void) throws -> Bool {
        guard let chain = stream?.chain else { return false }
        try chain.append(bytes) { try self.takeDecoded($0) }
        return chain.isComplete
    }

    private func takeDecoded(_ bytes: Span<UInt8>) throws {
        decodedBytes += bytes.count
        if decodedBytes > limits.documentBytes {
            throw PDFError.limit("decoded bytes of the document", limits.documentBytes, at: stream?.offset)
        }
        switch stream?.kind {
        case .contents: try recorder.append(bytes)
        case .map, .objects: try keep(bytes)
        case .program, .glyphMap:
            if let count = stream?.whole.count, count + bytes.count <= StreamKind.longestProgram {
                try keep(bytes)
            } else {
                stream?.kind = .skipped
                stream?.whole = []
            }
        case .unknown:
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
        bytes.withUnsafeBufferPointer { stream?.whole.append(contentsOf: $0) }  // one copy; nothing is kept of the pointer
    }

    private func passOn(_ bytes: Span<UInt8>) throws {
        if case .map? = stream?.kind { try keep(bytes) } else { try recorder.append(bytes) }
    }

    /// By the first bytes, which are then passed on themselves.
    private func decideKind() throws {
        guard let head = stream?.head else { return }
        stream?.head = []
        stream?.kind = StreamKind(head: head.span)
        try passOn(head.span)
    }

    private func endStream(isTruncated: Bool, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard let chain = stream?.chain else {
            if let ended = stream { try finishStream(ended, nil, receive) }
            stream = nil
            return
        }
        try chain.finish { try self.takeDecoded($0) }
        if case .unknown? = stream?.kind { try decideKind() }
        guard let ended = stream else { return }
        stream = nil
        spareInflater = chain.spare
        if let damage = chain.damage, !isTruncated || !chain.endsEarly, ended.kind != .program {
            try warn(.corruptStream, at: ended.offset, "stream of object \(ended.number): \(damage)", receive)
        }
        try finishStream(ended, chain.damage, receive)
    }

    private func finishStream(_ ended: OpenStream, _ damage: String?, _ receive: (PDFTextEvent) throws -> Void) throws {
        try store.define(ended.number, .stream, at: ended.offset)
        try noteRedefinition(of: ended.number, at: ended.offset, receive)
        switch ended.kind {
        case .contents, .unknown:
            var program = try recorder.finish()
            if damage != nil { program.isDoubtful = true }
            sequences += 1
            try takeContents(ended.number, program, sequence: sequences, at: ended.offset, receive)
        case .map:
            let map = try UnicodeMap(ended.whole.span, limits: limits)
            try store.count(bytes: map.cost, at: ended.offset)
            maps[ended.number] = map
            let codes = try CodeMap(ended.whole.span, limits: limits) { self.collections.map(named: $0) }
            if !codes.isEmpty {
                try store.count(bytes: codes.cost, at: ended.offset)
                codeMaps[ended.number] = codes
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
        try arrived(ended.number, receive)
    }

    // Objects

    func define(_ number: Int, _ object: PDFObject, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        try store.define(number, object, at: offset)
        try noteRedefinition(of: number, at: offset, receive)
        if case .dictionary(let dictionary) = object {
            noteStreams(of: dictionary, number)
            if let page = Page(dictionary, number: number, offset: offset, definition: nextDefinition()) {
                try take(page, receive)
            }
        }
        if case .array(let list) = object, let claimants = claims[number] {
            try replaceParts(of: claimants, standingFor: number, with: Page.references(list), receive)
        }
        try arrived(number, receive)
    }

    /// Something new under a number: what was made of the old is made anew when it is needed.
    private func noteRedefinition(of number: Int, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        maps[number] = nil
        codeMaps[number] = nil
        programs[number] = nil
        glyphMaps[number] = nil
        unsupported[number] = nil
        if fontObjects.contains(number) {
            fonts = [:]
            fontObjects = []
        }
        if finalStreams.contains(number) {
            try warn(.replaced, at: offset, "object \(number), contents of a page that was final, is replaced by an update", receive)
        }
    }
}
