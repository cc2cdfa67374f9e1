import Foundation

/// One connection to a `ScriptedServer`, as its script sees it. For one thread.
package final class Connection {
    package private(set) var request = ScriptedServer.Request(method: "", target: "", headers: [])

    private let descriptor: Int32
    private let life: ScriptedServer.Life
    private var isClosed = false

    /// The other side has closed the connection, or the server is being ended.
    package struct Gone: Error {}

    init(_ descriptor: Int32, _ life: ScriptedServer.Life) {
        self.descriptor = descriptor
        self.life = life
        var isOn: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    // MARK: Answers

    /// A whole answer of an ordinary server, with its length unless a header gives another.
    package func answer(_ status: String = "200 OK", _ headers: [(String, String)] = [], body: [UInt8] = []) throws {
        try send(head(status, [("Content-Length", "\(body.count)")] + headers))
        try send(body)
    }

    package func redirect(to location: String, _ status: String = "302 Found") throws {
        try answer(status, [("Location", location)])
    }

    package func sendHead(_ status: String = "200 OK", _ headers: [(String, String)] = []) throws { try send(head(status, headers)) }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            if try offer(&rest, timeout: Patience.limit) == false { throw Gone() }
        }
    }

    /// Sends until the other side takes nothing more for half a second; returns how many bytes it took.
    package func sendUntilHeldBack(_ bytes: [UInt8]) throws -> Int {
        var rest = bytes[...]
        while !rest.isEmpty, try offer(&rest, timeout: .milliseconds(500)) {}
        return bytes.count - rest.count
    }

    /// Says nothing more until the other side has gone.
    package func stall() throws {
        try Patience.blockUntil("the other side has gone") {
            if life.isOver { throw Gone() }
            guard Sockets.wait(for: Int32(POLLIN), on: descriptor, milliseconds: 50) else { return false }
            return hasEnded()
        }
    }

    /// Ends the connection as a machine does that falls over: with a reset.
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    // MARK: For the server

    /// False if the other side disconnected before it sent a request. A body is read as far as its Content-Length goes.
    func readRequest() -> Bool {
        var received: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        var head: Range<Int>?
        // A client that speaks TLS (its first byte is 0x16) has said enough for us to answer.
        while received.count < 64 << 10, received.first != 0x16 {
            head = received.firstRange(of: end)
            guard head == nil else { break }
            guard receive(&received) else { return false }
        }
        let lines = String(decoding: received[..<(head?.lowerBound ?? received.count)], as: UTF8.self).components(separatedBy: "\r\n")
        let first = lines[0].components(separatedBy: " ")
        let headers = lines.dropFirst().prefix { !$0.isEmpty }.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(parts[0]), value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        request = ScriptedServer.Request(method: first[0], target: first.count > 1 ? first[1] : "", headers: headers)
        if let head, let length = request["Content-Length"].first.flatMap({ Int($0) }), (1...1 << 20).contains(length) {
            while received.count < head.upperBound + length { guard receive(&received) else { return false } }
            request.body = Array(received[head.upperBound..<head.upperBound + length])
        }
        life.note(request)
        return true
    }

    /// What has come, waited for; false if nothing more will.
    private func receive(_ received: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !life.isOver {
            guard Sockets.wait(for: Int32(POLLIN), on: descriptor, milliseconds: 50) else { continue }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            received += buffer[..<count]
            return true
        }
        return false
    }

    /// Closes in order: our end first, and then reads the rest of the other, so that our last bytes aren't lost to a reset.
    func finish() {
        guard !isClosed else { return }
        shutdown(descriptor, Int32(SHUT_WR))
        let end = ContinuousClock.now + Patience.limit
        while .now < end, !life.isOver {
            if Sockets.wait(for: Int32(POLLIN), on: descriptor, milliseconds: 50), hasEnded() { break }
        }
        close()
    }

    // MARK: Inside

    /// Every connection carries one answer.
    private func head(_ status: String, _ headers: [(String, String)]) -> String {
        var said: Set<String> = []
        // The last one of a name counts.
        let lines = (headers + [("Connection", "close")]).reversed().filter { said.insert($0.0.lowercased()).inserted }.reversed()
        return "HTTP/1.1 \(status)\r\n" + lines.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    }

    /// False if nothing was taken for so long.
    private func offer(_ bytes: inout ArraySlice<UInt8>, timeout: Duration) throws -> Bool {
        let end = ContinuousClock.now + timeout
        while !Sockets.wait(for: Int32(POLLOUT), on: descriptor, milliseconds: 50) {
            if life.isOver { throw Gone() }
            if .now >= end { return false }
        }
        let count = bytes.prefix(64 << 10).withUnsafeBytes {
            Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return true }
        guard count > 0 else { throw Gone() }
        bytes.removeFirst(count)
        return true
    }

    private func hasEnded() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
    }

    private func close() {
        guard !isClosed else { return }
        isClosed = true
        Foundation.close(descriptor)
    }
}
