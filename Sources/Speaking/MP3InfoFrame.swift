import Glibc

/// The first frame of an MP3 file, without sound, which says how many frames and bytes come after it (https://gabriel.mp3-tech.org/mp3infotag.html).
///
/// ffmpeg writes it so that a player that goes to a time by its share of the file, as Chromium does, gets to another one. It counts this frame among the bytes of
/// sound: late in a long file, a word comes a frame or two too late (26 ms each). And it tells how many samples the encoder has added at both ends: such a player
/// takes them off the duration of which it takes the share (0.2 ms for each second), and off the sound only where that is played from its beginning (50 ms).
/// So the bytes are counted anew, and no samples are told. Every player then plays them all, and what is heard at a time is what was given `added` samples before.
struct MP3InfoFrame {
    /// Bytes before it: an ID3 tag.
    let start: Int
    private var bytes: [UInt8]
    /// Where its tag begins in it.
    private let tag: Int

    /// What is heard before the first sample that was given: LAME adds 576, and every decoder is late by 529.
    static let added = 576 + 529

    /// After the tag's beginning: the number of bytes; the encoder, without which nobody looks for samples that were added; their numbers before and after the
    /// sound, in twelve bits each; and the check of all before it.
    private static let (sizeField, encoderField, samplesField, checkField) = (12, 120, 141, 154)
    /// Of a title, ffmpeg writes what it is given.
    private static let most = 1 << 16

    /// `head`: the beginning of a file. nil if it doesn't begin with such a frame.
    init?(_ head: [UInt8]) {
        start = head.starts(with: "ID3".utf8) && head.count > 10 ? 10 + head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } : 0
        guard start + 4 <= head.count, let (length, tag) = Self.layout(of: Array(head[start..<start + 4])), start + length <= head.count,
            tag + Self.checkField + 2 <= length
        else { return nil }
        (bytes, self.tag) = (Array(head[start..<start + length]), tag)
        // Both numbers are there, of frames and of bytes.
        guard ["Xing", "Info"].contains(where: { bytes[tag...].starts(with: $0.utf8) }), bytes[tag + 7] & 3 == 3 else { return nil }
    }

    /// Of a frame of layer III: its length, and where a tag has its place, after what a decoder reads first.
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

    /// Bytes of sound that it says there are.
    var size: Int { bytes[tag + Self.sizeField..<tag + Self.sizeField + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// Where sound begins in the file.
    var end: Int { start + bytes.count }

    /// Whether it tells of samples that aren't to be played.
    var tellsOfOthers: Bool { bytes[tag + Self.encoderField..<tag + Self.samplesField + 3].contains { $0 != 0 } }

    /// Says how many bytes come after it, and nothing of the encoder.
    mutating func correct(inFileOf size: Int) {
        for index in 0..<4 { bytes[tag + Self.sizeField + index] = UInt8(truncatingIfNeeded: (size - end) >> (24 - 8 * index)) }
        for index in Array(Self.encoderField..<Self.encoderField + 9) + (0..<3).map({ Self.samplesField + $0 }) { bytes[tag + index] = 0 }
        let check = Self.check(of: bytes[..<(tag + Self.checkField)])
        bytes[tag + Self.checkField] = UInt8(check >> 8)
        bytes[tag + Self.checkField + 1] = UInt8(check & 0xFF)
    }

    /// CRC-16 with the polynomial 0x8005, the lowest bit first.
    private static func check(of bytes: ArraySlice<UInt8>) -> UInt16 {
        bytes.reduce(0) { check, byte in
            (0..<8).reduce(check ^ UInt16(byte)) { check, _ in check & 1 == 1 ? check >> 1 ^ 0xA001 : check >> 1 }
        }
    }

    /// Corrects a file that begins with such a frame; another stays as it is. Returns whether that could be written.
    static func correct(_ descriptor: Int32) -> Bool {
        var head = [UInt8](repeating: 0, count: most)
        let read = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        let size = lseek(descriptor, 0, SEEK_END)
        guard read > 0, size > 0, var frame = MP3InfoFrame(Array(head[..<read])) else { return read >= 0 && size >= 0 }
        frame.correct(inFileOf: Int(size))
        return frame.bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(frame.start)) } == frame.bytes.count
    }
}
