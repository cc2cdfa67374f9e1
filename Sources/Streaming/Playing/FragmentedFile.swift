import Records

/// A fragmented MP4 as ffmpeg writes it (ISO/IEC 14496-12): its beginning, `ftyp` and `moov`, and its fragments, each a `moof` and an `mdat`. Other boxes
/// are left out. Bounds are those of the bytes: a box that ends beyond them is refused.
struct FragmentedFile: Sendable {
    let beginning: [UInt8]
    let fragments: [UInt8]
    /// When the first sample is shown, by its decoding time (`tfdt`, section 8.8.12) and its offset (`trun`, section 8.8.8); nil: it doesn't say.
    let start: MediaTime?

    /// `shift`: by how much all its times are too late. Its beginning gets an edit list that says so, and `start` is without it. nil if it is no such
    /// file, or has no fragments.
    init?(_ bytes: [UInt8], shift: MediaTime) {
        var (beginning, fragments): ([UInt8], [UInt8]) = ([], [])
        var (scale, shown): (UInt64?, UInt64?) = (nil, nil)
        guard let boxes = Self.boxes(in: bytes, 0..<bytes.count) else { return nil }
        for box in boxes {
            switch box.type {
            case "ftyp": beginning += bytes[box.range]
            case "moov":
                scale = Self.inner(["trak", "mdia", "mdhd"], of: box, in: bytes).flatMap { Self.scale(bytes[$0.body]) }
                beginning += scale.flatMap { Self.edited(box, in: bytes, shift: shift, scale: $0) } ?? Array(bytes[box.range])
            case "moof":
                fragments += bytes[box.range]
                guard shown == nil,
                    let decoded = Self.inner(["traf", "tfdt"], of: box, in: bytes).flatMap({ Self.decodingTime(bytes[$0.body]) })
                else { continue }
                shown = decoded &+ (Self.inner(["traf", "trun"], of: box, in: bytes).flatMap { Self.firstOffset(bytes[$0.body]) } ?? 0)
            case "mdat": fragments += bytes[box.range]
            default: continue
            }
        }
        guard !beginning.isEmpty, !fragments.isEmpty else { return nil }
        self.beginning = beginning
        self.fragments = fragments
        if let scale, scale > 0, let shown {
            start = MediaTime(seconds: Double(shown) / Double(scale)) - shift
        } else {
            start = nil
        }
    }

    private struct Box {
        let type: String
        let range: Range<Int>
        let body: Range<Int>
    }

    private static func boxes(in bytes: [UInt8], _ range: Range<Int>) -> [Box]? {
        var boxes: [Box] = []
        var place = range.lowerBound
        while place < range.upperBound {
            guard place + 8 <= range.upperBound else { return nil }
            var (size, head) = (UInt64(number(bytes[place..<place + 4])), 8)
            if size == 1 {
                guard place + 16 <= range.upperBound else { return nil }
                (size, head) = (number(bytes[place + 8..<place + 16]), 16)
            }
            guard size >= head, size <= range.upperBound - place else { return nil }
            let end = place + Int(size)
            boxes.append(
                Box(type: String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), range: place..<end, body: place + head..<end))
            place = end
        }
        return boxes
    }

    /// The first of each name, down from a box.
    private static func inner(_ names: [String], of box: Box, in bytes: [UInt8]) -> Box? {
        names.reduce(Optional(box)) { box, name in box.flatMap { boxes(in: bytes, $0.body)?.first { $0.type == name } } }
    }

    /// Units a second, of a `mdhd` (section 8.4.2).
    private static func scale(_ body: ArraySlice<UInt8>) -> UInt64? {
        let offset = body.first == 1 ? 20 : 12
        guard body.count >= offset + 4 else { return nil }
        return number(body.dropFirst(offset).prefix(4))
    }

    private static func decodingTime(_ body: ArraySlice<UInt8>) -> UInt64? {
        let length = body.first == 1 ? 8 : 4
        guard body.count >= 4 + length else { return nil }
        return number(body.dropFirst(4).prefix(length))
    }

    /// Of the first sample of a `trun`, in the order of its optional parts; nil: there is none.
    private static func firstOffset(_ body: ArraySlice<UInt8>) -> UInt64? {
        guard body.count >= 8 else { return nil }
        let flags = number(body.dropFirst(1).prefix(3))
        guard flags & 0x800 != 0 else { return nil }
        let before = [0x1, 0x4, 0x100, 0x200, 0x400].count { flags & $0 != 0 }
        let offset = body.dropFirst(8 + 4 * before).prefix(4)
        return offset.count == 4 ? number(offset) : nil
    }

    /// The `moov` with an edit list in its track, which begins what is shown at the shift (section 8.6.6). nil: it stays as it is.
    private static func edited(_ moov: Box, in bytes: [UInt8], shift: MediaTime, scale: UInt64) -> [UInt8]? {
        guard shift > .zero, let track = inner(["trak"], of: moov, in: bytes), let head = inner(["tkhd"], of: track, in: bytes),
            inner(["edts"], of: track, in: bytes) == nil
        else { return nil }
        let time = UInt32(clamping: (shift.seconds * Double(scale)).rounded())
        let list = box("edts", box("elst", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0] + four(time) + [0, 1, 0, 0]))
        let newTrack = box(
            "trak",
            Array(bytes[track.body.lowerBound..<head.range.upperBound]) + list + bytes[head.range.upperBound..<track.range.upperBound])
        return box(
            "moov",
            Array(bytes[moov.body.lowerBound..<track.range.lowerBound]) + newTrack + bytes[track.range.upperBound..<moov.range.upperBound])
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { four(UInt32(clamping: body.count + 8)) + Array(type.utf8) + body }
    private static func four(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
