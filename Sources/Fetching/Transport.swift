/// The fetcher as a source of bytes; it dispatches to the kind of source (`SourceKinds`).
protocol Transport: Sendable {
    /// Returns when the head has arrived. Throws `FetchError`. Any status other than 200, or a requested 304, 206 or 416, is an error.
    func open(_ request: Request) async throws -> OpenResponse
}

/// A head, and a body still to be read.
package struct OpenResponse: Sendable {
    let head: ResponseHead
    /// The next piece of the body, nil at its end. Called by one task, one call at a time.
    let next: @Sendable () async throws -> BodyPiece?
}

/// A piece of a body, and the bytes received on the wire since the previous piece.
package struct BodyPiece: Sendable {
    let bytes: [UInt8]
    let wireCount: Int

    init(bytes: [UInt8], wireCount: Int? = nil) {
        self.bytes = bytes
        self.wireCount = wireCount ?? bytes.count
    }
}
