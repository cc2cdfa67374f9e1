import Foundation
import Glibc
import Operating
import Synchronization

/// A running browser and its debugging pipe: JSON with a zero byte after each message. Used by one thread.
///
/// The kernel restricts it to the proxy's port, and it is killed with us however we end (`FencedThread`, setpriv(1)); the end of the pipe
/// also ends it.
final class BrowserProcess {
    private let child: ChildProcess
    private let thread: FencedThread
    private let folder: BrowserFolder
    private let complaints: URL
    private var received: [UInt8] = []
    /// The length of the prefix of `received` without a zero byte.
    private var searched = 0
    private var isEnded = false
    /// Total bytes of all messages.
    private(set) var total = 0

    var group: Int32 { child.id }

    /// Throws `BrowserFailure`.
    init(_ program: BrowserProgram, port: Int, _ limits: BrowserLimits) throws {
        do { folder = try BrowserFolder() } catch {
            throw BrowserFailure.unstarted("no temporary folder can be made: \(error.localizedDescription)")
        }
        complaints = folder.url.appendingPathComponent("complaints")
        let errors = open(complaints.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if errors >= 0 { close(errors) } }
        let command = program.command(profile: folder.url, port: port, limits)
        let environment = BrowserProgram.environment(profile: folder.url)
        let started = Mutex(Result<ChildProcess, BrowserFailure>.failure(.unstarted("it isn’t started")))
        do {
            thread = try FencedThread(.allButPort(UInt16(clamping: port))) { isFenced in
                guard isFenced else {
                    return started.withLock { $0 = .failure(.unstarted("this kernel doesn’t keep it from networks (seccomp)")) }
                }
                let child = Result { () throws(ChildProcess.StartError) in
                    try ChildProcess(
                        command[0], Array(command.dropFirst()), environment: environment, input: .pipe, output: .pipe,
                        complaints: errors >= 0 ? .descriptor(errors) : .nothing, inGroupOfItsOwn: true, fence: nil)
                }
                started.withLock { $0 = child.mapError { BrowserFailure.unstarted("\($0)") } }
            }
        } catch {
            folder.remove()
            throw BrowserFailure.unstarted("\(error)")
        }
        do { child = try started.withLock { try $0.get() } } catch {
            thread.end()
            folder.remove()
            throw error
        }
    }

    /// Kills it with all its processes, and removes its profile.
    func end() {
        guard !isEnded else { return }
        isEnded = true
        for descriptor in [child.input, child.output] { if let descriptor { close(descriptor) } }
        child.endGroup()
        // Until then the thread's end would kill it.
        thread.end()
        folder.remove()
    }

    /// Throws `BrowserFailure.ended` if it doesn't accept the message by then.
    func send(_ message: String, by deadline: ContinuousClock.Instant) throws {
        guard let input = child.input else { return }
        let bytes = Array(message.utf8) + [0]
        var sent = 0
        while sent < bytes.count {
            guard input.isReady(for: Int32(POLLOUT), by: deadline) else { throw BrowserFailure.late }
            // A pipe that is ready accepts PIPE_BUF bytes at once.
            let count = bytes[sent...].prefix(4096).withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN { continue }
                throw BrowserFailure.ended(lastWords)
            }
            sent += count
        }
    }

    /// The next message; nil if none arrives by then. Throws `BrowserFailure` if it has ended, or exceeds the limit.
    func next(by deadline: ContinuousClock.Instant, atMost limit: Int) throws -> [UInt8]? {
        while true {
            if let end = received[searched...].firstIndex(of: 0) {
                let message = Array(received[..<end])
                received.removeSubrange(...end)
                searched = 0
                return message
            }
            searched = received.count
            guard received.count <= limit else { throw BrowserFailure.talkative }
            guard let output = child.output, output.isReady(for: Int32(POLLIN), by: deadline) else { return nil }
            var buffer = [UInt8](repeating: 0, count: 128 << 10)
            let count = read(output, &buffer, buffer.count)
            if count == 0 { throw BrowserFailure.ended(lastWords) }
            total += max(0, count)
            if count > 0 { received += buffer[..<count] } else if errno != EINTR, errno != EAGAIN { throw BrowserFailure.ended(lastWords) }
        }
    }

    /// Its last output on standard error.
    private var lastWords: String {
        let text = FileManager.default.contents(atPath: complaints.path).map { String(decoding: $0.suffix(2000), as: UTF8.self) } ?? ""
        let lines = text.split(separator: "\n").filter { !$0.contains("dbus") }
        return lines.last { $0.contains("sandbox") || $0.contains("namespace") }.map(String.init) ?? lines.last.map(String.init) ?? ""
    }
}

/// Why a page couldn't be read, from the browser's point of view.
enum BrowserFailure: Error, Hashable {
    /// The browser couldn't be started; the reason, as half a sentence.
    case unstarted(String)
    /// The browser ended by itself; its last error output.
    case ended(String)
    case late
    case memory
    /// The page's process ended: nearly always because it ran out of memory.
    case crashed
    /// The page exceeds the limit; its number of characters.
    case tooLarge(Int)
    /// The page caused too many messages from the browser.
    case talkative
    /// The proxy's limit of bytes is used up.
    case spent
    /// The browser's code for why the page can't be opened, like `net::ERR_CERT_DATE_INVALID`.
    case unopened(String)
    case status(Int, retryAfter: String?)
    /// The response isn't a page.
    case download
    /// The selector is invalid; the reason.
    case badSelector(String)
    /// The selector matches nothing on the page. Describes the page in half a sentence.
    case missing(String)
    /// A step before the page is read failed. Describes the step and the page in half a sentence.
    case step(String)
    /// The browser rejected a command.
    case misunderstood(String)

    /// Whether a page remains that can be shown to people.
    var leavesPage: Bool {
        switch self {
        case .status, .badSelector, .missing, .step: true
        default: false
        }
    }
}
