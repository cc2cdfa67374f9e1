/// The state of a document while it arrives: scanner events in, text events out. Decides when a page's text is known.
///
/// Contents and forms are recorded as text programs when they arrive. A page is final when its content streams, the forms it draws, its
/// resources (its own or inherited) and all objects of its fonts have arrived. Until then it waits, and each new object wakes the pages
/// that need it. The objects that a final page was made from are recorded: if an update replaces one, the page is recomposed at the end.
/// Not shared: it belongs to one `PDFTextStream`.
final class Document {
    let limits: PDFLimits
    let password: String
    /// Whether annotations and form fields are part of a page's text.
    let includesAnnotations: Bool
    var store: ObjectStore
    /// Pages that aren't final yet, by their object number.
    var pages: [Int: Page] = [:]
    /// Content streams and forms that have arrived and may still be needed.
    var contents: [Int: Contents] = [:]
    /// Contents discarded because the storage limit was reached.
    var givenUp: Set<Int> = []
    /// The pages that use a content stream.
    var claims: [Int: [Int]] = [:]
    /// For each object, the pages that wait for it, with their definition.
    var waiting: [Int: [(page: Int, definition: Int)]] = [:]
    var finals = FinalPages()
    var shared = SharedText()
    var heldBytes = 0
    var maps: [Int: UnicodeMap] = [:]
    var codeMaps: [Int: CodeMap] = [:]
    var programs: [Int: FontProgram] = [:]
    var glyphMaps: [Int: [UInt8]] = [:]
    let collections: CharacterCollections
    /// Streams that fonts use as maps, as CIDToGIDMaps and as programs; and objects of fonts that need no program.
    var wantedMaps: Set<Int> = []
    var wantedGlyphMaps: Set<Int> = []
    var wantedPrograms: Set<Int> = []
    var satisfied: Set<Int> = []
    /// Descriptors and programs that another font needs nevertheless.
    var needed: Set<Int> = []
    /// Streams that couldn't be read because their filter isn't supported.
    var unsupported: [Int: String] = [:]
    /// Contents and forms that could be decoded only partly; reported if a page needs them.
    var damaged: [Int: (offset: Int, detail: String)] = [:]
    /// Streams that weren't recognised as contents.
    var passedOver: Set<Int> = []
    var fonts: [Int: (font: Font, uses: [Int])] = [:]
    var fontObjects: Set<Int> = []
    /// The objects looked up since it was last cleared: the inputs of a page's text.
    var uses: Set<Int> = []
    var fontWork = 0
    var ranBytes = 0
    let plainFont = Font.plain()
    var tree = PageTree()
    /// The visibility of layers, once known.
    var layers: Layers?
    var isFinishing = false
    var warned: Set<PDFWarning> = []
    var security = SecurityState()
    var ahead = FetchedAhead()
    var facts: DocumentFacts?
    var texts = KeptTexts()

    // Streams: see Document+Streams.
    var stream: OpenStream?
    var recorder: ContentRecorder
    var spareFilters = SpareFilters()
    var decodedBytes = 0

    private var definitions = 0
    private var sequences = 0
    private var ids = 0

    /// `keepsFacts` also keeps what a `PDFDocument` reports (metadata, outline, labels).
    init(
        limits: PDFLimits, password: String = "", includesAnnotations: Bool = true, includesRules: Bool = false, keepsFacts: Bool = false
    ) {
        self.limits = limits
        self.password = password
        self.includesAnnotations = includesAnnotations
        store = ObjectStore(limits: limits)
        recorder = ContentRecorder(limits: limits, keepsPaths: includesRules)
        collections = CharacterCollections(limits: limits)
        if keepsFacts { facts = DocumentFacts() }
    }

    func nextID() -> Int {
        ids += 1
        return ids
    }

    func nextDefinition() -> Int {
        definitions += 1
        return definitions
    }

    func nextSequence() -> Int {
        sequences += 1
        return sequences
    }

    // Events

