import Crypto
import Foundation
import Synchronization

/// One attempt at a download. Resumes after the existing bytes, or restarts if the server has another version.
///
/// Source: RFC 9110, sections 13.1.5 (If-Range), 14 (ranges), 15.3.7 (206), 15.5.17 (416).
struct DownloadAttempt: Sendable {
    let download: Download
    let fetcher: Fetcher

    enum Outcome {
        /// The partial file is complete.
        case whole
        /// The server still has the version at the destination.
        case unchanged
    }

    /// Calls `began` with the version of the partial file before its first byte is written.
    func run(
        began: @escaping @Sendable (Validators?) async -> Void, update: @escaping @Sendable (JobUpdate) async -> Void
    ) async throws -> Outcome {
        do { return try await fetch(from: sizeOfPart(), began, update) } catch is OtherVersion {
            return try await fetch(from: 0, began, update)
        }
    }

    /// The server has another version or doesn't serve the range, so the existing bytes can't be used.
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
                // Even if the process is killed, old bytes are never recorded under the new version.
                try file.open(at: start)
                if start == 0 { await began(head.validators) }
            case .body(let bytes): try file.write(bytes)
            }
        }
        try file.finish()
        await following
        return head.status == 304 ? .unchanged : .whole
    }

    /// The offset of the answer's bytes in the file.
    private static func start(of head: ResponseHead, wanted offset: Int, of validators: Validators?) throws -> Int {
        switch head.status {
        case 206:
            let isSame = head.validators?.etag == nil || head.validators?.etag == validators?.etag
            guard let part = head.part, part.bytes.lowerBound == offset, part.bytes.upperBound == part.of, isSame else {
                throw OtherVersion()
            }
            return offset
        case 416:
            // No bytes remain to be fetched: the file was already complete.
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

/// The partial file, written by a single attempt.
private final class PartFile: Sendable {
    private let url: URL
    private let state = Mutex<(handle: FileHandle?, offset: Int)>((nil, 0))

    init(_ url: URL) { self.url = url }

    /// The offset at which this attempt's bytes start.
    var offset: Int { state.withLock { $0.offset } }

    /// Truncates the file at the offset.
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

    /// Flushes the file to disk before it returns.
    func finish() throws { try state.withLock { try $0.handle?.synchronize() } }

    func close() {
        state.withLock { state in
            try? state.handle?.close()
            state.handle = nil
        }
    }
}
