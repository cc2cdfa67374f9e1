import NIOCore
import NIOPosix

/// Follows the raw feed of a queue: a TCP connection on which every four bytes are the next available number, big-endian.
///
/// ```swift
/// for try await number in QueueClient(host: "queue.example", port: 7201).numbers() { print(number) }
/// ```
///
/// Words may come cut in any way. The feed repeats its number while nothing changes, and that is not handed on; silence for longer than two
/// such periods means that the connection is lost. How it ended is a `QueueClientError`, which tells an attempt that failed from a connection
/// that was lost. Given a `Reconnection`, it goes on by itself. Thread-safe; each call of `numbers()` is a connection of its own.
public struct QueueClient: Sendable {
    /// How long to wait before another attempt: `first`, then twice as long each time up to `longest`, each up to a quarter shorter at random.
    public struct Reconnection: Hashable, Sendable {
        /// Before the second attempt.
        public var first: Duration
        /// Never longer than that.
        public var longest: Duration

        /// From a second to half a minute, if nothing else is said.
        public init(first: Duration = .seconds(1), longest: Duration = .seconds(30)) {
            self.first = first
            self.longest = longest
        }
    }

    /// Of the first queue of an installation.
    public static let defaultPort = 7201

    /// A name or an address.
    public let host: String
    /// From 1 to 65535.
    public let port: Int
    /// How long an attempt may take.
    public var connectTimeout: Duration = .seconds(10)
    /// After how long a silence the connection counts as lost.
    public var silence: Duration = .seconds(35)
    /// nil: the numbers end with the first error.
    public var reconnection: Reconnection?

    /// Does not connect yet.
    public init(host: String, port: Int = defaultPort, reconnection: Reconnection? = nil) {
        self.host = host
        self.port = port
        self.reconnection = reconnection
    }

    /// `queue.example:7201`, `[::1]:7201`, or a host alone; nil: it is none of these.
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

    /// The number as it is, and each that follows; who reads slowly misses some in between and never the newest. Connects when it is called, and
    /// closes when nobody reads any more.
    public func numbers() -> AsyncThrowingStream<Int32, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            // Owned by the stream.
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

    /// Ends by throwing.
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
    /// The first four are attempts that failed, the others connections that were lost.
    public enum Code: String, Hashable, Sendable {
        /// Nobody listens there.
        case refused
        /// The name is nobody's.
        case unknownHost
        /// Nobody has answered in time.
        case timedOut
        /// There is no way there.
        case unreachable
        /// The feed has ended it.
        case closed
        /// It ended in the middle of a number.
        case cut
        /// Nothing was heard for too long.
        case silent
        /// The network has ended it.
        case broken
    }

    /// What happened.
    public let code: Code
    /// The same as half a sentence, with the address.
    public let description: String

    /// Whether there was a connection, and it was lost; else the attempt to make one failed.
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
