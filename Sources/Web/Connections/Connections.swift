import Dispatch
import Glibc
import Logging
import NIOCore
package import Operating
import Synchronization

/// The open HTTP connections, within their limits: `ConnectionBook` decides which are admitted, `ConnectionPace` how long each may take.
/// Thread-safe. [Decision 28](../../../Docs/Decisions/0028-what-one-address-may-take.md)
package final class Connections: Sendable {
    package struct Configuration: Sendable {
        /// The limit on open connections, and on those from one address (nil: none).
        package var limit: Int
        package var share: Int?
        /// Proxies carry many people's connections, so theirs aren't counted by address.
        package var proxies: TrustedProxies
        /// Descriptors from this number up are reserved for other uses.
        package var ceiling: Int32
        var pace = ConnectionPace.Limits()
        /// The limit on response bytes that clients haven't received yet, of all connections together.
        var held = 96 << 20

        package init(limit: Int = .max, share: Int? = nil, proxies: TrustedProxies = .nobody, ceiling: Int32 = .max) {
            self.limit = limit
            self.share = share
            self.proxies = proxies
            self.ceiling = ceiling
        }
    }

    private struct State {
        var book: ConnectionBook
        var held: HeldBytes
        var blocks: [ConnectionBook.Number: AddressBlock] = [:]
        var channels: [ConnectionBook.Number: any NIOCore.Channel] = [:]
        var lastWarning: ContinuousClock.Instant?
    }

    let configuration: Configuration
    private let state: Mutex<State>
    private let logger = Logger(label: "tidings.web")

    init(_ configuration: Configuration) {
        self.configuration = configuration
        state = Mutex(
            State(book: ConnectionBook(limit: configuration.limit, share: configuration.share), held: HeldBytes(limit: configuration.held)))
    }

    var count: Int { state.withLock { $0.book.count } }

    /// Returns the place of a newly accepted connection, held until it closes; nil: refused, and the refusal is still to be sent. Called on
    /// the channel's event loop.
    func admit(_ channel: any NIOCore.Channel) -> ConnectionBook.Number? {
        let address = channel.remoteAddress?.ipAddress.flatMap { InternetAddress($0) }
        let block = address.flatMap { configuration.proxies.trusts($0) ? nil : AddressBlock($0) }
        let descriptor = channel.descriptor
        let isTight = descriptor.map { $0 >= configuration.ceiling } ?? false
        let (number, evicted) = state.withLock { state -> (ConnectionBook.Number?, (any NIOCore.Channel)?) in
            guard case .admitted(let number, let gone) = state.book.admit(block, isTight: isTight) else { return (nil, nil) }
            state.channels[number] = channel
            state.blocks[number] = block
            return (number, gone.flatMap { state.channels.removeValue(forKey: $0) })
        }
        evicted?.close(promise: nil)
        guard let number else {
            if let descriptor { Self.refuse(descriptor) }
            warn(of: address)
            return nil
        }
        channel.closeFuture.whenComplete { [self] _ in
            let isBurstOver = state.withLock { state in
                state.book.remove(number)
                state.held.remove(number)
                (state.channels[number], state.blocks[number]) = (nil, nil)
                return state.held.isBurstOver()
            }
            if isBurstOver { releaseMemory() }
        }
        return number
    }

    func note(_ number: ConnectionBook.Number, isSilent: Bool) { state.withLock { $0.book.note(number, isSilent: isSilent) } }

    /// Records how many response bytes a connection holds in memory now.
    func note(_ number: ConnectionBook.Number, holds bytes: Int) {
        let (gone, isBurstOver) = state.withLock { state -> ((any NIOCore.Channel)?, Bool) in
            let gone = state.held.note(number, of: state.blocks[number], has: bytes)
            return (gone.flatMap { state.channels[$0] }, state.held.isBurstOver())
        }
        gone?.close(promise: nil)
        if isBurstOver { releaseMemory() }
    }

    /// Response bytes in memory.
    var held: Int { state.withLock { $0.held.sum } }

    private static let upkeep = DispatchQueue(label: "tidings.memory", qos: .utility)

    /// Waits a moment, until the closed connections' memory is freed.
    private func releaseMemory() { Self.upkeep.asyncAfter(deadline: .now() + .seconds(1)) { ProcessMemory.release() } }

    /// Sends what the kernel accepts at once, without a handler, a task or a wait.
    private static func refuse(_ descriptor: CInt) {
        let answer = Array(
            """
            HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\
            Content-Type: text/plain\r\nContent-Length: 43\r\n\r\n\
            Too many connections. Try again in a while.
            """.utf8)
        _ = send(descriptor, answer, answer.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        shutdown(descriptor, Int32(SHUT_WR))
        // Closing a socket with unread bytes would discard the response.
        var scratch = [UInt8](repeating: 0, count: 4096)
        _ = recv(descriptor, &scratch, scratch.count, Int32(MSG_DONTWAIT))
    }

    /// At most once a minute.
    private func warn(of address: InternetAddress?) {
        let isDue = state.withLock { state in
            guard state.lastWarning.map({ $0.duration(to: .now) >= .seconds(60) }) ?? true else { return false }
            state.lastWarning = .now
            return true
        }
        guard isDue else { return }
        logger.warning(
            "a connection is refused: the limit of connections (connection-limit), or that for its address (address-limit), is reached",
            metadata: ["client": "\(address?.description ?? "-")"])
    }
}

extension NIOCore.Channel {
    /// nil for a channel without a system socket, as in a test. On the event loop.
    package var descriptor: CInt? {
        try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
    }
}
