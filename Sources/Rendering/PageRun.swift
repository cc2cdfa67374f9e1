import Fetching
import Foundation
import Records

/// One page: opened in a new browser, waited for, and read.
final class PageRun {
    /// Kinds of requests that don't contribute to rows.
    private static let idle: Set<String> = [
        "CSPViolationReport", "Font", "Image", "Manifest", "Media", "Ping", "Prefetch", "TextTrack",
    ]
    static let pause = Duration.milliseconds(200)
    /// Pages with a login form often respond with one of these.
    private static let unauthorized: Set<Int> = [401, 403, 422]

    let session: BrowserSession
    let proxy: ForwardingProxy
    let order: RenderOrder
    let request: Request
    private let userAgent: String
    let limits: BrowserLimits
    private let binding = "tidings" + String(UInt64.random(in: 0...UInt64.max), radix: 36)

    private(set) var refusals = Refusals()
    private var requests = 0
    /// The target, whose id is also that of its main frame.
    private var target = ""
    private(set) var page: String?
    /// The address of the last request for the page's document.
    private(set) var address: URL
    /// The address of the displayed document.
    private(set) var shown: String?
    private var answer: BrowserMessage.Response?
    /// The isolated world in which our scripts access the page's tree but not its scripts; nil after the page has navigated.
    private var world: Int?
    var readiness: PageReadiness
    /// The current step, for its failure.
    var step: (number: Int, what: String)?
    /// The screenshot of the page; nil if it isn't requested, or would show a secret.
    private(set) var picture: [UInt8]?

    /// `userAgent` is appended to the browser's own.
    init(
        _ request: Request, _ order: RenderOrder, _ session: BrowserSession, _ proxy: ForwardingProxy, userAgent: String,
        _ limits: BrowserLimits
    ) {
        (self.request, self.order, self.session, self.proxy) = (request, order, session, proxy)
        (self.userAgent, self.limits, address) = (userAgent, limits, request.url)
        readiness = PageReadiness(quiet: order.quiet, requestTimeout: limits.requestTimeout, at: .now)
    }

    /// The page as read.
    struct Taken: Sendable {
        let address: URL
        let html: String
        /// Why it may have no rows, as half a sentence.
        let obstacle: String?
    }

    /// Throws `BrowserFailure`, and `FetchError` if a host can't be reached.
    func run() throws -> Taken {
        session.observe = { [unowned self] in try observe($0, $1, $2) }
        try begin()
        do {
            try carryOutSteps()
            if order.steps.isEmpty || order.beginsElsewhere { try open(request.url) }
            try waitUntilReady()
            try checkLogin()
            let read = try taken()
            picture = try pictured()
            return read
        } catch let failure as BrowserFailure where failure.leavesPage {
            // The screenshot shows people the actual page, such as a captcha.
            picture = try pictured()
            throw failure
        }
    }

    private func taken() throws -> Taken {
        try hideSecrets(from: RenderOrder.shownLength)
        session.takesPage = true
        let html = try evaluated(PageScripts.take(atMost: limits.html))
        session.takesPage = false
        if let length = html.first == "!" ? Int(html.dropFirst()) : nil { throw BrowserFailure.tooLarge(length) }
        let written = try evaluated("document.URL")
        guard let final = URL(string: written), ["http", "https"].contains(final.scheme) else { throw BrowserFailure.download }
        return Taken(address: withoutSecrets(final), html: withoutSecrets(html), obstacle: try obstacle())
    }

    // MARK: Progress

    private func begin() throws {
        let version = try session.call("Browser.getVersion")
        var parameters = JSONLine()
        let context = try session.call("Target.createBrowserContext")?.browserContextId ?? ""
        parameters.add("url", "about:blank")
        parameters.add("browserContextId", context)
        target = try session.call("Target.createTarget", parameters)?.targetId ?? ""
        parameters = JSONLine()
        parameters.add("targetId", target)
        parameters.add("flatten", true)
        page = try session.call("Target.attachToTarget", parameters)?.sessionId
        // Before any request: frames, workers and popups are paused until they are resumed.
        var attach = JSONLine()
        attach.add("autoAttach", true)
        attach.add("waitForDebuggerOnStart", true)
        attach.add("flatten", true)
        try session.call("Target.setAutoAttach", attach)
        try session.call("Target.setAutoAttach", attach, in: page)
        try session.call("Page.enable", in: page)
        try session.call("Inspector.enable", in: page)
        try session.call("Network.enable", in: page)
        try session.call("Fetch.enable", Self.interception, in: page)
        var bypass = JSONLine()
        bypass.add("bypass", true)
        try session.call("Network.setBypassServiceWorker", bypass, in: page)
        var agent = JSONLine()
        let own = version?.userAgent?.replacingOccurrences(of: "Headless", with: "") ?? ""
        agent.add("userAgent", "\(own) \(userAgent)")
        try session.call("Network.setUserAgentOverride", agent, in: page)
        var downloads = JSONLine()
        downloads.add("behavior", "deny")
        downloads.add("browserContextId", context)
        try session.call("Browser.setDownloadBehavior", downloads)
        var name = JSONLine()
        name.add("name", binding)
        try session.call("Runtime.enable", in: page)
        try session.call("Runtime.addBinding", name, in: page)
        var script = JSONLine()
        script.add("source", PageScripts.refusing(through: binding))
        try session.call("Page.addScriptToEvaluateOnNewDocument", script, in: page)
    }

