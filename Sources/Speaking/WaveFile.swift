/// A WAVE file: `RIFF`, its length, `WAVE`, then chunks, of which `fmt ` describes the samples in `data`.
///
/// Multimedia Programming Interface and Data Specifications 1.0 (IBM, Microsoft 1991), chapter 3. Only 16-bit PCM is accepted, the format
/// of speech. Programs that write to a pipe don't know the lengths in advance and write very large ones, which are corrected here.
package struct WaveFile: Hashable, Sendable {
    private static let headerLength = 44

    /// The whole file, with correct lengths.
    package let bytes: [UInt8]
    /// Per second and channel.
    package let sampleRate: Int
    package let channels: Int

    /// Returns nil if the bytes aren't a WAVE file or have no samples.
    package init?(mending given: [UInt8]) {
        guard given.count > Self.headerLength, given.starts(with: Array("RIFF".utf8)), Self.name(in: given, at: 8) == "WAVE" else {
            return nil
        }
        var (format, samples): (Int?, ArraySlice<UInt8>?)
        var start = 12
        while start + 8 <= given.count, samples == nil {
            let (name, length) = (Self.name(in: given, at: start), Self.number(in: given, at: start + 4, bytes: 4))
            let end = min(given.count, start + 8 + length)
            if name == "fmt ", end - start >= 24 { format = start + 8 }
            if name == "data" { samples = given[(start + 8)..<end] }
            // Chunks are aligned to even offsets.
            start = end + length % 2
        }
        guard let format, let samples else { return nil }
        (sampleRate, channels) = (Self.number(in: given, at: format + 4, bytes: 4), Self.number(in: given, at: format + 2, bytes: 2))
        guard Self.number(in: given, at: format, bytes: 2) == 1, Self.number(in: given, at: format + 14, bytes: 2) == 16,
            (1...2).contains(channels), (4_000...192_000).contains(sampleRate),
            case let whole = samples.count / (2 * channels) * 2 * channels,
            whole > 0
        else { return nil }
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let head = Array("WAVEfmt ".utf8) + number(16, 4) + given[format..<format + 16] + Array("data".utf8) + number(whole, 4)
        bytes = Array("RIFF".utf8) + number(head.count + whole, 4) + head + samples.prefix(whole)
    }

    /// 16 bits each, channels interleaved.
    package var samples: [Int16] {
        stride(from: Self.headerLength, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
    }

    package var duration: Duration {
        .milliseconds(Int64((bytes.count - Self.headerLength) / (2 * channels)) * 1000 / Int64(sampleRate))
    }

    private static func name(in bytes: [UInt8], at place: Int) -> String {
        String(decoding: bytes[place..<place + 4], as: UTF8.self)
    }

    /// Little-endian.
    private static func number(in bytes: [UInt8], at place: Int, bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
