import Synchronization

/// What a page is waited for, and where it may go.
package struct RenderOrder: Hashable, Sendable {
    /// A CSS selector, or an XPath, which begins with `/` or `(`; nil: the page is ready when it is quiet.
    package var selector: String?
    /// A page is quiet when so long no request is under way, and no element comes or goes.
    package var quiet: Duration
    /// Hosts, each with or without a port, that the page may use beside the public ones at their default ports. Private ones also have to
    /// be among `Fetcher.Configuration.allowedHosts`.
    package var hosts: [String]
    /// Carried out before the page is read.
    package var steps: [RenderStep]
    /// Those that `steps` fill in, by their names.
    package var secrets: [String: RenderSecret] = [:]

    package init(selector: String? = nil, quiet: Duration = .milliseconds(500), hosts: [String] = [], steps: [RenderStep] = []) {
        (self.selector, self.quiet, self.hosts, self.steps) = (selector, quiet, hosts, steps)
    }
}

extension RenderOrder {
    /// The names of the secrets that the steps fill in, in their order.
    package var secretNames: [String] {
        var names: [String] = []
        for case .fill(_, .secret(let name)) in steps where !names.contains(name) { names.append(name) }
        return names
    }

    /// Whether the steps begin at another address: then the page itself is opened after them. Else they begin on the page, and
    /// what they end on is read.
    package var beginsElsewhere: Bool { if case .open? = steps.first { true } else { false } }
}

/// Where a browser leaves what a page looked like, also a page that couldn't be read.
package final class PagePicture: Sendable {
    private let held = Mutex<[UInt8]?>(nil)

    package init() {}

    /// WebP; nil if there is none.
    package var bytes: [UInt8]? { held.withLock { $0 } }

    package func keep(_ picture: [UInt8]) { held.withLock { $0 = picture } }
}
