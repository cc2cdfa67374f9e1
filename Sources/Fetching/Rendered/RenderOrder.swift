import Synchronization

/// The condition that makes a page ready, and the hosts that it may use.
package struct RenderOrder: Hashable, Sendable {
    /// A CSS selector, or an XPath, which begins with `/` or `(`; nil: the page is ready when it is quiet.
    package var selector: String?
    /// A page is quiet after this long without a running request or a new or removed element.
    package var quiet: Duration
    /// Hosts, each with or without a port, that the page may use in addition to public ones at their default ports. Private ones must also
    /// be in `Fetcher.Configuration.allowedHosts`.
    package var hosts: [String]
    /// Steps to perform before the page is read.
    package var steps: [RenderStep]
    /// The secrets for `steps`, by name.
    package var secrets: [String: RenderSecret] = [:]

    package init(selector: String? = nil, quiet: Duration = .milliseconds(500), hosts: [String] = [], steps: [RenderStep] = []) {
        (self.selector, self.quiet, self.hosts, self.steps) = (selector, quiet, hosts, steps)
    }
}

extension RenderOrder {
    /// The names of the secrets that the steps fill in, in order.
    package var secretNames: [String] {
        var names: [String] = []
        for case .fill(_, .secret(let name)) in steps where !names.contains(name) { names.append(name) }
        return names
    }

    /// Whether the steps begin at another address: then the page itself is opened after them. Otherwise they begin on the page, and the
    /// page they end on is read.
    package var beginsElsewhere: Bool { if case .open? = steps.first { true } else { false } }
}

/// Receives a browser's screenshot of a page, including a page that couldn't be read.
package final class PagePicture: Sendable {
    private let held = Mutex<[UInt8]?>(nil)

    package init() {}

    /// WebP; nil if there is none.
    package var bytes: [UInt8]? { held.withLock { $0 } }

    package func keep(_ picture: [UInt8]) { held.withLock { $0 = picture } }
}
