/// Many short texts in one buffer: twelve bytes for a name, where `String` takes at least sixteen, plus an allocation for long ones.
struct TextColumn: Hashable, Sendable {
    /// The start of each text, and the end of the last.
    private(set) var starts: [UInt32] = [0]
    private(set) var bytes: [UInt8] = []

    init() {}

    /// Returns nil if the parts are inconsistent.
    init?(starts: [UInt32], bytes: [UInt8]) {
        guard starts.first == 0, Int(starts.last ?? 0) == bytes.count else { return nil }
        var last: UInt32 = 0
        for start in starts {
            guard start >= last else { return nil }
            last = start
        }
        self.starts = starts
        self.bytes = bytes
    }

    var count: Int { starts.count - 1 }

    subscript(index: Int) -> String {
        withBytes(of: index) { String(decoding: $0, as: UTF8.self) }
    }

    func withBytes<Result>(of index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[Int(starts[index])..<Int(starts[index + 1])])) }
    }

    /// At most four gigabytes in all, which `Gazetteer.limit` guarantees.
    mutating func append(_ text: some StringProtocol) {
        bytes += text.utf8
        starts.append(UInt32(bytes.count))
    }

    /// The index of the first text not before this one; requires texts sorted by bytes.
    func lowerBound(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { wanted in
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if withBytes(of: middle, { $0.lexicographicallyPrecedes(wanted) }) { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}
