import Crypto
import Foundation
import Synchronization

/// One attempt at a download: goes on behind the bytes that are there, or begins anew where the server has another version by now.
///
/// Source: RFC 9110, sections 13.1.5 (If-Range), 14 (ranges), 15.3.7 (206), 15.5.17 (416).
struct DownloadAttempt: Sendable {
    let download: Download
    let fetcher: Fetcher

    enum Outcome {
        /// The part is whole.
        case whole
        /// The server still has the version that lies at the destination.
        case unchanged
    }

    /// `began` is told the version that the part is of from now on, before its first byte is written.
    func run(
        began: @escaping @Sendable (Validators?) async -> Void, update: @escaping @Sendable (JobUpdate) async -> Void
    ) async throws -> Outcome {
        do { return try await fetch(from: sizeOfPart(), began, update) } catch is OtherVersion {
            return try await fetch(from: 0, began, update)
        }
    }

    /// The server has another version, or other ideas about ranges: the bytes that are there are of no use.
    private struct OtherVersion: Error {}

    private func sizeOfPart() -> Int {
        guard download.validators?.strong != nil else { return 0 }
        let attributes = try? FileManager.default.attributesOfItem(atPath: download.part.path)
        return (attributes?[.size] as? Int) ?? 0
    }

    private func fetch(
        from offset: Int, _ began: @escaping @Sendable (Validators?) async -> Void, _ update: @escaping @Sendable (JobUpdate) async -> Void
    ) async throws -> Outcome {
        var request = Request(url: download.url, bodyLimit: download.limit)
        request.acceptsCodings = false
        request.priority = download.priority
        request.timeouts.total = .seconds(7 * 86_400)
        request.timeouts.lowSpeed = Timeouts.LowSpeed(bytes: 1024, in: .seconds(60))
        if offset > 0, let version = download.validators?.strong {
            request.range = ByteRange(.from(offset), of: version)
        } else {
            request.validators = download.known
        }
        let job = fetcher.job(request, for: download.requesters.first ?? "")
        let file = PartFile(download.part)
        async let following: Void = {
            for await var news in job.updates() {
                news.progress.receivedBytes += file.offset
                news.progress.wireBytes += file.offset
                news.progress.expectedBytes? += file.offset
                news.progress.expectedWireBytes? += file.offset
                await update(news)
            }
        }()
        defer { file.close() }
        let head = try await job.run { [download] part in
            switch part {
            case .head(let head):
                guard head.status != 304 else { return }
                let start = try Self.start(of: head, wanted: offset, of: download.validators)
                // Old bytes are never there under the new version's name, whenever the process is killed.
                try file.open(at: start)
                if start == 0 { await began(head.validators) }
            case .body(let bytes): try file.write(bytes)
            }
        }
        try file.finish()
        await following
        return head.status == 304 ? .unchanged : .whole
    }

    /// Where the answer's bytes belong in the file.
    private static func start(of head: ResponseHead, wanted offset: Int, of validators: Validators?) throws -> Int {
        switch head.status {
        case 206:
            let isSame = head.validators?.etag == nil || head.validators?.etag == validators?.etag
            guard let part = head.part, part.bytes.lowerBound == offset, part.bytes.upperBound == part.of, isSame else {
                throw OtherVersion()
            }
            return offset
        case 416:
            // Nothing is left behind what is there: it was whole already.
            guard head.wholeSize == offset else { throw OtherVersion() }
            return offset
        default: return 0
        }
    }

    /// Hexadecimal digits in lower case.
    static func digest(of file: URL, _ algorithm: Checksum.Algorithm) throws -> String {
        switch algorithm {
        case .md5: try digest(of: file, Insecure.MD5())
        case .sha1: try digest(of: file, Insecure.SHA1())
        case .sha256: try digest(of: file, SHA256())
        case .sha512: try digest(of: file, SHA512())
        }
    }

    private static func digest(of file: URL, _ function: some HashFunction) throws -> String {
        var function = function
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        while let data = try handle.read(upToCount: 1 << 20), !data.isEmpty { function.update(data: data) }
        return String(hexadecimal: function.finalize())
    }
}

/// The file of what has come so far, written by one attempt.
private final class PartFile: Sendable {
    private let url: URL
    private let state = Mutex<(handle: FileHandle?, offset: Int)>((nil, 0))

    init(_ url: URL) { self.url = url }

    /// Where this attempt's bytes begin.
    var offset: Int { state.withLock { $0.offset } }

    /// What lies behind the offset is cut off.
    func open(at offset: Int) throws {
        let manager = FileManager.default
        if !manager.fileExists(atPath: url.path), !manager.createFile(atPath: url.path, contents: nil) {
            throw FetchError(.refused, at: url.absoluteString, "cannot be written")
        }
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: UInt64(offset))
        try handle.seekToEnd()
        state.withLock { $0 = (handle, offset) }
    }

    func write(_ bytes: [UInt8]) throws { try state.withLock { try $0.handle?.write(contentsOf: bytes) } }

    /// The bytes are on the disk when it returns.
    func finish() throws { try state.withLock { try $0.handle?.synchronize() } }

    func close() {
        state.withLock { state in
            try? state.handle?.close()
            state.handle = nil
        }
    }
}
