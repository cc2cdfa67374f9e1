import Foundation

/// A file on this machine, read like a download: 64 KB at a time, with a known size.
struct FileTransport: Transport {
    func open(_ request: Request) async throws -> OpenResponse {
        let shown = request.url.absoluteString
        let path = request.url.path
        let handle: FileHandle
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw FetchError(.unreachable, at: shown, "there is no such file")
        }
        guard !isDirectory.boolValue else { throw FetchError(.unreachable, at: shown, "is a folder") }
        do { handle = try FileHandle(forReadingFrom: request.url) } catch {
            throw FetchError(.unreachable, at: shown, "the file cannot be opened: \(error.localizedDescription)")
        }
        // A pipe has no size.
        let size = (try? handle.seekToEnd()).map { Int($0) }
        if size != nil { try? handle.seek(toOffset: 0) }
        if let size, size > request.bodyLimit {
            throw FetchError(.tooLarge, at: shown, "has \(size) bytes; \(request.bodyLimit) are allowed")
        }
        let head = ResponseHead(url: request.url, status: 200, headers: [], expectedBytes: size)
        return OpenResponse(head: head) {
            do {
                guard let data = try handle.read(upToCount: 64 << 10), !data.isEmpty else { return nil }
                return BodyPiece(bytes: [UInt8](data))
            } catch {
                throw FetchError(.truncated, at: shown, "cannot be read on: \(error.localizedDescription)")
            }
        }
    }
}
