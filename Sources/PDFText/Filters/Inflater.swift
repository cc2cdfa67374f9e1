import CZlib

/// FlateDecode (ISO 32000-1, 7.4.4; RFC 1950) by zlib. Damaged data yield the output before the damage.
final class Inflater: ReusableFilter {
    private(set) var consumed = 0
    private(set) var isComplete = false
    private(set) var damage: String?

    // zlib stores the address of its state between calls, so the state has a fixed place on the heap until `deinit`.
    private let state: UnsafeMutablePointer<z_stream>
    private var isReady: Bool
    private var window = [UInt8](repeating: 0, count: Window.size)

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        isReady = inflateInit2_(state, 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        if !isReady { damage = "zlib could not be started" }
    }

    func reset() {
        (consumed, isComplete, damage) = (0, false, nil)
        if !isReady || inflateReset(state) != Z_OK { damage = "zlib could not be started" }
    }

    deinit {
        if isReady { inflateEnd(state) }
        state.deinitialize(count: 1)
        state.deallocate()
    }

    func append(_ bytes: Span<UInt8>, _ receive: (Span<UInt8>) throws -> Void) throws {
        var taken = 0
        while damage == nil, !isComplete, taken < bytes.count {
            let (used, made, code) = step(bytes, from: taken)
            taken += used
            consumed += used
            if code == Z_STREAM_END { isComplete = true }
            if code != Z_OK, code != Z_STREAM_END, code != Z_BUF_ERROR {
                damage = "Flate data are damaged after \(consumed) bytes"
            }
            if made > 0 { try handOn(made, receive) }
            if used == 0, made == 0 { break }
        }
        // Input may be consumed while output is still waiting for space.
        while damage == nil, !isComplete {
            let (_, made, code) = step(bytes, from: bytes.count)
            if code == Z_STREAM_END { isComplete = true }
            if code != Z_OK, code != Z_STREAM_END, code != Z_BUF_ERROR {
                damage = "Flate data are damaged after \(consumed) bytes"
            }
            if made == 0 { break }
            try handOn(made, receive)
        }
    }

    func finish(_ receive: (Span<UInt8>) throws -> Void) throws {
        if damage == nil, !isComplete, !lacksSumOnly() { damage = "Flate data end too early, after \(consumed) bytes" }
    }

    /// Whether all data have arrived and only the checksum is missing, which some writers cut off.
    private func lacksSumOnly() -> Bool {
        let sum: [UInt8] = [0, 0, 0, 0]
        let (used, made, code) = step(sum.span, from: 0)
        guard used > 0, made == 0, code == Z_DATA_ERROR, let message = state.pointee.msg else { return false }
        // zlib's message is the only indication; the string is zlib's own constant.
        return String(cString: message) == "incorrect data check"
    }

    private func handOn(_ made: Int, _ receive: (Span<UInt8>) throws -> Void) throws {
        // A reference, not a copy: it is released before the window is written again.
        let piece = window
        try receive(piece.span.extracting(0..<made))
    }

    /// One call of `inflate`: bytes consumed, bytes written at the front of `window`, zlib's return code.
    private func step(_ bytes: Span<UInt8>, from start: Int) -> (used: Int, made: Int, code: Int32) {
        // zlib takes plain pointers, which are valid during the call, with the counts of their buffers.
        bytes.withUnsafeBufferPointer { input in
            window.withUnsafeMutableBufferPointer { output in
                let available = input.count - start
                state.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + start) }
                state.pointee.avail_in = UInt32(truncatingIfNeeded: available)
                state.pointee.next_out = output.baseAddress
                state.pointee.avail_out = UInt32(truncatingIfNeeded: output.count)
                let code = inflate(state, Z_NO_FLUSH)
                let used = available - Int(state.pointee.avail_in)
                let made = output.count - Int(state.pointee.avail_out)
                state.pointee.next_in = nil
                state.pointee.avail_in = 0
                return (used, made, code)
            }
        }
    }
}
