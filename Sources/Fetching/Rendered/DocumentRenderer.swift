package import Foundation
import NIOHTTP1
import Synchronization

/// Opens a page in a browser, whose requests all go through a `ForwardingProxy`, and returns what is there when its scripts have run.
package protocol DocumentRenderer: Sendable {
    /// Throws `FetchError`, and `CancellationError`.
    func page(of request: Request, waitingFor order: RenderOrder, by fetcher: Fetcher) async throws -> RenderedPage
}

/// What a page is waited for, and where it may go.
package struct RenderOrder: Hashable, Sendable {
    /// A CSS selector, or an XPath, which begins with `/` or `(`; nil: the page is ready when it is quiet.
    package var selector: String?
    /// A page is quiet when so long no request is under way, and no element comes or goes.
    package var quiet: Duration
    /// Hosts, each with or without a port, that the page may use beside the public ones at their usual ports. Private ones also have to be
    /// among `Fetcher.Configuration.allowedHosts`.
    package var hosts: [String]
    /// Carried out before the page is read.
    package var steps: [RenderStep]
    /// Those that `steps` fill in, by their names.
    package var secrets: [String: RenderSecret] = [:]

    package init(selector: String? = nil, quiet: Duration = .milliseconds(500), hosts: [String] = [], steps: [RenderStep] = []) {
        (self.selector, self.quiet, self.hosts, self.steps) = (selector, quiet, hosts, steps)
    }
}

/// A page as a browser had it.
package struct RenderedPage: Sendable {
    /// After redirects, of the server's and of scripts.
    package let address: URL
    /// HTML in UTF-8.
    package let html: [UInt8]
    package let refusals: Refusals
    /// Why it may have no rows, as half a sentence: it asks for a log-in, or whether a person is there. nil: it does neither.
    package let obstacle: String?

    package init(address: URL, html: [UInt8], refusals: Refusals, obstacle: String? = nil) {
        (self.address, self.html, self.refusals, self.obstacle) = (address, html, refusals, obstacle)
    }
}

/// Where a browser leaves what a page looked like, also a page that couldn't be read.
package final class PagePicture: Sendable {
    private let held = Mutex<[UInt8]?>(nil)

    package init() {}

    /// WebP; nil if there is none.
    package var bytes: [UInt8]? { held.withLock { $0 } }

    package func keep(_ picture: [UInt8]) { held.withLock { $0 = picture } }
}

/// Why a browser didn't read a page.
public enum BrowserFault: String, Hashable, Sendable, Codable {
    /// No browser is installed.
    case absent
    /// The browser doesn't start, or not in its sandbox.
    case start
    /// The page wasn't ready in time.
    case late
    /// The page needed more memory than it may have.
    case memory
    /// The page isn't one, or has nothing of what it was waited for.
    case page
}

extension Fetcher {
    /// The answer is what the browser has; neither the cache nor validators apply.
    func openRendered(_ request: Request, _ order: RenderOrder) async throws -> OpenResponse {
        let shown = request.url.absoluteString
        guard let renderer = configuration.renderer else {
            throw FetchError(.browser(.absent), at: shown, "needs a browser, and none is installed; apt install chromium-headless-shell")
        }
        _ = try await addresses.check(WebAddress(shown).url, listedToo: request.reachesListed)
        let page = try await renderer.page(of: request, waitingFor: order, by: self)
        guard page.html.count <= request.bodyLimit else {
            throw FetchError(.tooLarge, at: shown, "has \(page.html.count) bytes; \(request.bodyLimit) are allowed")
        }
        var head = ResponseHead(
            url: page.address, status: 200, headers: [("content-type", "text/html; charset=utf-8")], expectedBytes: page.html.count)
        (head.refusals, head.obstacle) = (page.refusals, page.obstacle)
        let pieces = PiecesOfPage(page.html)
        return OpenResponse(head: head) { pieces.next() }
    }

    /// Carries out `work` when a request to the host may go, as all requests do.
    package func inLine<Result: Sendable>(_ request: Request, _ work: @Sendable () async throws -> Result) async throws -> Result {
        guard request.waitsInLine else { return try await work() }
        let ticket = try await line.enter(request.url, request.priority)
        defer { line.leave(ticket) }
        return try await work()
    }
}

extension FetchError {
    /// Why a browser didn't read the page at an address; `detail` is half a sentence, without secrets.
    package init(_ fault: BrowserFault, at url: URL, _ detail: String) {
        self.init(.browser(fault), at: url.absoluteString, detail)
    }

    /// The page's own server answered with an error.
    package init(status: Int, at url: URL, retryAfter: String?) {
        let pause = Pause(status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:], now: Date())
        self.init(.status(status), at: url.absoluteString, "answered \(status)", pause: pause)
    }

    /// The page took more than it may.
    package static func tooMuch(at url: URL, bytes: Int) -> FetchError {
        FetchError(.tooLarge, at: url.absoluteString, "loads more than the \(bytes) bytes that a page in a browser may")
    }

    /// The page couldn't be opened.
    package static func unopened(_ url: URL, _ detail: String) -> FetchError {
        FetchError(.unreachable, at: url.absoluteString, detail)
    }

    /// The same failure, where the page at `url` led to it.
    package func led(from url: URL) -> FetchError {
        guard self.url != Self.withoutSecrets(url.absoluteString) else { return self }
        return FetchError(.redirects, at: url.absoluteString, "redirects to \(self.url), which \(reason)", isUnlisted: isUnlisted)
    }

    /// Half a sentence about the address, which doesn't say whether a private host exists.
    package var reason: String {
        isUnlisted ? "does not exist, or is on a private network that is not listed under allow-hosts" : detail
    }
}