    /// Answers the start of a stream: its length if known, and whether its data are needed.
    func take(
        _ event: ObjectScanner.Event, generation: Int, _ receive: (PDFTextEvent) throws -> Void
    ) throws -> (length: Int?, wantsData: Bool)? {
        switch event {
        case .object(let number, let value, let offset):
            ahead.begin(at: offset)
            facts?.keep(number, value, generation: generation, at: offset, limits)
            try keepText(of: number, value, generation: generation, at: offset)
            try define(number, value, at: offset, receive)
        case .streamStart(let number, let dictionary, let offset):
            return try beginStream(number, generation, dictionary, offset)
        case .streamEnd(let isTruncated):
            try endStream(isTruncated: isTruncated, receive)
        case .trailer(let dictionary, let offset):
            try takeTrailer(dictionary, at: offset, receive)
        case .streamData: break
        }
        return nil
    }

    func warn(
        _ code: PDFWarning.Code, at offset: Int?, _ detail: String, losesText: Bool = true, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        let warning = PDFWarning(code, at: offset, detail, losesText: losesText)
        // A malicious file could produce very many different warnings.
        guard warned.count < 1_000, warned.insert(warning).inserted else { return }
        try receive(.warning(warning))
    }

    func warnOfNesting(at offset: Int?, _ receive: (PDFTextEvent) throws -> Void) throws {
        let what = "nesting of arrays and dictionaries, \(limits.nesting); what lies deeper is left out"
        try warn(.limit, at: offset, "limit reached: \(what)", receive)
    }

    func warnOfValues(at offset: Int?, _ receive: (PDFTextEvent) throws -> Void) throws {
        try warn(.limit, at: offset, "limit reached: values of an object, \(limits.objectValues); the others are left out", receive)
    }

    func warnOfLongString(at offset: Int?, losesText: Bool, _ receive: (PDFTextEvent) throws -> Void) throws {
        try warn(
            .limit, at: offset, "limit reached: bytes of a token, \(limits.tokenBytes); it is left out", losesText: losesText, receive)
    }

    /// Processes a trailer, or the dictionary of a cross-reference stream (7.5.5 and 7.5.8).
    func takeTrailer(_ dictionary: PDFDictionary, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        if case .reference(let root)? = dictionary["Root"], offset >= tree.rootOffset {
            (tree.root, tree.rootOffset) = (root, offset)
        }
        if let info = dictionary["Info"] { facts?.info = info }
        try noteEncryption(dictionary, at: offset, receive)
    }

    // Objects

    func define(_ number: Int, _ object: PDFObject, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        var page: Page?
        if case .dictionary(let dictionary) = object {
            page = Page(dictionary, number: number, offset: offset, definition: nextDefinition())
        }
        if ahead.isSuperseded(number, at: offset) { return }
        if ahead.isReading { ahead.note(number, at: offset) }
        // Prefetched objects were already counted.
        if ahead.isKnown { return }
        try noteDefinition(of: number, object, at: offset)
        if store.leftOutAt == offset {
            let what = "bytes of all objects that are kept, \(limits.objectBytes); objects from here on are left out"
            try warn(.limit, at: offset, "limit reached: \(what)", receive)
        }
        if page == nil { tree.note(number, object) }
        if case .dictionary(let dictionary) = object {
            try noteStreams(of: dictionary, number, at: offset)
            if let page {
                try take(page, receive)
            } else {
                try takeDirectPages(of: number, dictionary, at: offset, receive)
                if dictionary["O"] != nil, dictionary["U"] != nil, dictionary["V"] != nil {
                    try takeEncryption(number, dictionary, at: offset, receive)
                }
            }
        }
        if case .array(let list) = object, let claimants = claims[number] {
            try replaceParts(of: claimants, standingFor: number, with: Page.contents(list), receive)
        }
        try arrived(number, receive)
    }

    /// Stores an object. If it redefines a number, anything built from the old object is rebuilt when needed.
    func noteDefinition(of number: Int, _ object: PDFObject, at offset: Int) throws {
        let isAgain = store.isSeen(number)
        try store.define(number, object, at: offset)
        guard isAgain else { return }
        maps[number] = nil
        codeMaps[number] = nil
        programs[number] = nil
        glyphMaps[number] = nil
        unsupported[number] = nil
        passedOver.remove(number)
        damaged[number] = nil
        givenUp.remove(number)
        if fontObjects.contains(number) {
            fonts = [:]
            fontObjects = []
        }
        if layers?.uses.contains(number) == true { layers = nil }
        finals.noteRedefinition(of: number)
    }
}
