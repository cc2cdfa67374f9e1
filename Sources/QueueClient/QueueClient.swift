import NIOCore
import NIOPosix

/// Follows the raw feed of a queue: a TCP connection on which every four bytes are the next available number, big-endian.
///
/// ```swift
/// for try await number in QueueClient(host: "queue.example", port: 7201).numbers() { print(number) }
/// ```
///
/// The client joins words that arrive in pieces. While nothing changes, the feed repeats its number, which the client doesn't pass on;
/// silence for longer than two such periods means that the connection is lost. `QueueClientError` says how it ended, and distinguishes
/// a failed attempt from a lost connection. With a `Reconnection`, the client tries again by itself. Thread-safe; each call of
/// `numbers()` opens its own connection.
public struct QueueClient: Sendable {
    /// How long to wait before another attempt: `first`, then twice as long each time up to `longest`, each wait up to a quarter shorter at
    /// random.
    public struct Reconnection: Hashable, Sendable {
        /// The wait before the second attempt.
        public var first: Duration
        /// The longest wait.
        public var longest: Duration

        /// By default from one second up to half a minute.
        public init(first: Duration = .seconds(1), longest: Duration = .seconds(30)) {
            self.first = first
            self.longest = longest
        }
    }

    /// The port of an installation's first queue.
    public static let defaultPort = 7201

    /// A host name or an address.
    public let host: String
    /// From 1 to 65535.
    public let port: Int
    /// How long an attempt may take.
    public var connectTimeout: Duration = .seconds(10)
    /// How long a silence may last before the connection counts as lost.
    public var silence: Duration = .seconds(35)
    /// When to reconnect; nil ends the numbers at the first error.
    public var reconnection: Reconnection?

    /// Makes a client without connecting.
    public init(host: String, port: Int = defaultPort, reconnection: Reconnection? = nil) {
        self.host = host
        self.port = port
        self.reconnection = reconnection
    }

    /// Parses `queue.example:7201`, `[::1]:7201`, or only a host; returns nil for anything else.
    public init?(_ address: String) {
        var (host, port) = (address[...], String(Self.defaultPort)[...])
        if address.hasPrefix("[") {
            guard let end = address.firstIndex(of: "]") else { return nil }
            host = address[address.index(after: address.startIndex)..<end]
            let rest = address[address.index(after: end)...]
            if !rest.isEmpty {
                guard rest.hasPrefix(":") else { return nil }
                port = rest.dropFirst()
            }
        } else if let colon = address.firstIndex(of: ":"), address[address.index(after: colon)...].contains(":") == false {
            (host, port) = (address[..<colon], address[address.index(after: colon)...])
        }
        guard !host.isEmpty, let number = Int(port), (1...65_535).contains(number) else { return nil }
        self.init(host: String(host), port: number)
    }

    /// The current number and each later one. A slow reader misses some in between, but never the newest. Connects when called, and closes
    /// the connection when the stream is no longer read.
    public func numbers() -> AsyncThrowingStream<Int32, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            // The stream owns this task.
            let task = Task {
                do {
                    try await follow { continuation.yield($0) }
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Follows one connection. Always ends by throwing.
    private func follow(_ hand: @Sendable (Int32) -> Void) async throws {
        var pause = reconnection?.first ?? .zero
        while true {
            do {
                try await Feed(self).read(hand)
            } catch let error as QueueClientError {
                guard let reconnection else { throw error }
                if error.wasConnected { pause = reconnection.first }
                try await Task.sleep(for: pause * Double.random(in: 0.75...1))
                pause = min(pause * 2, reconnection.longest)
            }
        }
    }
}

/// Why the numbers ended.
public struct QueueClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The first four are failed attempts, the others are lost connections.
    public enum Code: String, Hashable, Sendable {
        /// Nothing listens on that port.
        case refused
        /// The host name doesn't exist.
        case unknownHost
        /// No answer arrived in time.
        case timedOut
        /// No route leads to the host.
        case unreachable
        /// The feed closed the connection.
        case closed
        /// The connection ended in the middle of a number.
        case cut
        /// Nothing arrived for too long.
        case silent
        /// The network broke the connection.
        case broken
    }

    /// The kind of error.
    public let code: Code
    /// The same in words, with the address.
    public let description: String

    /// Whether a connection existed and was lost. Otherwise, the attempt to connect failed.
    public var wasConnected: Bool {
        switch code {
        case .refused, .unknownHost, .timedOut, .unreachable: false
        case .closed, .cut, .silent, .broken: true
        }
    }

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
