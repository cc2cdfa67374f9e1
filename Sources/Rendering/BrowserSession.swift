import Fetching
import Foundation
import Operating
import Records

/// Sends commands to one browser and receives its events, on one thread. Throws at the deadline, if the page exceeds the limits of memory
/// or bytes, and if the job is cancelled. No page can prevent that.
final class BrowserSession {
    private static let (tick, look) = (Duration.milliseconds(100), Duration.milliseconds(250))
    /// In a page's text as JSON, each character may be six bytes.
    private static let messageFactor = 6

    private let process: BrowserProcess
    private let proxy: ForwardingProxy
    private let limits: BrowserLimits
    private let isCancelled: @Sendable () -> Bool
    let deadline: ContinuousClock.Instant
    private var nextLook = ContinuousClock.now
    private var lastCommand = 0
    private let decoder = JSONDecoder()
    /// Whether the next response may be a whole page.
    var takesPage = false
    /// Handles the page's events.
    var observe: (BrowserMessage.Event, _ method: String, _ session: String?) throws -> Void = { _, _, _ in }

    init(
        _ process: BrowserProcess, _ proxy: ForwardingProxy, _ limits: BrowserLimits, isCancelled: @Sendable @escaping () -> Bool
    ) {
        (self.process, self.proxy, self.limits, self.isCancelled) = (process, proxy, limits, isCancelled)
        deadline = .now + limits.time
    }

    /// Sends a command and waits for its response, until the page's deadline or a shorter `time`. Throws `BrowserFailure`.
    @discardableResult
    func call(
        _ method: String, _ parameters: JSONLine = JSONLine(), in session: String? = nil, within time: Duration? = nil
    ) throws -> BrowserMessage.Reply? {
        let id = try send(method, parameters, in: session)
        let end = min(time.map { ContinuousClock.now + $0 } ?? deadline, deadline)
        while true {
            guard let message = try next(by: end) else { throw BrowserFailure.late }
            guard message.id == id else { continue }
            if let error = message.error { throw BrowserFailure.misunderstood("\(method): \(error.message)") }
            return message.result
        }
    }

    /// Sends a command and ignores the content of its response.
    @discardableResult
    func send(_ method: String, _ parameters: JSONLine = JSONLine(), in session: String? = nil) throws -> Int {
        lastCommand += 1
        var line = JSONLine()
        line.add("id", lastCommand)
        line.add("method", method)
        line.add("params", parameters)
        if let session { line.add("sessionId", session) }
        try process.send(line.closed, by: deadline)
        return lastCommand
    }

    /// Handles events until then.
    func wait(until time: ContinuousClock.Instant) throws {
        while .now < time { _ = try next(by: min(time, deadline)) }
    }

    /// The next response; events go to `observe`. nil if none arrives by then.
    private func next(by time: ContinuousClock.Instant) throws -> BrowserMessage? {
        while true {
            try check()
            let limit = takesPage ? limits.html * Self.messageFactor : limits.message
            guard let bytes = try process.next(by: min(time, .now + Self.tick), atMost: limit) else {
                if .now >= time { return nil }
                continue
            }
            // A message that can't be decoded is an event of an unused kind.
            guard let message = try? decoder.decode(BrowserMessage.self, from: Data(bytes)) else { continue }
            if let method = message.method, let event = message.params { try observe(event, method, message.sessionId) }
            if message.id != nil { return message }
        }
    }

    /// Checks the conditions that end the page from outside.
    private func check() throws {
        if isCancelled() { throw CancellationError() }
        let now = ContinuousClock.now
        guard now < deadline else { throw BrowserFailure.late }
        if proxy.isSpent { throw BrowserFailure.spent }
        guard process.total <= limits.messages else { throw BrowserFailure.talkative }
        guard now >= nextLook else { return }
        nextLook = now + Self.look
        if ProcessGroup.memory(of: process.group) > limits.memory { throw BrowserFailure.memory }
    }
}
