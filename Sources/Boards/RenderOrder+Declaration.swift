package import Fetching
import Records

extension Board.Source {
    /// The value of `render` in the board file, on one line; nil if it has none.
    package var renderText: String? { render?.text }
}

extension RenderOrder {
    private static let quiets = Duration.seconds(1)...(.seconds(10))
    private static let hostLimit = 20
    /// The most bytes of a selector.
    static let selectorLimit = 500
    package static let stepLimit = 20

    /// The text of the order for a board file's `render`, on one line.
    var text: String {
        var parts: [String] = []
        if let selector { parts.append("wait: \(JSONLine.quoted(selector))") }
        if quiet != RenderOrder().quiet { parts.append("quiet: \(quiet.components.seconds)s") }
        if !hosts.isEmpty { parts.append("hosts: \(JSONLine.array(hosts))") }
        if !steps.isEmpty { parts.append("steps: [\(steps.map(\.text).joined(separator: ", "))]") }
        return parts.isEmpty ? "true" : "{ \(parts.joined(separator: ", ")) }"
    }

    static func selector(_ declaration: Declaration) throws(DeclarationError) -> String {
        let selector = try declaration.text()
        guard selector.utf8.count <= selectorLimit else { throw declaration.error("a selector has \(selectorLimit) bytes at most") }
        return selector
    }

    /// `true`, or `{ wait: …, quiet: …, hosts: […], steps: […] }`; nil for `false`.
    static func declared(_ declaration: Declaration) throws(DeclarationError) -> RenderOrder? {
        if case .scalar = declaration.content { return try declaration.flag() ? RenderOrder() : nil }
        let keys = try declaration.entries(knowing: ["wait", "quiet", "hosts", "steps"])
        var order = RenderOrder()
        order.selector = try keys["wait"].map(selector)
        if let quiet = keys["quiet"] {
            order.quiet = try quiet.duration()
            guard quiets.contains(order.quiet) else { throw quiet.error("a time from 1s to 10s is expected") }
            guard order.selector == nil else {
                throw quiet.error("a page is waited for until something is there, or until it is quiet, not both")
            }
        }
        if let hosts = keys["hosts"] {
            order.hosts = try hosts.texts()
            guard order.hosts.count <= hostLimit else { throw hosts.error("\(hostLimit) hosts at most") }
            for host in order.hosts {
                guard let address = try? WebAddress("http://\(host)/"), address.target == "/", !host.contains("/") else {
                    throw hosts.error("'\(host)' isn't a host like api.example.org or nas.lan:8080")
                }
            }
        }
        order.steps = try keys["steps"].map(steps) ?? []
        return order
    }

    private static func steps(_ declaration: Declaration) throws(DeclarationError) -> [RenderStep] {
        guard case .list(let list) = declaration.content, (1...stepLimit).contains(list.count) else {
            throw declaration.error("a list of 1 to \(stepLimit) steps is expected, like [{ open: /login }, { press: button }]")
        }
        var steps: [RenderStep] = []
        for place in list { steps.append(try RenderStep.declared(place)) }
        return steps
    }
}
