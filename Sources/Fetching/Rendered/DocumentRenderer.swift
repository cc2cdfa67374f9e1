package import Foundation
import NIOHTTP1

/// Opens a page in a browser, whose requests all go through a `ForwardingProxy`, and returns the page after its scripts have run.
package protocol DocumentRenderer: Sendable {
    /// Throws `FetchError`, and `CancellationError`.
    func page(of request: Request, waitingFor order: RenderOrder, by fetcher: Fetcher) async throws -> RenderedPage
}

/// A page as rendered by a browser.
package struct RenderedPage: Sendable {
    /// After redirects by the server or by scripts.
    package let address: URL
    /// The page's HTML in UTF-8.
    package let html: [UInt8]
    package let refusals: Refusals
    /// Why it may have no rows, as half a sentence: it requires a login, or checks for a human visitor. nil if neither applies.
    package let obstacle: String?

    package init(address: URL, html: [UInt8], refusals: Refusals, obstacle: String? = nil) {
        (self.address, self.html, self.refusals, self.obstacle) = (address, html, refusals, obstacle)
    }
}

extension FetchError {
    /// Why a browser couldn't read the page at an address; `detail` is half a sentence without secrets.
    package init(_ fault: BrowserFault, at url: URL, _ detail: String) {
        self.init(.browser(fault), at: url.absoluteString, detail)
    }

    /// The page's own server answered with an error.
    package init(status: Int, at url: URL, retryAfter: String?) {
        let pause = Pause(status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:], now: Date())
        self.init(.status(status), at: url.absoluteString, "answered \(status)", pause: pause)
    }

    /// The page exceeded its limit of bytes.
    package static func tooMuch(at url: URL, bytes: Int) -> FetchError {
        FetchError(.tooLarge, at: url.absoluteString, "loads more than the \(bytes) bytes that a page in a browser may")
    }

    /// The page couldn't be opened.
    package static func unopened(_ url: URL, _ detail: String) -> FetchError {
        FetchError(.unreachable, at: url.absoluteString, detail)
    }

    /// The same failure, if the page at `url` led to it.
    package func led(from url: URL) -> FetchError {
        guard self.url != Self.withoutSecrets(url.absoluteString) else { return self }
        return FetchError(.redirects, at: url.absoluteString, "redirects to \(self.url), which \(reason)", isUnlisted: isUnlisted)
    }

    /// Half a sentence about the address that doesn't reveal whether a private host exists.
    package var reason: String {
        isUnlisted ? "does not exist, or is on a private network that is not listed under allow-hosts" : detail
    }
}
