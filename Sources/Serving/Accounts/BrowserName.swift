/// What a browser calls itself, in two words: "Firefox, Linux".
/// A convenience for telling one's own sessions apart; anything may be claimed.
package struct BrowserName: Hashable, Sendable {
    /// nil if nothing known is named.
    package let text: String?

    /// In this order: Edge says Chrome too, Chrome says Safari, Android says Linux and an iPhone says Mac OS X.
    private static let browsers = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"), ("FxiOS", "Firefox"),
        ("CriOS", "Chrome"),
        ("Chrome", "Chrome"), ("Safari", "Safari"), ("curl", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "ChromeOS"), ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ]

    package init(_ agent: String) {
        let parts = [Self.browsers, Self.systems].compactMap { known in known.first { agent.contains($0.0) }?.1 }
        text = parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
