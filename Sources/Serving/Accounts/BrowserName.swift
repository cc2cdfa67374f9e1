/// A browser in two words, from its user agent: "Firefox, Linux". Only helps people tell their own sessions apart; a client can claim
/// anything.
package struct BrowserName: Hashable, Sendable {
    /// nil if no known browser or system is named.
    package let text: String?

    /// The order matters: Edge also claims to be Chrome, Chrome to be Safari, Android to be Linux and an iPhone to be Mac OS X.
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
