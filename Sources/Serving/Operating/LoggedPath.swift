/// An address as the log may have it: the pattern of its route, with the values of those parameters that are no secret.
///
/// A pure value. What isn't listed is left as its name, so that a new kind of link is no line in a log until somebody says so; and of an address without
/// a route there is nothing, since a link with a letter too many is still a link. A query is never in it: what people ask for is theirs.
package struct LoggedPath: CustomStringConvertible {
    /// Names of boards, queues and their parts, and numbers of what has one.
    private static let plain: Set<String> = [
        "act", "alert", "board", "channel", "feed", "invitation", "person", "queue", "session", "watch",
    ]

    package let description: String

    /// `route` is as the router writes it: `/queue/{queue}/tickets/{link}`; nil: there is none for this path.
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
