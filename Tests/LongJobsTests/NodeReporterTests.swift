import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import LongJobs

@Suite("What a server says of itself as one of several") struct NodeReporterTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    @Test("is stored again and again, and an attempt that fails doesn't end it")
    func stored() async throws {
        try await store.leases.join("run of east", named: "east", version: "1")
        let count = Mutex(0)
        let reporter = NodeReporter(store.leases, of: "run of east", every: .milliseconds(1)) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number != 2 else { throw CancellationError() }
            var report = NodeReport()
            report.streams = number
            return report
        }
        #expect(reporter.last == nil)
        let running = Task { try await reporter.run() }
        try await eventually("it has reported after a failure") {
            try await store.leases.overview().nodes.first?.report?.streams ?? 0 > 2
        }
        #expect(reporter.last?.laterSteps == 0)
        running.cancel()
        try? await running.value
        #expect(reporter.last != nil)
    }

    @Test("hears nothing before there is a connection to hear on, and then does")
    func hearing() {
        let telling = NodeTelling(nil)
        #expect(!telling.isHearing)
        telling.hear(.anything)
        #expect(telling.isHearing)
    }
}
