/// Decodes a stream's stored data, in chunks of any size, to pieces of at most 64 KB (ISO 32000-1, 7.4).
///
/// Each filter passes its output on immediately; nothing is buffered whole. Throws if any filter exceeds a limit of `PDFLimits`. Damage
/// ends the decoding: `damage` describes it, and the data decoded before it have been passed on.
final class FilterChain {
    /// The damage found, if any.
    private(set) var damage: String?
    /// Whether the only damage is that the data end early.
    private(set) var endsEarly = false
    /// Whether the first filter has reached the end of its data, so further bytes aren't part of the stream.
    var isComplete: Bool { stages.first?.isComplete ?? false }

    /// Whether the bytes are stored without filters.
    var isUnfiltered: Bool { stages.isEmpty }
    /// Whether a checksum has verified the data.
    var isVerified: Bool { damage == nil && stages.contains { $0 is Inflater && $0.isComplete } }

    private var stages: [any Filter]
    private var producedByStage: [Int]
    /// Bytes passed between filters.
    var innerBytes: Int { producedByStage.dropLast().reduce(0, +) }
    private let limits: PDFLimits
    private let offset: Int

    /// The filter chain of a stream's dictionary. `resolve` looks up references and returns nil if they aren't known. `decryptor` is
    /// applied to the stored bytes first. `spare` has filters of earlier chains to reuse.
    /// - Throws: `.limit` for a chain that is too long; `UnsupportedFilter` for an unknown filter.
    init(
        _ dictionary: PDFDictionary, decryptor: Decryptor? = nil, limits: PDFLimits, offset: Int, spare: inout SpareFilters,
        resolve: (PDFObject) -> PDFObject?
    ) throws {
        // A filter name in an object that hasn't arrived is assumed to be the most common one.
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

    /// Returns the filters of a finished chain for reuse.
    func giveBack(to spare: inout SpareFilters) { for stage in stages { spare.keep(stage) } }

    struct UnsupportedFilter: Error {
        let name: String
    }

    private static func list(_ object: PDFObject?, unknown: PDFObject, _ resolve: (PDFObject) -> PDFObject?) -> [PDFObject] {
        guard let object else { return [] }
        guard case .array(let values) = resolve(object) ?? unknown else { return [resolve(object) ?? unknown] }
        return values.map { resolve($0) ?? unknown }
    }

    /// Decodes the next stored bytes and passes the output to `receive`.
    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        guard damage == nil else { return }
        try run(0, bytes, receive)
    }

    /// Ends the input and passes on what the filters still hold.
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

    /// Counts a filter's output and passes it to the next.
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

/// A filter: input in chunks of any size, decoded output in pieces of at most `Window.size`.
protocol Filter: AnyObject {
    /// Bytes consumed so far.
    var consumed: Int { get }
    /// Whether the format's own end marker has been reached.
    var isComplete: Bool { get }
    /// The damage found, if any. Decoding stops there.
    var damage: String? { get }
    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws
    func finish(_ receive: (Span<UInt8>) throws -> Void) throws
}

/// A filter that can be reused for another stream. Its buffers are large; allocating new ones for each stream would fragment memory around
/// the kept data.
protocol ReusableFilter: Filter {
    init()
    func reset()
}

/// Filters of finished streams, one of each kind.
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

/// A buffer of decoded bytes that is passed on when full.
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

    /// Clears the buffer.
    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    mutating func flush(_ receive: (Span<UInt8>) throws -> Void) throws {
        if bytes.isEmpty { return }
        try receive(bytes.span)
        bytes.removeAll(keepingCapacity: true)
    }
}
