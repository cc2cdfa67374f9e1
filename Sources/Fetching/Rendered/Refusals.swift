/// A page's requests in a browser that were refused, with their counts. Limited in number, because the page chooses its requests.
package struct Refusals: Hashable, Sendable {
    private static let kinds = 20
    private static let length = 100
    private static let others = "others"

    /// By request: `169.254.169.254:80`, `WebSocket wss://chat.example`.
    package private(set) var counts: [String: Int] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    package mutating func note(_ what: String, times: Int = 1) {
        let shown = FetchError.withoutSecrets(what).unicodeScalars.lazy.filter {
            !$0.properties.isDefaultIgnorableCodePoint && $0.value > 0x1F && $0.value != 0x7F
        }
        let what = FieldValue.trimmed(String(String.UnicodeScalarView(shown.prefix(Self.length))))
        counts[counts.count < Self.kinds || counts[what] != nil ? what : Self.others, default: 0] += times
    }

    package mutating func add(_ other: Refusals) {
        for (what, times) in other.counts.sorted(by: { $0.key < $1.key }) { note(what, times: times) }
    }

    /// A copy in which names selected by `hides` are counted as others.
    package func hiding(_ hides: (String) -> Bool) -> Refusals {
        var shown = Refusals()
        for (what, times) in counts { shown.counts[hides(what) ? Self.others : what, default: 0] += times }
        return shown
    }

    /// "169.254.169.254:80 (2 times), 127.0.0.1:9"; nil if nothing was refused.
    package var words: String? {
        guard !isEmpty else { return nil }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { $0.value == 1 ? $0.key : "\($0.key) (\($0.value) times)" }.joined(separator: ", ")
    }
}
