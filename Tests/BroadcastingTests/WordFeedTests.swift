import Foundation
import Operating
import TestSupport
import Testing

@testable import Broadcasting

@Suite("The raw feed")
struct WordFeedTests {
    @Test("a client is told the number when it connects, and every change")
    func changes() async throws {
        try await withBroadcaster { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 41)
            let (first, second) = (try Listener(port: feed.port), try Listener(port: feed.port))
            #expect(try await first.words(1) == [41])
            #expect(try await second.words(1) == [41])
            for number in Int32(42)...44 {
                feed.publish(number)
                #expect(try await first.words(1) == [number])
                #expect(try await second.words(1) == [number])
            }
            let another = try Listener(port: feed.port)
            #expect(try await another.words(1) == [44])
            try await eventually("it is counted") { broadcaster.wordFigures.delivered == 9 }
        }
    }

    @Test("the largest number is four bytes like any other")
    func largest() async throws {
        try await withBroadcaster { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: .max)
            let bytes = try await Listener(port: feed.port).bytes("a word has come") { $0.count >= 4 }
            #expect(bytes == [0x7F, 0xFF, 0xFF, 0xFF])
        }
    }

    @Test("the same number again breaks a silence")
    func heartbeat() async throws {
        try await withBroadcaster(heartbeat: .milliseconds(20)) { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 7)
            let another = try Listener(port: feed.port)
            #expect(try await Set(another.words(4)) == [7])
        }
    }

    /// Publishes until a client that reads nothing is affected, and returns the last number.
    private func flood(
        _ feed: WordFeed, _ broadcaster: Broadcaster, beside reader: Listener, until isEnough: (BroadcastFigures) -> Bool
    ) async throws -> Int32 {
        var number: Int32 = 0
        while !isEnough(broadcaster.wordFigures) {
            number += 1
            feed.publish(number)
            // One by one, so that values are skipped only for lack of space.
            _ = try await reader.words(1)
            guard number < 100_000 else { throw Listener.Closed() }
        }
        return number
    }

    @Test("who reads nothing is sent whole words and the newest once they read again; who reads misses nothing", .timeLimit(.minutes(30)))
    func behind() async throws {
        try await withBroadcaster { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 0)
            let reader = try Listener(port: feed.port)
            _ = try await reader.words(1)
            let deaf = try Listener(port: feed.port, buffer: 2048)
            let last = try await flood(feed, broadcaster, beside: reader) { $0.coalesced > 0 }
            let bytes = try await deaf.bytes("the newest has come") { Listener.words($0).last == last }
            let words = Listener.words(bytes)
            #expect(bytes.count % 4 == 0)
            #expect(words == words.sorted())
            // The first was 0.
            #expect(words.count <= Int(last))
        }
    }

    @Test("who takes nothing for too long is cut, and nobody else", .timeLimit(.minutes(30)))
    func cut() async throws {
        try await withBroadcaster(stallTimeout: .milliseconds(100)) { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 0)
            let reader = try Listener(port: feed.port)
            _ = try await reader.words(1)
            let deaf = try Listener(port: feed.port, buffer: 2048)
            let last = try await flood(feed, broadcaster, beside: reader) { $0.cut == 1 }
            try await deaf.untilClosed()
            feed.publish(last + 1)
            #expect(try await reader.words(1) == [last + 1])
            #expect(broadcaster.wordFigures.subscribers == 1)
        }
    }

    @Test("what a client sends means nothing")
    func ignored() async throws {
        try await withBroadcaster { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 1)
            let client = try Listener(port: feed.port)
            client.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
            #expect(try await client.words(1) == [1])
            feed.publish(2)
            #expect(try await client.words(1) == [2])
        }
    }

    @Test("a client that sends and sends is cut")
    func talker() async throws {
        try await withBroadcaster { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 1)
            let client = try Listener(port: feed.port)
            client.send([UInt8](repeating: 0, count: 40_000))
            try await client.untilClosed()
            try await eventually("it is counted") { broadcaster.wordFigures.cut == 1 }
        }
    }

    @Test("a client that has closed its own side alone is told on")
    func halfClosed() async throws {
        try await withBroadcaster { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 1)
            let client = try Listener(port: feed.port)
            client.endSending()
            #expect(try await client.words(1) == [1])
            feed.publish(2)
            #expect(try await client.words(1) == [2])
        }
    }

    @Test("clients that leave are forgotten, in whatever order")
    func leaving() async throws {
        try await withBroadcaster { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 1)
            var clients = try (0..<20).map { _ in try Listener(port: feed.port) }
            for client in clients { _ = try await client.words(1) }
            clients = clients.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
            // A disconnected client is detected at the next word.
            var number: Int32 = 1
            try await eventually("those who left are forgotten") {
                number += 1
                feed.publish(number)
                return broadcaster.wordFigures.subscribers == clients.count
            }
            feed.publish(1000)
            for client in clients {
                _ = try await client.bytes("the newest has come") { Listener.words($0).last == 1000 }
            }
        }
    }

    @Test("when as many follow as may, others are turned away until one leaves")
    func limit() async throws {
        try await withBroadcaster(limit: 2) { broadcaster in
            let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 5)
            let first = try Listener(port: feed.port)
            _ = try await first.words(1)
            do {
                let second = try Listener(port: feed.port)
                _ = try await second.words(1)
                let another = try Listener(port: feed.port)
                #expect(try await another.untilClosed() == [])
                try await eventually("it is counted") { broadcaster.wordFigures.refused == 1 }
                _ = second
            }
            var number: Int32 = 5
            try await eventually("there is room again") {
                number += 1
                feed.publish(number)
                return broadcaster.wordFigures.subscribers == 1
            }
            let another = try Listener(port: feed.port)
            #expect(try await another.words(1).count >= 1)
        }
    }

    @Test("one address gets its share of the places, and a proxy's connections are nobody's")
    func share() async throws {
        for (proxies, share) in [(TrustedProxies.nobody, 2), (.local, 5)] {
            try await withBroadcaster(share: 2, proxies: proxies) { broadcaster in
                let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 5)
                var clients: [Listener] = []
                for _ in 1...share {
                    let client = try Listener(port: feed.port)
                    _ = try await client.words(1)
                    clients.append(client)
                }
                guard proxies.trusts(InternetAddress("127.0.0.1")!) else {
                    let another = try Listener(port: feed.port)
                    #expect(try await another.untilClosed() == [])
                    // A client from another address is admitted.
                    let events = broadcaster.events(epoch: "e", sequence: 0, state: "state")
                    #expect(events.isFull(for: InternetAddress("127.0.0.1")))
                    #expect(!events.isFull(for: InternetAddress("127.0.0.2")))
                    clients.removeLast()
                    var number: Int32 = 5
                    try await eventually("there is room again") {
                        number += 1
                        feed.publish(number)
                        return !events.isFull(for: InternetAddress("127.0.0.1"))
                    }
                    return
                }
                withExtendedLifetime(clients) {}
            }
        }
    }

    @Test("its end closes every connection")
    func end() async throws {
        let broadcaster = try Broadcaster(.init(limit: 10))
        // A separate address, because elsewhere another process may take the port as soon as it is free.
        let own = "127.0.0.83"
        let feed = try broadcaster.words(host: own, port: 0, number: 1)
        let running = Task { try await broadcaster.run() }
        let client = try Listener(port: feed.port, of: own)
        _ = try await client.words(1)
        running.cancel()
        try await running.value
        try await client.untilClosed()
        #expect(throws: Listener.Closed.self) { try Listener(port: feed.port, of: own) }
    }

    @Test("a port that is taken, and an address that is not ours, are told apart")
    func taken() throws {
        let broadcaster = try Broadcaster(.init(limit: 10))
        let feed = try broadcaster.words(host: "127.0.0.1", port: 0, number: 1)
        #expect { try broadcaster.words(host: "127.0.0.1", port: feed.port, number: 1) } throws: {
            ($0 as? BroadcastError)?.code == .taken
        }
        #expect { try broadcaster.words(host: "192.0.2.1", port: 0, number: 1) } throws: { ($0 as? BroadcastError)?.code == .address }
    }
}
