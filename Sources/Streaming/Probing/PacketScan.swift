import Records
import Synchronization

/// Finds where a file can be cut, and its sizes, from ffprobe's list of packets, one per line: `stream,pts,dts,duration,size,flags`, times
/// in seconds or `N/A`.
///
/// Input comes in chunks of any size. Stores one line and the resulting pieces, not the packets.
final class PacketScan: Sendable {
    /// The minimum length of a piece, about that of a segment.
    static let pieceLength = MediaTime(seconds: 4)
    private static let pieceLimit = 100_000
    private static let lineLimit = 1024
    /// The maximum packet size in bytes in ffmpeg.
    private static let sizeLimit = Int64(Int32.max)

    private struct State {
        var line: [UInt8] = []
        var pieces: [MediaCuts.Piece] = []
        var lastKey: MediaTime?
        /// Key frames have no times or aren't in order, so the file can't be cut.
        var isBroken = false
        var pictureEnd: MediaTime?
        var sounds: [Int: Heard] = [:]
    }

    /// The state of an audio track.
    private struct Heard {
        var span: MediaCuts.Span
        /// The start of its last packet, and the distance from the previous one.
        var last: MediaTime
        var step = MediaTime.zero
        var measure = FlowMeasure()
    }

    private let origin: MediaTime
    private let picture: MediaTracks.Picture?
    private let sound: Int?
    private let sounds: Set<Int>
    /// The end according to the container.
    private let statedEnd: MediaTime?
    private let state = Mutex(State())

    init(_ tracks: MediaTracks) {
        (origin, picture, sound) = (tracks.origin, tracks.picture, tracks.sound?.stream)
        (sounds, statedEnd) = (Set(tracks.sounds.map(\.stream)), tracks.statedDuration)
    }

    func take(_ bytes: ArraySlice<UInt8>) {
        state.withLock { state in
            for byte in bytes {
                if byte == UInt8(ascii: "\n") {
                    read(state.line[...], &state)
                    state.line.removeAll(keepingCapacity: true)
                } else if state.line.count < Self.lineLimit {
                    state.line.append(byte)
                }
            }
        }
    }

    func finish() -> MediaCuts {
        state.withLock { state in
            if !state.line.isEmpty { read(state.line[...], &state) }
            var pieces = state.isBroken ? [] : state.pieces
            if let last = pieces.indices.last, pieces[last].room == .zero, let end = state.pictureEnd {
                pieces[last].room = end - pieces[last].start
            }
            let spans = state.sounds.mapValues(ended)
            let span = sound.flatMap { spans[$0] }
            return MediaCuts(
                pieces: pieces, pictureEnd: state.pictureEnd, soundStart: span?.start, soundEnd: span?.end,
                soundFlow: span?.flow, sounds: spans.count > 1 ? spans : nil)
        }
    }

    /// Some containers give every packet the same length, including the last: if the file ends inside that packet, it ends with the file.
    private func ended(_ heard: Heard) -> MediaCuts.Span {
        var span = heard.span
        span.flow = heard.measure.flow
        if let statedEnd, heard.last < statedEnd, statedEnd < span.end { span.end = statedEnd }
        return span
    }

    private func read(_ line: ArraySlice<UInt8>, _ state: inout State) {
        let fields = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard fields.count >= 6, let stream = Self.number(fields[0]) else { return }
        let size = Int(min(Self.number(fields[4]) ?? 0, Self.sizeLimit))
        let shown = Self.time(fields[1])
        guard let time = (shown ?? Self.time(fields[2])).map({ $0 - origin }) else {
            if Int(stream) == picture?.stream { count(isKey: false, nil, size, &state) }
            return
        }
        let length = Self.time(fields[3])
        switch Int(stream) {
        case picture?.stream:
            let frameDuration = picture?.rate.map { MediaTime(seconds: 1 / $0.perSecond) } ?? .zero
            state.pictureEnd = max(state.pictureEnd ?? .zero, time + (length ?? frameDuration))
            count(isKey: fields[5].first == UInt8(ascii: "K"), shown == nil ? nil : time, size, &state)
        case let stream where sounds.contains(stream): hear(time, length, size, &state.sounds[stream])
        default: return
        }
    }

    /// Records an audio packet. Without a length, the distance from the previous packet is used.
    private func hear(_ time: MediaTime, _ length: MediaTime?, _ size: Int, _ heard: inout Heard?) {
        var known = heard ?? Heard(span: .init(start: time, end: max(.zero, time + (length ?? .zero))), last: time)
        known.measure.add(size, at: time)
        if time > known.last { (known.step, known.last) = (time - known.last, time) }
        known.span.start = min(known.span.start, time)
        known.span.end = max(known.span.end, time + (length ?? known.step))
        heard = known
    }

    /// Records a video packet. Packets before the first key frame can't be shown.
    private func count(isKey: Bool, _ time: MediaTime?, _ size: Int, _ state: inout State) {
        if isKey {
            guard let time, state.lastKey.map({ $0 < time }) ?? true, state.pieces.count < Self.pieceLimit else {
                state.isBroken = true
                return
            }
            state.lastKey = time
            let piece = MediaCuts.Piece(start: time, room: .zero, packets: 0, bytes: 0, keys: 0)
            if let last = state.pieces.last {
                if last.room == .zero { state.pieces[state.pieces.count - 1].room = time - last.start }
                if time - last.start >= Self.pieceLength { state.pieces.append(piece) }
            } else {
                state.pieces.append(piece)
            }
        }
        guard let last = state.pieces.indices.last else { return }
        state.pieces[last].packets += 1
        state.pieces[last].bytes? += size
        if isKey { state.pieces[last].keys? += 1 }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.count <= 15 else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// `-1.023000`
    private static func time(_ text: ArraySlice<UInt8>) -> MediaTime? {
        let isNegative = text.first == UInt8(ascii: "-")
        let parts = (isNegative ? text.dropFirst() : text).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 6, let whole = number(parts[0]), whole < 1_000_000_000, let rest = number(parts[1]) else {
            return nil
        }
        let microseconds = whole * 1_000_000 + rest
        return MediaTime(microseconds: isNegative ? -microseconds : microseconds)
    }
}
