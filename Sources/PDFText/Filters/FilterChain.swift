/// The data of a stream as they are stored, in any cut → decoded, in pieces of at most 64 KB (ISO 32000-1, 7.4).
///
/// Each filter of a chain hands what it has decoded to the next as it comes; nothing is held whole. Throws where a bound of
/// `PDFLimits` is hit, for any filter of the chain. Damage ends the decoding: `damage` says what was wrong, and what could
/// be decoded has been handed on.
final class FilterChain {
    /// What was wrong with the data, where something was.
    private(set) var damage: String?
    /// Whether the damage is no more than that the data end too early.
    private(set) var endsEarly = false
    /// Whether the first filter has met the end of its data: whatever follows is not of the stream.
    var isComplete: Bool { stages.first?.isComplete ?? false }

    /// Whether the bytes are stored as they are.
    var isUnfiltered: Bool { stages.isEmpty }
    /// Whether a checksum has proved that the data are what was stored.
    var isVerified: Bool { damage == nil && stages.contains { $0 is Inflater && $0.isComplete } }

    private var stages: [any Filter]
    private var producedByStage: [Int]
    /// Bytes that filters have handed to other filters.
    var innerBytes: Int { producedByStage.dropLast().reduce(0, +) }
    private let limits: PDFLimits
    private let offset: Int

    /// The chain of a stream's dictionary; `resolve` looks up references, nil where that isn't known. `decryptor`: what the
    /// stored bytes go through first. `spare`: the filters of earlier chains, which are taken if they are needed.
    /// - Throws: `.limit` for a chain that is too long; `UnsupportedFilter` for a filter that isn't known.
    init(
        _ dictionary: PDFDictionary, decryptor: Decryptor? = nil, limits: PDFLimits, offset: Int, spare: inout SpareFilters,
        resolve: (PDFObject) -> PDFObject?
    ) throws {
        // A filter named by an object that comes later is taken for the usual one.
        let names = FilterChain.list(dictionary["Filter"] ?? dictionary["F"], unknown: .name("FlateDecode"), resolve)
        let parameters = FilterChain.list(dictionary["DecodeParms"] ?? dictionary["DP"], unknown: .null, resolve)
        if names.count > limits.filters { throw PDFError.limitOfOne("filters of a stream", limits.filters, at: offset) }
        stages = decryptor.map { [$0] } ?? []
        for (index, filter) in names.enumerated() {
            guard case .name(let name) = filter else { continue }
            let entry = index < parameters.count ? parameters[index] : .null
            let settings = if case .dictionary(let found) = entry { found } else { PDFDictionary() }
            switch name {
            case "FlateDecode", "Fl": stages.append(spare.take(Inflater.self))
            case "LZWDecode", "LZW":
                let decoder = spare.take(LZWDecoder.self)
                decoder.changesEarly = settings["EarlyChange"]?.integer != 0
                stages.append(decoder)
            case "ASCIIHexDecode", "AHx": stages.append(spare.take(ASCIIHexDecoder.self))
            case "ASCII85Decode", "A85": stages.append(spare.take(ASCII85Decoder.self))
            case "RunLengthDecode", "RL": stages.append(spare.take(RunLengthDecoder.self))
            case "Crypt": continue
            default: throw UnsupportedFilter(name: name)
            }
            if let predictor = Predictor(settings) { stages.append(predictor) }
        }
        producedByStage = Array(repeating: 0, count: stages.count)
        self.limits = limits
        self.offset = offset
    }

    /// Gives the filters of a chain that is done with to the next.
    func giveBack(to spare: inout SpareFilters) { for stage in stages { spare.keep(stage) } }

    struct UnsupportedFilter: Error {
        let name: String
    }

    private static func list(_ object: PDFObject?, unknown: PDFObject, _ resolve: (PDFObject) -> PDFObject?) -> [PDFObject] {
        guard let object else { return [] }
        guard case .array(let values) = resolve(object) ?? unknown else { return [resolve(object) ?? unknown] }
        return values.map { resolve($0) ?? unknown }
    }

    /// Decodes the next stored bytes; `receive` is handed what they give.
    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        guard damage == nil else { return }
        try run(0, bytes, receive)
    }

    /// No bytes follow: hands on what the filters still hold.
    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        for index in stages.indices {
            try stages[index].finish { try forward(index, $0, receive) }
            if damage == nil, let problem = stages[index].damage {
                damage = problem
                endsEarly = true
            }
        }
    }

    private func run(_ index: Int, _ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        guard index < stages.count else {
            try receive(bytes)
            return
        }
        try stages[index].append(bytes) { try forward(index, $0, receive) }
        if damage == nil { damage = stages[index].damage }
    }

    /// Counts what a filter has decoded, and hands it to the next.
    private func forward(_ index: Int, _ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        producedByStage[index] += bytes.count
        let produced = producedByStage[index]
        if produced > limits.streamBytes { throw PDFError.limitOfOne("decoded bytes of a stream", limits.streamBytes, at: offset) }
        if produced > limits.ratioFreeBytes, produced / limits.ratio > stages[0].consumed {
            throw PDFError.limitOfOne("decoded bytes per stored byte of a stream", limits.ratio, at: offset)
        }
        try run(index + 1, bytes, receive)
    }
}

/// One filter: bytes in, in any cut, decoded bytes out in pieces of at most `Window.size`.
protocol Filter: AnyObject {
    /// Bytes taken in so far.
    var consumed: Int { get }
    /// The end of the data, as the filter's own format marks it, has come.
    var isComplete: Bool { get }
    /// What was wrong with the data, where something was. Nothing is decoded from then on.
    var damage: String? { get }
    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws
    func finish(_ receive: (Span<UInt8>) throws -> Void) throws
}

/// A filter that can be used for another stream: its buffers are large, and were they made anew for each stream, what is kept of a page would
/// stand between them and hold their memory.
protocol ReusableFilter: Filter {
    init()
    func reset()
}

/// The filters of streams that are done with, one of each kind.
struct SpareFilters {
    private var filters: [ObjectIdentifier: any Filter] = [:]

    mutating func take<Kind: ReusableFilter>(_ kind: Kind.Type) -> Kind {
        guard let spare = filters.removeValue(forKey: ObjectIdentifier(kind)) as? Kind else { return Kind() }
        spare.reset()
        return spare
    }

    mutating func keep(_ filter: any Filter) {
        if let reusable = filter as? any ReusableFilter { filters[ObjectIdentifier(type(of: reusable))] = reusable }
    }
}

/// A piece of decoded bytes that is handed on when it is full.
struct Window {
    static let size = 65_536
    private var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    @inline(__always)
    mutating func put(_ byte: UInt8, _ receive: (Span<UInt8>) throws -> Void) throws {
        if bytes.isEmpty { bytes.reserveCapacity(Window.size) }
        bytes.append(byte)
        if bytes.count >= Window.size { try flush(receive) }
    }

    /// Forgets what it holds.
    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    mutating func flush(_ receive: (Span<UInt8>) throws -> Void) throws {
        if bytes.isEmpty { return }
        try receive(bytes.span)
        bytes.removeAll(keepingCapacity: true)
    }
}
