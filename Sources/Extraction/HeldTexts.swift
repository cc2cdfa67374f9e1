import Records

/// The texts of one document's records, each stored once: a status that occurs ten thousand times is one string.
struct HeldTexts {
    /// Only this many different texts are shared.
    private static let limit = 4096
    /// Limit of `slots` examined for one text.
    private static let steps = 16
    /// A string of up to this many bytes needs no heap memory.
    private static let inside = 15

    private var texts: [(hash: UInt64, text: String)] = []
    /// A hash table of indices into `texts` plus one; 0 is free. At most half full.
    private var slots: [Int16] = []
    private var bytes = 0
    /// Random, so that a source can't construct texts with the same hash.
    private let seed = UInt64.random(in: .min ... .max)

    /// The same value, with its text shared with equal earlier ones. Throws if a document yields more text than `RowLimits` allows.
    mutating func hold(_ value: Value?) throws(ExtractionError) -> Value? {
        guard case .text(var text)? = value, text.utf8.count > Self.inside else { return value }
        let (known, slot, hash) = text.withUTF8 { find($0) }
        if let known { return .text(known) }
        try add(text, slot, hash)
        return .text(text)
    }

    /// The shared value of plain bytes; nil if they aren't plain.
    mutating func value(of bytes: UnsafeBufferPointer<UInt8>, by reading: PlainReading) throws(ExtractionError) -> Value? {
        guard reading.isText else { return reading.value(bytes) }
        guard PlainReading.isPlainText(bytes) else { return nil }
        guard bytes.count > Self.inside else { return .text(String(decoding: bytes, as: UTF8.self)) }
        let (known, slot, hash) = find(bytes)
        if let known { return .text(known) }
        let text = String(decoding: bytes, as: UTF8.self)
        try add(text, slot, hash)
        return .text(text)
    }

    private mutating func add(_ text: String, _ slot: Int?, _ hash: UInt64) throws(ExtractionError) {
        bytes += text.utf8.count
        guard bytes <= RowLimits.textBytes else { throw ExtractionError(.limit, "more than \(RowLimits.textBytes >> 20) MB of text") }
        guard let slot, texts.count < Self.limit else { return }
        if slots.isEmpty { slots = [Int16](repeating: 0, count: 2 * Self.limit) }
        texts.append((hash, text))
        slots[slot] = Int16(texts.count)
    }

    /// The stored text of these bytes; otherwise the free slot for it, if there is one.
    private func find(_ bytes: UnsafeBufferPointer<UInt8>) -> (known: String?, slot: Int?, hash: UInt64) {
        let hash = hash(of: bytes)
        let first = Int(truncatingIfNeeded: hash >> 40) & (2 * Self.limit - 1)
        guard !slots.isEmpty else { return (nil, first, hash) }
        for step in 0..<Self.steps {
            let slot = (first + step) & (2 * Self.limit - 1)
            let place = Int(slots[slot]) - 1
            guard place >= 0 else { return (nil, slot, hash) }
            guard texts[place].hash == hash, texts[place].text.utf8.elementsEqual(bytes) else { continue }
            return (texts[place].text, nil, hash)
        }
        return (nil, nil, hash)
    }

    /// Eight bytes at a time; the last eight overlap if the count isn't a multiple of eight. `bytes` has more than eight.
    private func hash(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var (hash, at) = (seed ^ UInt64(truncatingIfNeeded: bytes.count), 0)
        func take(_ word: UInt64) {
            let (high, low) = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
            hash = high ^ low &+ 0xD1B5_4A32_D192_ED03
        }
        while at + 8 <= raw.count {
            take(raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at += 8
        }
        if at < raw.count { take(raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self)) }
        return hash
    }
}
