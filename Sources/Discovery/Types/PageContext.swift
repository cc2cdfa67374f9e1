/// What a page says of how it writes: its language and region, where it is from.
struct PageContext: Sendable {
    /// Two or three lower-case letters; empty if it is not known.
    let language: String
    /// Two capitals; empty if it is not known.
    let region: String

    /// - Parameters:
    ///   - tag: The page's language, `de-CH`.
    ///   - host: Its ending names a country where the tag doesn't.
    init(tag: String, host: String) {
        let parts = tag.split { $0 == "-" || $0 == "_" }.map(String.init)
        language = parts.first?.lowercased() ?? ""
        let named = parts.dropFirst().first { $0.count == 2 }?.uppercased()
        let ending = host.split(separator: ".").last.map { String($0).uppercased() } ?? ""
        region = named ?? (ending.count == 2 ? (ending == "UK" ? "GB" : ending) : "")
    }
}
