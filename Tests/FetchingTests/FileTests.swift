import Fetching
import Foundation
import TestSupport
import Testing

@Suite("Files")
struct FileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("files are refused unless the fetcher is for a person at the machine")
    func refused() async throws {
        let file = try folder.file("list.pdf", [1, 2, 3])
        let error = try await failure(of: file)
        #expect(error.code == .refused)
        #expect(error.description == "\(file.absoluteString) is not fetched: only http and https are, not 'file'")
    }

    @Test("a file comes in pieces, whole, with its length known")
    func reads() async throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let file = try folder.file("a list ä.pdf", bytes)
        try await withFetcher {
            $0.readsFiles = true
        } _: { fetcher in
            let received = Received()
            let job = fetcher.job(Request(url: file), for: "test")
            let head = try await job.run { received.take($0) }
            #expect(received.bytes == bytes)
            #expect(received.pieces.count > 1)
            #expect(head.status == 200)
            #expect(head.expectedBytes == bytes.count)
            #expect(head.validators == nil)
            #expect(job.progress.expectedBytes == bytes.count)
        }
    }

    @Test("a file that is not there, and a folder, are out of reach")
    func missing() async throws {
        let missing = folder.url.appendingPathComponent("nothing.pdf")
        for (url, words) in [(missing, "there is no such file"), (folder.url, "is a folder")] {
            let error = try await failure(of: url) { $0.readsFiles = true }
            #expect(error.code == .unreachable)
            #expect(error.description == "could not reach \(url.absoluteString): \(words)")
        }
    }

    @Test("a file over the limit is too large")
    func tooLarge() async throws {
        let file = try folder.file("list.pdf", [UInt8](repeating: 7, count: 101))
        let error = try await failure(of: file) {
            $0.readsFiles = true
        } request: {
            $0.bodyLimit = 100
        }
        #expect(error.code == .tooLarge)
        #expect(error.detail == "has 101 bytes; 100 are allowed")
    }

    @Test("a file without an end is cut at the limit")
    func endless() async throws {
        let error = try await failure(of: URL(fileURLWithPath: "/dev/zero")) {
            $0.readsFiles = true
        } request: {
            $0.bodyLimit = 100_000
        }
        #expect(error.code == .tooLarge)
    }
}