    private static let interception: JSONLine = {
        var parameters = JSONLine()
        parameters.add("handleAuthRequests", true)
        parameters.add("patterns", json: #"[{"urlPattern":"*"}]"#)
        return parameters
    }()

    func open(_ url: URL) throws {
        var parameters = JSONLine()
        parameters.add("url", url.absoluteString)
        let reply = try session.call("Page.navigate", parameters, in: page)
        if reply?.isDownload == true { throw BrowserFailure.download }
        guard let error = reply?.errorText, !error.isEmpty else { return }
        if let failure = proxy.failure(at: address) { throw unreached(failure) }
        if step != nil { throw failed("the browser can’t open it (\(error))", showing: false) }
        throw error == "net::ERR_ABORTED" ? BrowserFailure.download : BrowserFailure.unopened(error)
    }

    /// The failure of a host to which the page or a step led.
    private func unreached(_ failure: FetchError) -> any Error {
        guard step != nil else { return failure.led(from: request.url) }
        return failed("it leads to \(failure.url), which \(failure.reason)", showing: false)
    }

    private func waitUntilReady() throws {
        let settled = min(.now + limits.settling, session.deadline)
        readiness = PageReadiness(quiet: order.quiet, requestTimeout: limits.requestTimeout, at: .now)
        while true {
            try checkAnswer()
            let seen = try looked(for: order.selector)
            if let first = seen.first, first.hasPrefix("!") {
                throw BrowserFailure.badSelector(seen.joined(separator: " ").dropFirst().description)
            }
            if seen.count == 3 {
                // With a selector, its match suffices; without one, quiet decides.
                if order.selector != nil, seen[2] == "yes" { return }
                if order.selector == nil, readiness.isReady(at: .now) { return }
            }
            guard .now < settled else {
                if order.selector != nil { throw BrowserFailure.missing(words(of: try glanced())) }
                return
            }
            try session.wait(until: .now + Self.pause)
        }
    }

    /// The state of the page, recorded for `readiness`: the output of `PageScripts.look`, in three parts.
    func looked(for selector: String?) throws -> [Substring] {
        let seen = try evaluated(PageScripts.look(for: selector)).split(separator: " ", maxSplits: 2)
        if seen.count == 3 { readiness.saw(elements: Int(seen[1]) ?? 0, isLoaded: seen[0] == "complete", at: .now) }
        return seen
    }

    /// Throws an error of the server, or of the proxy on its behalf.
    func checkAnswer() throws {
        guard let answer, answer.status >= 400 else { return }
        if let failure = proxy.failure(at: address) { throw unreached(failure) }
        // On such a page, the failure of the step is more informative.
        if !order.steps.isEmpty, Self.unauthorized.contains(answer.status) { return }
        // These statuses request a pause, which applies to the host.
        if step != nil, ![429, 503].contains(answer.status) {
            throw failed("\(FetchError.withoutSecrets(answer.url)) answered \(answer.status)")
        }
        throw BrowserFailure.status(answer.status, retryAfter: answer.headers?.first { $0.key.lowercased() == "retry-after" }?.value)
    }

    /// The text that one of our scripts returns.
    func evaluated(_ expression: String) throws -> String {
        try answered("Runtime.evaluate") { parameters, world in
            parameters.add("expression", expression)
            parameters.add("contextId", world)
        }
    }

    /// The text that one of our functions returns; `arguments` are JSON.
    func called(_ function: String, _ arguments: [String] = []) throws -> String {
        let written = arguments.map { "{\"value\":\($0)}" }.joined(separator: ",")
        return try answered("Runtime.callFunctionOn") { parameters, world in
            parameters.add("functionDeclaration", function)
            parameters.add("executionContextId", world)
            parameters.add("arguments", json: "[\(written)]")
        }
    }

    /// If the page navigates meanwhile, the command is repeated.
    private func answered(_ method: String, _ fill: (inout JSONLine, _ world: Int) -> Void) throws -> String {
        while true {
            do {
                var parameters = JSONLine()
                fill(&parameters, try currentWorld())
                parameters.add("returnByValue", true)
                let reply = try session.call(method, parameters, in: page)
                if let text = reply?.result?.value { return text }
                throw BrowserFailure.misunderstood("\(method): \(reply?.exceptionDetails?.text ?? "no text")")
            } catch let failure as BrowserFailure {
                guard case .misunderstood = failure else { throw failure }
                world = nil
                try session.wait(until: .now + Self.pause)
            }
        }
    }

    private func currentWorld() throws -> Int {
        if let world { return world }
        var parameters = JSONLine()
        parameters.add("frameId", target)
        parameters.add("worldName", "tidings")
        guard let made = try session.call("Page.createIsolatedWorld", parameters, in: page)?.executionContextId else {
            throw BrowserFailure.misunderstood("Page.createIsolatedWorld")
        }
        world = made
        return made
    }

    // MARK: Events

    private func observe(_ event: BrowserMessage.Event, _ method: String, _ session: String?) throws {
        switch method {
        case "Fetch.requestPaused": try decide(event, session)
        case "Fetch.authRequired": try authenticate(event, session)
        case "Network.requestWillBeSent": record(event)
        case "Network.responseReceived" where event.type == "Document" && event.frameId == target: answer = event.response
        case "Network.loadingFinished", "Network.loadingFailed": event.requestId.map { readiness.ended($0, at: .now) }
        case "Network.webSocketCreated": refusals.note("WebSocket \(event.url ?? "")")
        case "Network.webTransportCreated": refusals.note("WebTransport \(event.url ?? "")")
        case "Page.frameNavigated" where event.frame?.id == target: (world, shown) = (nil, event.frame?.url)
        case "Page.javascriptDialogOpening": try dismiss(session)
        case "Page.downloadWillBegin": refusals.note("download \(event.url ?? "")")
        case "Target.attachedToTarget": try attached(event)
        case "Runtime.bindingCalled" where event.name == binding: refusals.note(event.payload ?? "")
        case "Inspector.targetCrashed", "Target.targetCrashed": throw BrowserFailure.crashed
        default: break
        }
    }

    private func record(_ event: BrowserMessage.Event) {
        // A stream of events stays open until the page is closed.
        if let id = event.requestId, event.type != "EventSource" { readiness.began(id, at: .now) }
        if event.type == "Document", event.frameId == target, let url = event.request.flatMap({ URL(string: $0.url) }) {
            (address, answer) = (url, nil)
        }
    }

    /// The second line of defence: kinds and counts of requests, which a proxy can't see inside a tunnel.
    private func decide(_ event: BrowserMessage.Event, _ session: String?) throws {
        guard let id = event.requestId, let asked = event.request else { return }
        var parameters = JSONLine()
        parameters.add("requestId", id)
        let isWeb = asked.url.hasPrefix("http://") || asked.url.hasPrefix("https://")
        if Self.idle.contains(event.resourceType ?? "") || !isWeb || requests >= limits.requests {
            if isWeb, requests >= limits.requests { refusals.note("more than \(limits.requests) requests") }
            parameters.add("errorReason", "BlockedByClient")
            try self.session.send("Fetch.failRequest", parameters, in: session)
            return
        }
        requests += 1
        if !request.headers.isEmpty {
            // A redirect to another origin would include the board's headers.
            let own = Set(request.headers.map { $0.name.lowercased() })
            var headers = (asked.headers ?? [:]).filter { !own.contains($0.key.lowercased()) }
            if proxy.isSameOrigin(asked.url) {
                for (name, value) in request.headers { headers[name] = value }
            }
            parameters.add(
                "headers",
                headers.sorted { $0.key < $1.key }.map { name, value in
                    var header = JSONLine()
                    header.add("name", name)
                    header.add("value", value)
                    return header
                })
        }
        try self.session.send("Fetch.continueRequest", parameters, in: session)
    }

    /// The browser authenticates to the proxy with its password; a server that requests one gets none.
    private func authenticate(_ event: BrowserMessage.Event, _ session: String?) throws {
        var response = JSONLine()
        if event.authChallenge?.source == "Proxy" {
            response.add("response", "ProvideCredentials")
            response.add("username", ForwardingProxy.user)
            response.add("password", proxy.password)
        } else {
            response.add("response", "CancelAuth")
        }
        var parameters = JSONLine()
        parameters.add("requestId", event.requestId)
        parameters.add("authChallengeResponse", response)
        try self.session.send("Fetch.continueWithAuth", parameters, in: session)
    }

    private func dismiss(_ session: String?) throws {
        var parameters = JSONLine()
        parameters.add("accept", false)
        try self.session.send("Page.handleJavaScriptDialog", parameters, in: session)
    }

    /// Frames and workers continue, under the same rules; anything that would outlive the page doesn't start.
    private func attached(_ event: BrowserMessage.Event) throws {
        guard let other = event.targetInfo, other.targetId != target, let child = event.sessionId else { return }
        // The browser's own windows stay paused.
        guard !other.url.hasPrefix("chrome:") else { return }
        switch other.type {
        case "iframe", "worker":
            try session.send("Network.enable", in: child)
            try session.send("Fetch.enable", Self.interception, in: child)
            try session.send("Runtime.runIfWaitingForDebugger", in: child)
        default:
            refusals.note("\(other.type.replacingOccurrences(of: "_", with: " ")) \(other.url)")
            var parameters = JSONLine()
            parameters.add("targetId", other.targetId)
            try session.send("Target.closeTarget", parameters)
        }
    }
}
