import Foundation

/// Passes a body to its reader and writes it to disk at the same time. The file is kept only if the body arrives complete.
///
/// An actor only to protect its count: one task reads it, one piece at a time. If the reader leaves early, the body breaks off, grows too
/// large or differs from its announced length, or the disk is full, nothing is stored and the reader isn't affected.
actor KeptBody {
    private let source: @Sendable () async throws -> [UInt8]?
    private let announced: Int?
    private let limit: Int
    private let keep: @Sendable (_ size: Int) -> Bool
    private var body: BodyInTheMaking?
    private var count = 0

    init(
        _ source: @escaping @Sendable () async throws -> [UInt8]?, in body: BodyInTheMaking, announced: Int?, limit: Int,
        keep: @escaping @Sendable (_ size: Int) -> Bool
    ) {
        self.source = source
        self.body = body
        self.announced = announced
        self.limit = limit
        self.keep = keep
    }

    func next() async throws -> [UInt8]? {
        let piece: [UInt8]?
        do { piece = try await source() } catch {
            body = nil
            throw error
        }
        guard let body else { return piece }
        if let piece {
            count += piece.count
            if count > limit || !body.write(piece) { self.body = nil }
        } else {
            if announced == nil || announced == count, keep(count) { body.keep() }
            self.body = nil
        }
        return piece
    }
}

/// A stored body or a range of it, read 64 KB at a time. It stays readable if the file is removed.
actor BodyFromDisk {
    private let file: OpenFile
    private var rest: Range<Int>
    private let shown: String

    init(_ file: OpenFile, _ part: Range<Int>, at shown: String) {
        self.file = file
        rest = part
        self.shown = shown
    }

    func next() throws -> [UInt8]? {
        guard !rest.isEmpty else { return nil }
        let count = min(rest.count, 64 << 10)
        guard let bytes = file.read(count, at: rest.lowerBound), bytes.count == count else {
            throw FetchError(.truncated, at: shown, "cannot be read on from the cache")
        }
        rest = rest.dropFirst(count)
        return bytes
    }
}
