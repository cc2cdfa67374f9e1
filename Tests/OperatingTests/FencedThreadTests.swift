import Foundation
import Glibc
import Synchronization
import Testing

@testable import Operating

@Suite("Fenced thread") struct FencedThreadTests {
    /// A listener on this machine, and its connections.
    private struct Listener: ~Copyable {
        let socket: Int32
        let port: UInt16

        init() throws {
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isThere = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, length) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &length) == 0
                }
            }
            self.socket = socket
            try #require(isThere)
            port = UInt16(bigEndian: address.sin_port)
        }

        deinit { close(socket) }

        func calls() -> Int {
            var count = 0
            while true {
                let call = accept(socket, nil, nil)
                guard call >= 0 else { return count }
                close(call)
                count += 1
            }
        }
    }

    private func said(by child: ChildProcess) throws -> String {
        let file = FileHandle(fileDescriptor: try #require(child.output), closeOnDealloc: true)
        return String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("a program that is started from it calls nobody, nor does what it starts; one from elsewhere does")
    func calls() throws {
        let listener = try Listener()
        let call = "(exec 3<>/dev/tcp/127.0.0.1/\(listener.port)) 2>/dev/null && echo called || echo refused"
        let free = try ChildProcess("/bin/bash", ["-c", call], output: .pipe, fence: nil)
        #expect(try said(by: free) == "called\n")
        #expect(free.wait() == 0)
        #expect(listener.calls() == 1)
        let made = Mutex<ChildProcess?>(nil)
        let thread = try FencedThread { isFenced in
            #expect(isFenced)
            made.withLock { $0 = try? ChildProcess("/bin/bash", ["-c", "\(call); bash -c '\(call)'"], output: .pipe, fence: nil) }
        }
        defer { thread.end() }
        let fenced = try #require(made.withLock { $0 })
        #expect(try said(by: fenced) == "refused\nrefused\n")
        #expect(fenced.wait() == 0)
        #expect(listener.calls() == 0)
    }

    @Test("a program that is fenced to a port calls it, and sends no datagrams, nor does what it starts")
    func port() throws {
        let listener = try Listener()
        let stream = "(exec 3<>/dev/tcp/127.0.0.1/\(listener.port)) 2>/dev/null && echo called || echo refused"
        let datagram = "(echo x > /dev/udp/127.0.0.1/\(listener.port)) 2>/dev/null && echo sent || echo refused"
        let free = try ChildProcess("/bin/bash", ["-c", datagram], output: .pipe, fence: nil)
        #expect(try said(by: free) == "sent\n")
        #expect(free.wait() == 0)
        let made = Mutex<ChildProcess?>(nil)
        let thread = try FencedThread(.allButPort(listener.port)) { isFenced in
            #expect(isFenced)
            made.withLock {
                $0 = try? ChildProcess("/bin/bash", ["-c", "\(stream); \(datagram); bash -c '\(datagram)'"], output: .pipe, fence: nil)
            }
        }
        defer { thread.end() }
        let fenced = try #require(made.withLock { $0 })
        #expect(try said(by: fenced) == "called\nrefused\nrefused\n")
        #expect(fenced.wait() == 0)
        #expect(listener.calls() == 1)
    }

    @Test("a group that is ended has no process left")
    func group() throws {
        let sleepers = "sleep 1000 & sleep 1000 & echo here; wait"
        let child = try ChildProcess("/bin/bash", ["-c", sleepers], output: .pipe, inGroupOfItsOwn: true)
        let output = try #require(child.output)
        var byte: UInt8 = 0
        #expect(read(output, &byte, 1) == 1)
        #expect(ProcessGroup.isRunning(child.id))
        #expect(ProcessGroup.memory(of: child.id) > 0)
        close(output)
        child.endGroup()
        #expect(!ProcessGroup.isRunning(child.id))
    }

    @Test("the threads of this process stay as they are")
    func others() throws {
        #expect(FencedThread.isPossible)
        let thread = try FencedThread { _ in }
        thread.end()
        let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
        let filters = status.split(separator: "\n").first { $0.hasPrefix("Seccomp_filters:") }
        let main = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n").first {
            $0.hasPrefix("Seccomp_filters:")
        }
        #expect(filters == main)
        let listener = try Listener()
        #expect(listener.calls() == 0)
    }
}
