/// A request path for the log: the pattern of its route, with the values of parameters that aren't secret.
///
/// A pure value. A parameter that isn't listed shows only its name, so a new kind of link is never logged by accident. A path without a
/// route isn't logged at all, because a secret link with one letter too many is still nearly the link. The query is never logged: people's
/// searches are private.
package struct LoggedPath: CustomStringConvertible {
    /// Names of boards, queues and their parts, and the numbers of items.
    private static let plain: Set<String> = [
        "act", "alert", "board", "channel", "feed", "invitation", "person", "queue", "session", "watch",
    ]

    package let description: String

    /// `route`: the router's pattern, such as `/queue/{queue}/tickets/{link}`; nil: the path has none.
    package init(_ path: String, route: String?) {
        guard let route else {
            description = path.count > 1 ? "/…" : "/"
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let names = route.split(separator: "/", omittingEmptySubsequences: true)
        description =
            "/"
            + names.enumerated().map { index, name in
                let isPlain = name.hasPrefix("{") && name.hasSuffix("}") && Self.plain.contains(String(name.dropFirst().dropLast()))
                return String(isPlain && index < parts.count ? parts[index] : name)
            }.joined(separator: "/")
    }
}
