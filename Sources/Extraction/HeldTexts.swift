import Records

/// The texts of one document's records, each held once however often it comes: a status repeated ten thousand times is one string.
struct HeldTexts {
    private var texts: [String: String] = [:]
    private var bytes = 0

    /// The same value, its text shared with equal ones before it. Throws when a document yields more text than `RowLimits` allows.
    mutating func hold(_ value: Value?) throws(ExtractionError) -> Value? {
        // Up to 15 bytes lie inside the string itself.
        guard case .text(let text)? = value, text.utf8.count > 15 else { return value }
        if let known = texts[text] { return .text(known) }
        bytes += text.utf8.count
        guard bytes <= RowLimits.textBytes else { throw ExtractionError(.limit, "more than \(RowLimits.textBytes >> 20) MB of text") }
        if texts.count < 4096 { texts[text] = text }
        return value
    }
}
