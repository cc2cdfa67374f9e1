import CLzma

/// Decompresses an xz stream (https://tukaani.org/xz/xz-file-format.txt) in chunks of any size with liblzma, which verifies its checksums.
/// At most `Inflation.pieceBytes` per call.
final class LZMADecoding: Unpacking {
    /// `xz -9` requires 65 MB.
    private static let memoryLimit: UInt64 = 80 << 20

    // liblzma stores the address of its state between calls, so the state has a fixed place on the heap until `deinit`.
    private let state: UnsafeMutablePointer<lzma_stream>
    private let isReady: Bool

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: lzma_stream())
        isReady = lzma_stream_decoder(state, Self.memoryLimit, 0) == LZMA_OK
    }

    deinit {
        lzma_end(state)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    func step(_ packed: [UInt8], _ range: Range<Int>) -> UnpackingStep {
        var step = UnpackingStep(isDamaged: !isReady)
        guard isReady else { return step }
        step.bytes = [UInt8](unsafeUninitializedCapacity: Inflation.pieceBytes) { output, count in
            // liblzma reads `packed` and writes `output` only during this call and within the given counts.
            packed.withUnsafeBufferPointer { packed in
                state.pointee.next_in = packed.baseAddress.map { $0 + range.lowerBound }
                state.pointee.avail_in = range.count
                state.pointee.next_out = output.baseAddress
                state.pointee.avail_out = output.count
                let code = lzma_code(state, LZMA_RUN)
                step.used = range.count - state.pointee.avail_in
                count = output.count - state.pointee.avail_out
                step.isAtEnd = code == LZMA_STREAM_END
                step.isTooLarge = code == LZMA_MEMLIMIT_ERROR || code == LZMA_MEM_ERROR
                step.isDamaged = ![LZMA_OK, LZMA_STREAM_END, LZMA_BUF_ERROR].contains(code)
                state.pointee.next_in = nil
                state.pointee.avail_in = 0
            }
        }
        return step
    }
}
