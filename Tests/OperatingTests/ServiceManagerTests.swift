import Foundation
import Testing

@testable import Operating

/// A socket of our own stands in for systemd's.
@Suite("Service manager") struct ServiceManagerTests {
    /// A datagram socket of that name: a path, or `@` and an abstract name.
    private final class Manager {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let name: String

        init(_ name: String) throws {
            self.name = name
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { path in
                path.copyBytes(from: Array(name.utf8))
                if name.hasPrefix("@") { path[0] = 0 }
            }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
            let bound = withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            try #require(bound == 0)
        }

        deinit { close(descriptor) }

        func next() -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    @Test("says that it is ready, alive, and stopping, to a socket in a folder and to an abstract one", arguments: [true, false])
    func tells(isAbstract: Bool) throws {
        let id = UUID().uuidString
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(id).sock").path
        let manager = try Manager(isAbstract ? "@tidings-\(id)" : path)
        defer { unlink(path) }
        let service = ServiceManager(environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "30000000"])
        #expect(service.tell(.ready(status: "Listening on port 8080")))
        #expect(manager.next() == "READY=1\nSTATUS=Listening on port 8080")
        service.tell(.alive)
        #expect(manager.next() == "WATCHDOG=1")
        service.tell(.stopping)
        #expect(manager.next() == "STOPPING=1")
        #expect(service.watchdogPeriod == .seconds(15))
    }

    @Test("where nobody listens, nobody is told")
    func alone() {
        for name in [nil, "", "relative", "/no/such/socket", "@" + String(repeating: "x", count: 500)] {
            #expect(!ServiceManager(environment: name.map { ["NOTIFY_SOCKET": $0] } ?? [:]).tell(.alive))
        }
    }

    @Test(
        "a watchdog meant for another process, or none, is not fed",
        arguments: [
            ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "x"], [:],
        ])
    func noWatchdog(environment: [String: String]) {
        #expect(ServiceManager(environment: environment).watchdogPeriod == nil)
    }
}
