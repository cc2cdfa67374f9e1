/// The state of a document while it arrives: scanner events in, text events out. Decides when a page's text is known.
///
/// Contents and forms are recorded as text programs when they come. A page is final when its content streams, the forms it
/// draws, its resources (its own or those of a parent) and every object of the fonts it uses have come; until then it waits,
/// and each object that comes wakes the pages that need it. What a final page was made of is remembered: where an update
/// replaces it, the page is made anew at the end. Not shared: it belongs to one `PDFTextStream`.
final class Document {
    let limits: PDFLimits
    let password: String
    /// Whether the appearances of annotations and form fields belong to a page's text.
    let includesAnnotations: Bool
    var store: ObjectStore
    /// Pages that are not final yet, by the number of their page object.
    var pages: [Int: Page] = [:]
    /// Content streams and forms that have come and may still be needed.
    var contents: [Int: Contents] = [:]
    /// Those that were given up because too much was kept.
    var givenUp: Set<Int> = []
    /// The pages that refer to a content stream.
    var claims: [Int: [Int]] = [:]
    /// Pages that wait for an object, and the definition of the page that does.
    var waiting: [Int: [(page: Int, definition: Int)]] = [:]
    var finals = FinalPages()
    var shared = SharedText()
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
    /// Descriptors and programs of which another font has need all the same.
    var needed: Set<Int> = []
    /// Streams that couldn't be read for want of their filter.
    var unsupported: [Int: String] = [:]
    /// Contents and forms that could be decoded in part only: told of where a page needs them.
    var damaged: [Int: (offset: Int, detail: String)] = [:]
    /// Streams that were taken for something other than contents.
    var passedOver: Set<Int> = []
    var fonts: [Int: (font: Font, uses: [Int])] = [:]
    var fontObjects: Set<Int> = []
    /// Objects looked up since it was emptied last: what a page's text is made of.
    var uses: Set<Int> = []
    var fontWork = 0
    var ranBytes = 0
    let plainFont = Font.plain()
    var tree = PageTree()
    /// Which layers are shown, once that is known.
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

    /// `keepsFacts`: what else a `PDFDocument` tells (metadata, outline, labels) is kept too.
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

    /// For the start of a stream: its length, where that is known, and whether its data are wanted.
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
        // A hostile file could have very many different ones.
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

    /// A trailer, or the dictionary of a cross-reference stream (7.5.5 and 7.5.8).
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
        // What was read ahead has counted then.
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
            try replaceParts(of: claimants, standingFor: number, with: Page.references(list), receive)
        }
        try arrived(number, receive)
    }

    /// Keeps an object. Where it is new under a number: what was made of the old is made anew when it is needed.
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
