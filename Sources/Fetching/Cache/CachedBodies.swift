import Foundation

/// A body on its way to its reader that is written down as it passes, and kept if it ends where it should.
///
/// An actor for its count only: it is read by one task, one piece at a time. A reader that leaves early, a body that breaks off, grows
/// too large or differs from its announced length, or a full disk: then nothing is kept, and the reader notices nothing of it.
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

/// A stored body, or a part of it, 64 KB at a time. Readable to its end although it may be removed meanwhile.
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
