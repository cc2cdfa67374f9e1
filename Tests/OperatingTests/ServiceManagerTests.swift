import Foundation
import Testing

@testable import Operating

/// A socket of our own stands in for systemd's.
@Suite("Service manager") struct ServiceManagerTests {
    /// A datagram socket of that name: a path, or `@` and an abstract name.
    private final class Manager {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let name: String
        private let folder: String?

        init(isAbstract: Bool = true) throws {
            // A socket's path has 107 bytes at most, and the temporary folder of a run may be longer than that.
            folder = isAbstract ? nil : try Self.shortFolder()
            name = folder.map { "\($0)/socket" } ?? "@tidings-\(UUID().uuidString)"
            let name = name
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

        deinit {
            close(descriptor)
            if let folder { try? FileManager.default.removeItem(atPath: folder) }
        }

        private static func shortFolder() throws -> String {
            var path = Array("/tmp/tidings-XXXXXX".utf8CString)
            try #require(mkdtemp(&path) != nil)
            return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        func next() -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    @Test("says that it is ready, alive, and stopping, to a socket in a folder and to an abstract one", arguments: [true, false])
    func tells(isAbstract: Bool) throws {
        let manager = try Manager(isAbstract: isAbstract)
        let service = ServiceManager(environment: ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "30000000"])
        #expect(service.tell(.ready(status: "Listening on port 8080")))
        #expect(manager.next() == "READY=1\nSTATUS=Listening on port 8080")
        service.tell(.alive)
        #expect(manager.next() == "WATCHDOG=1")
        service.tell(.stopping)
        #expect(manager.next() == "STOPPING=1")
        #expect(service.watchdogPeriod == .seconds(15))
    }

    @Test("a manager that reads nothing holds nobody up, and hears more once it reads again")
    func full() throws {
        let manager = try Manager()
        let service = ServiceManager(environment: ["NOTIFY_SOCKET": manager.name])
        // Linux keeps some ten messages unread, or a few hundred.
        #expect((0..<1_000_000).contains { _ in !service.tell(.alive) })
        while manager.next() == "WATCHDOG=1" {}
        #expect(service.tell(.stopping))
        #expect(manager.next() == "STOPPING=1")
    }

    @Test("where nobody listens, nobody is told")
    func alone() {
        let long = String(repeating: "x", count: 500)
        for name in [nil, "", "relative", "/no/such/socket", "/" + long, "@" + long] {
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
