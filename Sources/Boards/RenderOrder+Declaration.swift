import Fetching
import Records

extension Board.Source {
    /// What is written under `render`, in one line; nil if nothing is.
    package var renderText: String? {
        guard let render else { return nil }
        var parts: [String] = []
        if let selector = render.selector { parts.append("wait: \(JSONLine.quoted(selector))") }
        if render.quiet != RenderOrder().quiet { parts.append("quiet: \(render.quiet.components.seconds)s") }
        if !render.hosts.isEmpty { parts.append("hosts: \(JSONLine.array(render.hosts))") }
        if !render.steps.isEmpty { parts.append("steps: [\(render.steps.map(\.text).joined(separator: ", "))]") }
        return parts.isEmpty ? "true" : "{ \(parts.joined(separator: ", ")) }"
    }
}

extension RenderOrder {
    private static let quiets = Duration.seconds(1)...(.seconds(10))
    private static let (selectorLimit, hostLimit, stepLimit) = (500, 20, 20)

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
                    throw hosts.error("'\(host)' is no host like api.example.org or nas.lan:8080")
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
