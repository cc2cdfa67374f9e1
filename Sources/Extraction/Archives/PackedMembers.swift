/// Unpacks a gzip or xz document, which may have several consecutive members (RFC 1952, section 2.2), followed by zeros, from chunks of any
/// size.
///
/// Throws `ExtractionError` for damage, for anything else after the last member, and for a truncated document.
struct PackedMembers {
    private let packing: Packing
    /// nil between members, and after the last.
    private var member: (any Unpacking)?
    /// Bytes not unpacked yet.
    private var held: [UInt8] = []
    private var count = 0

    init(_ packing: Packing) { self.packing = packing }

    /// - Parameter receive: Receives unpacked bytes, possibly none, and the number of packed bytes consumed so far.
    mutating func append(_ bytes: [UInt8], _ receive: ([UInt8], Int) throws -> Void) throws {
        held += bytes
        count += bytes.count
        var at = 0
        while try step(&at, receive) {}
        held.removeFirst(at)
    }

    func finish() throws(ExtractionError) {
        guard member == nil else { throw ExtractionError(.truncated, "the packed document ends too early, after \(count) bytes") }
        guard held.allSatisfy({ $0 == 0 }) else { throw Self.remainder }
    }

    /// Whether another step may be possible with the held bytes.
    private mutating func step(_ at: inout Int, _ receive: ([UInt8], Int) throws -> Void) throws -> Bool {
        guard let member else {
            if held[at...].starts(with: packing.magic) {
                member = packing.unpacking
                return true
            }
            guard !packing.magic.starts(with: held[at...]) else { return false }
            guard held[at] == 0 else { throw Self.remainder }
            at += 1
            return true
        }
        let step = member.step(held, at..<held.count)
        at += step.used
        try receive(step.bytes, count - held.count + at)
        if step.isTooLarge { throw ExtractionError(.limit, "the packed document needs too much memory to unpack") }
        if step.isDamaged { throw ExtractionError(.damaged, "the packed document is damaged") }
        if step.isAtEnd { self.member = nil }
        return step.isAtEnd || step.used > 0 || !step.bytes.isEmpty
    }

    private static let remainder = ExtractionError(.damaged, "there is something behind the packed document")
}
