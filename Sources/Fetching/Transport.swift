/// Where bytes come from. Two kinds: HTTP and, for the command line, files.
protocol Transport: Sendable {
    /// Returns when the head is there. Throws `FetchError`; anything that is no 200, or a 304 that was asked for, is an error.
    func open(_ request: Request) async throws -> OpenResponse
}

/// A head, and a body still to be read.
struct OpenResponse: Sendable {
    let head: ResponseHead
    /// The next piece of the body, nil at its end. Called by one task, one call at a time.
    let next: @Sendable () async throws -> [UInt8]?
}
