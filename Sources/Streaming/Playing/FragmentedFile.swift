import Records

/// Parses ffmpeg's fragmented MP4 (ISO/IEC 14496-12) as a stream: the initialisation part (`ftyp` and `moov`) and the fragments (`moof` and
/// `mdat`), which are passed on. Other boxes are dropped. Buffers the initialisation part and one `moof` at a time.
struct FragmentedFile: Sendable {
    private(set) var beginning: [UInt8] = []
    private var hasFragments = false
    private let shift: MediaTime
    private var (scale, shown): (UInt64?, UInt64?) = (nil, nil)
    private var coming = Coming.head
    /// The bytes of the current box, if it is examined.
    private var box: [UInt8] = []

    /// The maximum size of an examined box.
    private static let boxLimit = 32 << 20

    private enum Coming: Hashable {
        case head
        /// A box that is examined, of this many bytes.
        case whole(Int)
        /// The remaining bytes of a box, which are passed on or dropped.
        case rest(Int, isKept: Bool)
        /// The file is invalid.
        case nothing
    }

    /// `shift`: how much later all times in the file are than they should be. An edit list in the initialisation part corrects that, and
    /// `start` excludes it.
    init(shift: MediaTime) { self.shift = shift }

    /// Whether all boxes are complete and there are an initialisation part and fragments.
    var isWhole: Bool { coming == .head && box.isEmpty && !beginning.isEmpty && hasFragments }

    /// The presentation time of the first sample, from its decoding time (`tfdt`, section 8.8.12) and its offset (`trun`, section 8.8.8);
    /// nil if unspecified.
    var start: MediaTime? {
        guard let scale, scale > 0, let shown else { return nil }
        return MediaTime(seconds: Double(shown) / Double(scale)) - shift
    }

    /// Parses bytes in chunks of any size.
    mutating func take(_ piece: ArraySlice<UInt8>, keep: (ArraySlice<UInt8>) -> Void) {
        var piece = piece
        while !piece.isEmpty {
            switch coming {
            case .head:
                let length = headLength
                fill(length, from: &piece)
                if box.count == length, length == headLength { begin(keep) }
            case .whole(let length):
                fill(length, from: &piece)
                if box.count == length { look(keep) }
            case .rest(let count, let isKept):
                let taken = piece.prefix(count)
                piece = piece.dropFirst(taken.count)
                if isKept { keep(taken) }
                coming = taken.count == count ? .head : .rest(count - taken.count, isKept: isKept)
            case .nothing: return
            }
        }
    }

    private mutating func fill(_ length: Int, from piece: inout ArraySlice<UInt8>) {
        let taken = piece.prefix(length - box.count)
        box += taken
        piece = piece.dropFirst(taken.count)
    }

    /// A size of 1 means that a 64-bit size follows.
    private var headLength: Int { box.count >= 8 && Self.number(box[..<4]) == 1 ? 16 : 8 }

    /// Parses the header of a box.
    private mutating func begin(_ keep: (ArraySlice<UInt8>) -> Void) {
        let size = Self.number(box.count == 16 ? box[8...] : box[..<4])
        guard let size = Int(exactly: size), size >= box.count else { return coming = .nothing }
        switch String(decoding: box[4..<8], as: UTF8.self) {
        case "ftyp", "moov", "moof":
            coming = size <= Self.boxLimit ? .whole(size) : .nothing
            if box.count == size { look(keep) }
        case let type:
            let isKept = type == "mdat"
            if isKept { keep(box[...]) }
            hasFragments = hasFragments || isKept
            coming = size > box.count ? .rest(size - box.count, isKept: isKept) : .head
            box = []
        }
    }

    /// Parses a complete examined box.
    private mutating func look(_ keep: (ArraySlice<UInt8>) -> Void) {
        let bytes = box
        (box, coming) = ([], .head)
        guard let box = Self.boxes(in: bytes, 0..<bytes.count)?.first else { return coming = .nothing }
        switch box.type {
        case "moov":
            scale = Self.inner(["trak", "mdia", "mdhd"], of: box, in: bytes).flatMap { Self.scale(bytes[$0.body]) }
            beginning += scale.flatMap { Self.edited(box, in: bytes, shift: shift, scale: $0) } ?? bytes
        case "moof":
            keep(bytes[...])
            hasFragments = true
            guard shown == nil,
                let decoded = Self.inner(["traf", "tfdt"], of: box, in: bytes).flatMap({ Self.decodingTime(bytes[$0.body]) })
            else { return }
            shown = decoded &+ (Self.inner(["traf", "trun"], of: box, in: bytes).flatMap { Self.firstOffset(bytes[$0.body]) } ?? 0)
        default: beginning += bytes
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

    /// Descends to the first box of each name.
    private static func inner(_ names: [String], of box: Box, in bytes: [UInt8]) -> Box? {
        names.reduce(Optional(box)) { box, name in box.flatMap { boxes(in: bytes, $0.body)?.first { $0.type == name } } }
    }

    /// The time scale in units per second, from a `mdhd` (section 8.4.2).
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

    /// The offset of the first sample of a `trun`, in the order of its optional fields; nil if there is none.
    private static func firstOffset(_ body: ArraySlice<UInt8>) -> UInt64? {
        guard body.count >= 8 else { return nil }
        let flags = number(body.dropFirst(1).prefix(3))
        guard flags & 0x800 != 0 else { return nil }
        let before = [0x1, 0x4, 0x100, 0x200, 0x400].count { flags & $0 != 0 }
        let offset = body.dropFirst(8 + 4 * before).prefix(4)
        return offset.count == 4 ? number(offset) : nil
    }

    /// The `moov` with an edit list in its track that starts presentation at the shift (section 8.6.6). Returns nil if nothing needs to
    /// change.
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
