import Glibc

/// The first frame of an MP3 file, without sound, which holds the number of frames and bytes that follow
/// (https://gabriel.mp3-tech.org/mp3infotag.html).
///
/// The frame that ffmpeg writes makes players that seek by byte share, such as Chromium, seek to a wrong time. It counts itself among the
/// bytes of sound: late in a long file, a word comes a frame or two late (26 ms each). It also gives the number of samples that the encoder
/// has added at both ends: such players subtract them from the duration on which they base the share (0.2 ms per second), but skip them
/// only if playback starts at the beginning (50 ms).
/// This type therefore corrects the byte count and removes the sample counts. All players then play every sample, and the sound at a given
/// time is the input of `added` samples before.
struct MP3InfoFrame {
    /// Bytes before the frame: an ID3 tag.
    let start: Int
    private var bytes: [UInt8]
    /// The offset of the tag within the frame.
    private let tag: Int

    /// Samples played before the first input sample: LAME adds 576, and every decoder has a delay of 529.
    static let added = 576 + 529

    /// Offsets from the tag's start: the byte count; the encoder, without which players ignore the added samples; their counts before and
    /// after the sound, twelve bits each; and the checksum of everything before it.
    private static let (sizeField, encoderField, samplesField, checkField) = (12, 120, 141, 154)
    /// The maximum bytes of the ID3 tag; ffmpeg copies a title of any length.
    private static let byteLimit = 1 << 16

    /// `head` is the beginning of a file. Returns nil if it doesn't start with such a frame.
    init?(_ head: [UInt8]) {
        start = head.starts(with: "ID3".utf8) && head.count > 10 ? 10 + head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } : 0
        guard start + 4 <= head.count, let (length, tag) = Self.layout(of: Array(head[start..<start + 4])), start + length <= head.count,
            tag + Self.checkField + 2 <= length
        else { return nil }
        (bytes, self.tag) = (Array(head[start..<start + length]), tag)
        // Both the frame count and the byte count are present.
        guard ["Xing", "Info"].contains(where: { bytes[tag...].starts(with: $0.utf8) }), bytes[tag + 7] & 3 == 3 else { return nil }
    }

    /// The length of a layer III frame, and the offset of its tag after the side information.
    private static func layout(of header: [UInt8]) -> (length: Int, tag: Int)? {
        guard header[0] == 0xFF, header[1] & 0xE6 == 0xE2 else { return nil }
        let isFirst = header[1] & 0x18 == 0x18
        let rates =
            isFirst
            ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let (rate, frequency) = (Int(header[2] >> 4), Int(header[2] >> 2 & 3))
        guard (1...14).contains(rate), frequency < 3, header[1] & 0x18 != 0x08 else { return nil }
        let samples = [44_100, 48_000, 32_000][frequency] / (isFirst ? 1 : header[1] & 0x18 == 0 ? 4 : 2)
        let isMono = header[3] >> 6 == 3
        let side = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        return ((isFirst ? 144_000 : 72_000) * rates[rate - 1] / samples + Int(header[2] >> 1 & 1), 4 + side)
    }

    /// The declared number of bytes of sound.
    var size: Int { bytes[tag + Self.sizeField..<tag + Self.sizeField + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// The offset in the file at which sound starts.
    var end: Int { start + bytes.count }

    /// Whether it declares samples to skip.
    var tellsOfOthers: Bool { bytes[tag + Self.encoderField..<tag + Self.samplesField + 3].contains { $0 != 0 } }

    /// Sets the number of bytes that follow and removes the encoder's fields.
    mutating func correct(inFileOf size: Int) {
        for index in 0..<4 { bytes[tag + Self.sizeField + index] = UInt8(truncatingIfNeeded: (size - end) >> (24 - 8 * index)) }
        for index in Array(Self.encoderField..<Self.encoderField + 9) + (0..<3).map({ Self.samplesField + $0 }) { bytes[tag + index] = 0 }
        let check = Self.check(of: bytes[..<(tag + Self.checkField)])
        bytes[tag + Self.checkField] = UInt8(check >> 8)
        bytes[tag + Self.checkField + 1] = UInt8(check & 0xFF)
    }

    /// CRC-16 with the polynomial 0x8005, lowest bit first.
    private static func check(of bytes: ArraySlice<UInt8>) -> UInt16 {
        bytes.reduce(0) { check, byte in
            (0..<8).reduce(check ^ UInt16(byte)) { check, _ in check & 1 == 1 ? check >> 1 ^ 0xA001 : check >> 1 }
        }
    }

    /// Corrects a file that starts with such a frame and leaves others unchanged. False if writing fails.
    static func correct(_ descriptor: Int32) -> Bool {
        var head = [UInt8](repeating: 0, count: byteLimit)
        let read = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        let size = lseek(descriptor, 0, SEEK_END)
        guard read > 0, size > 0, var frame = MP3InfoFrame(Array(head[..<read])) else { return read >= 0 && size >= 0 }
        frame.correct(inFileOf: Int(size))
        return frame.bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(frame.start)) } == frame.bytes.count
    }
}
