/// Where bytes come from: the fetcher itself, which asks the kind of source (`SourceKinds`).
protocol Transport: Sendable {
    /// Returns when the head is there. Throws `FetchError`; anything that is no 200, or a 304, 206 or 416 that was asked for, is an error.
    func open(_ request: Request) async throws -> OpenResponse
}

/// A head, and a body still to be read.
package struct OpenResponse: Sendable {
    let head: ResponseHead
    /// The next piece of the body, nil at its end. Called by one task, one call at a time.
    let next: @Sendable () async throws -> BodyPiece?
}

/// A piece of a body as it is handed over, and how many bytes of the wire it took since the piece before.
package struct BodyPiece: Sendable {
    let bytes: [UInt8]
    let wireCount: Int

    init(bytes: [UInt8], wireCount: Int? = nil) {
        self.bytes = bytes
        self.wireCount = wireCount ?? bytes.count
    }
}
