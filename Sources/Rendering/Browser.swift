import Dispatch
package import Fetching
import Foundation
import Operating
import Synchronization

/// Opens pages in Chromium: one at a time, each in a separate browser that is started for it and then killed, with its profile.
///
/// All of the browser's traffic goes through a `ForwardingProxy`. Everything is limited (`BrowserLimits`). A faulty page ends only its own
/// browser.
package final class Browser: DocumentRenderer {
    private static let threads = DispatchQueue(label: "tidings.browser", qos: .userInitiated, attributes: .concurrent)

    private let program: BrowserProgram
    private let limits: BrowserLimits
    private let network: ForwardingProxy.Limits
    private let userAgent: String
    private let semaphore: FairSemaphore

    /// `userAgent` is appended to the browser's own.
    package init(
        _ program: BrowserProgram, userAgent: String, limits: BrowserLimits = BrowserLimits(),
        network: ForwardingProxy.Limits = ForwardingProxy.Limits()
    ) {
        (self.program, self.limits, self.network, self.userAgent) = (program, limits, network, userAgent)
        semaphore = FairSemaphore(.init(width: 1, own: limits.waiting, waiting: limits.waiting))
    }

    /// The browser installed on this machine.
    package static func installed(userAgent: String) -> Browser? {
        BrowserProgram.installed().map { Browser($0, userAgent: userAgent) }
    }

    package func page(of request: Request, waitingFor order: RenderOrder, by fetcher: Fetcher) async throws -> RenderedPage {
        do {
            return try await semaphore.run(for: request.url.host ?? "") { [self] in
                try await fetcher.inLine(request) { [self] in try await opened(request, order, fetcher) }
            }
        } catch is FairSemaphore.Refused {
            throw FetchError(.late, at: request.url, "is not opened now: \(limits.waiting) other pages wait for the browser")
        }
    }

    /// Starts a browser to test it: its name and version. Throws `FetchError`.
    package func version(by fetcher: Fetcher) async throws -> String {
        let nowhere = URL(fileURLWithPath: program.file.path)
        guard let url = URL(string: "https://localhost/") else { return "" }
        let proxy = try ForwardingProxy(for: Request(url: url), naming: [], by: fetcher)
        do {
            return try await proxy.serving { [self] port in
                try await apart(port, proxy, limits) { session in try session.call("Browser.getVersion")?.product ?? "" }
            }
        } catch let failure as BrowserFailure {
            throw failure.error(at: nowhere, Refusals(), limits, network)
        }
    }

    private func opened(_ request: Request, _ order: RenderOrder, _ fetcher: Fetcher) async throws -> RenderedPage {
        let proxy = try ForwardingProxy(for: request, naming: order.hosts, limits: network, by: fetcher)
        let refusals = Mutex(Refusals())
        var limits = self.limits
        if !order.steps.isEmpty { limits.time += limits.stepTime }
        func all() -> Refusals {
            var all = proxy.refusals
            all.add(refusals.withLock { $0 })
            return all.hiding(order.repeatsSecret)
        }
        do {
            let taken = try await proxy.serving { [self, limits] port in
                try await apart(port, proxy, limits) { [self] session in
                    let run = PageRun(request, order, session, proxy, userAgent: userAgent, limits)
                    defer {
                        refusals.withLock { $0 = run.refusals }
                        if let picture = run.picture { request.picture?.keep(picture) }
                    }
                    return try run.run()
                }
            }
            return RenderedPage(address: taken.address, html: Array(taken.html.utf8), refusals: all(), obstacle: taken.obstacle)
        } catch let failure as BrowserFailure {
            throw failure.error(at: request.url, all(), limits, network)
        }
    }

    /// Runs `work` with a new browser, on a thread that may block.
    private func apart<Result: Sendable>(
        _ port: Int, _ proxy: ForwardingProxy, _ limits: BrowserLimits, _ work: @escaping @Sendable (BrowserSession) throws -> Result
    ) async throws -> Result {
        let cancelled = Atomic(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Result, any Error>) in
                Self.threads.async { [program] in
                    continuation.resume(
                        with: Swift.Result {
                            let process = try BrowserProcess(program, port: port, limits)
                            defer { process.end() }
                            return try work(
                                BrowserSession(process, proxy, limits) { cancelled.load(ordering: .relaxed) })
                        })
                }
            }
        } onCancel: {
            cancelled.store(true, ordering: .relaxed)
        }
    }
}

extension BrowserFailure {
    /// The error as a fetch reports it, with the page's rejected requests.
    func error(at url: URL, _ refusals: Refusals, _ limits: BrowserLimits, _ network: ForwardingProxy.Limits) -> FetchError {
        let told = refusals.words.map { "; it was refused \($0)" } ?? ""
        let megabytes = limits.memory >> 20
        switch self {
        case .unstarted(let why): return FetchError(.start, at: url, "can’t be opened in the browser: \(why)")
        case .ended(let words): return FetchError(.start, at: url, "can’t be opened: the browser ended\(Self.cause(of: words))")
        case .late: return FetchError(.late, at: url, "wasn’t ready in the browser within \(limits.time)\(told)")
        case .memory, .crashed:
            return FetchError(.memory, at: url, "needs more than the \(megabytes) MB that a page in the browser may have\(told)")
        case .tooLarge(let count): return FetchError(.page, at: url, "has \(count) characters in the browser; \(limits.html) are allowed")
        case .talkative: return FetchError(.page, at: url, "logs or sends more in the browser than Tidings takes\(told)")
        case .spent: return FetchError.tooMuch(at: url, bytes: network.bytes)
        case .unopened(let word): return FetchError.unopened(url, "the browser can’t open it (\(word))\(told)")
        case .status(let status, let pause): return FetchError(status: status, at: url, retryAfter: pause)
        case .download: return FetchError(.page, at: url, "isn't a page that a browser can show; read it without render")
        case .badSelector(let why): return FetchError(.page, at: url, "can’t be waited for: \(why)")
        case .missing(let what):
            return FetchError(.page, at: url, "shows nothing of what was waited for within \(limits.settling); \(what)\(told)")
        case .step(let what): return FetchError(.page, at: url, "\(what)\(told)")
        case .misunderstood(let what): return FetchError(.start, at: url, "can’t be opened: this browser doesn’t do \(what)")
        }
    }

    private static func cause(of words: String) -> String {
        if words.contains("sandbox") || words.contains("namespace") {
            return "; it needs user namespaces for its sandbox, which this machine or container doesn’t allow"
        }
        return words.isEmpty ? "" : " (\(words.suffix(200)))"
    }
}
