import Records

/// An XMLTV time: `20261025013000 +0100`, any prefix of the fourteen digits, and an optional zone (`ZoneNames`). Some guides write ISO 8601
/// instead.
///
/// Source: xmltv.dtd, "Dates and times", https://github.com/XMLTV/xmltv/blob/master/xmltv.dtd.
enum GuideTime: Hashable {
    /// A moment in seconds since 1970.
    case moment(Int64)
    /// Local time, in seconds as if it were UTC: the source names no zone.
    case local(Int64)

    init(_ text: some StringProtocol) throws(Refusal) {
        if let iso = try Self.iso(text) {
            self = iso
            return
        }
        let bytes = text.utf8
        var at = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        // All digits are parsed as one number, because a listing has hundreds of thousands of times.
        var (number, count) = (0, 0)
        while at < bytes.endIndex, count < 15, let digit = bytes[at].digit {
            (number, count) = (number * 10 + digit, count + 1)
            at = bytes.index(after: at)
        }
        // `2026-12-03` isn't a year and a zone.
        let isDashed = count <= 6 && at < bytes.endIndex && bytes[at] == UInt8(ascii: "-")
        guard !isDashed, let local = Self.seconds(of: number, count) else {
            throw count == 0 && at == bytes.endIndex ? .noTime : .impossibleTime(String(text.prefix(40)))
        }
        self = try Self.time(local, zone: String(text[at...]))
    }

    /// nil if it doesn't begin like ISO 8601, with a day and a time: `2026-12-03T21:00:00+01:00`, `2026-12-03 20:00 +0100`.
    private static func iso(_ text: some StringProtocol) throws(Refusal) -> GuideTime? {
        let text = text.trimmingWhitespace()
        guard text.utf8.dropFirst(4).first == UInt8(ascii: "-"), let (clock, rest) = Timestamp.clock(iso: text) else { return nil }
        return try time(clock / 1000, zone: rest)
    }

    private static func time(_ local: Int64, zone: String) throws(Refusal) -> GuideTime {
        let zone = zone.trimmingWhitespace()
        if zone.isEmpty { return .local(local) }
        guard let offset = ZoneNames.offset(of: zone) else { throw .unknownZone(String(zone.prefix(20))) }
        return .moment(local - offset)
    }

    /// The same for UTF-8. Nearly all times of a listing are complete, like `20261025013000 +0100`.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<GuideTime, Refusal> {
        func number(_ places: Range<Int>) -> Int? {
            var number = 0
            for place in places {
                guard let digit = bytes[place].digit else { return nil }
                number = number * 10 + digit
            }
            return number
        }
        if bytes.count == 20, bytes[14] == 0x20, bytes[15] == UInt8(ascii: "+") || bytes[15] == UInt8(ascii: "-"),
            let time = number(0..<14), let local = seconds(of: time, 14), let zone = number(16..<20), zone / 100 <= 15, zone % 100 <= 59
        {
            let offset = Int64(zone / 100 * 3600 + zone % 100 * 60)
            return .success(.moment(bytes[15] == UInt8(ascii: "-") ? local + offset : local - offset))
        }
        do throws(Refusal) {
            return .success(try GuideTime(String(decoding: bytes, as: UTF8.self)))
        } catch {
            return .failure(error)
        }
    }

    /// `YYYY`, `YYYYMM` … `YYYYMMDDhhmmss`, with `count` digits.
    private static func seconds(of number: Int, _ count: Int) -> Int64? {
        guard (4...14).contains(count), count.isMultiple(of: 2) else { return nil }
        let missing = (count..<14).reduce(1) { power, _ in power * 10 }
        // Missing parts are those of 1 January at midnight.
        let whole = number * missing + 101_000_000 % missing
        func pair(_ unit: Int) -> Int { whole / unit % 100 }
        guard let date = CalendarDate(year: whole / 10_000_000_000, month: pair(100_000_000), day: pair(1_000_000)) else { return nil }
        return seconds(on: date, pair(10_000), pair(100), pair(1))
    }

    /// nil for times that no clock shows.
    static func seconds(on date: CalendarDate, _ hour: Int, _ minute: Int, _ second: Int = 0) -> Int64? {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }
}

extension GuideTime {
    /// Why an element or a row of a guide is skipped.
    enum Refusal: Error, Hashable {
        case noTime, noChannel, noTitle
        case impossibleTime(String)
        case unknownZone(String)
        case badRow(String)

        /// For the source's operator.
        var words: String {
            switch self {
            case .noTime: "no start"
            case .noChannel: "no channel"
            case .noTitle: "no title"
            case .impossibleTime(let text): "no time: “\(text)”"
            case .unknownZone(let text): "an unknown zone: “\(text)”"
            case .badRow(let words): words
            }
        }
    }
}
