import Records

/// A time of XMLTV: `20261025013000 +0100`, any initial part of the fourteen digits, and a zone or none.
///
/// Source: xmltv.dtd, "Dates and times", https://github.com/XMLTV/xmltv/blob/master/xmltv.dtd. Names of zones follow common usage; `IST`, which means three
/// zones, is none of them.
enum GuideTime: Hashable {
    /// Seconds from 1970.
    case moment(Int64)
    /// What a clock shows, in seconds as if it were UTC: the source names no zone.
    case local(Int64)

    init(_ text: some StringProtocol) throws(Refusal) {
        let bytes = text.utf8
        var at = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
        // All digits are one number: a listing has hundreds of thousands of times.
        var (number, count) = (0, 0)
        while at < bytes.endIndex, count < 15, let digit = bytes[at].digit {
            (number, count) = (number * 10 + digit, count + 1)
            at = bytes.index(after: at)
        }
        guard let local = Self.seconds(of: number, count) else {
            throw count == 0 && at == bytes.endIndex ? .noTime : .impossibleTime(String(text.prefix(40)))
        }
        while at < bytes.endIndex, bytes[at] <= 0x20 { at = bytes.index(after: at) }
        let zone = String(text[at...]).trimmingWhitespace()
        if zone.isEmpty {
            self = .local(local)
        } else if let offset = Self.offset(of: zone) {
            self = .moment(local - offset)
        } else {
            throw .unknownZone(String(zone.prefix(20)))
        }
    }

    /// The same of UTF-8. Nearly all times of a listing are written in full, like `20261025013000 +0100`.
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

    /// `YYYY`, `YYYYMM` … `YYYYMMDDhhmmss`, so many digits.
    private static func seconds(of number: Int, _ count: Int) -> Int64? {
        guard (4...14).contains(count), count.isMultiple(of: 2) else { return nil }
        let missing = (count..<14).reduce(1) { power, _ in power * 10 }
        // The first of January at midnight, as far as that is missing.
        let whole = number * missing + 101_000_000 % missing
        func pair(_ unit: Int) -> Int { whole / unit % 100 }
        guard let date = CalendarDate(year: whole / 10_000_000_000, month: pair(100_000_000), day: pair(1_000_000)) else { return nil }
        return seconds(on: date, pair(10_000), pair(100), pair(1))
    }

    /// nil for what no clock shows.
    static func seconds(on date: CalendarDate, _ hour: Int, _ minute: Int, _ second: Int = 0) -> Int64? {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Seconds east of Greenwich: `+0130`, `-5`, `+05:30`, `Z`, `BST`; nil if it isn't known.
    static func offset(of zone: String) -> Int64? {
        let bytes = zone.utf8
        let isWest = bytes.first == UInt8(ascii: "-")
        var (number, count, hasColon) = (0, 0, false)
        for byte in isWest || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...] {
            if let digit = byte.digit, count < 4 {
                (number, count) = (number * 10 + digit, count + 1)
            } else if byte == UInt8(ascii: ":"), count == 2, !hasColon {
                hasColon = true
            } else {
                return names[zone.uppercased()].map { Int64($0 * 3600) }
            }
        }
        guard hasColon ? count == 4 : count > 0 else { return nil }
        let (hours, minutes) = count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 15, minutes <= 59 else { return nil }
        return (isWest ? -1 : 1) * Int64(hours * 3600 + minutes * 60)
    }

    /// Hours east of Greenwich.
    private static let names: [String: Double] = [
        "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "BST": 1, "WEST": 1, "CET": 1, "MET": 1, "MEZ": 1, "CEST": 2, "MEST": 2, "MESZ": 2,
        "EET": 2,
        "EEST": 3, "MSK": 3, "TRT": 3, "SAST": 2, "GST": 4, "PKT": 5, "WIB": 7, "ICT": 7, "HKT": 8, "SGT": 8, "AWST": 8, "JST": 9, "KST": 9,
        "ACST": 9.5,
        "AEST": 10, "ACDT": 10.5, "AEDT": 11, "NZST": 12, "NZDT": 13, "BRT": -3, "ART": -3, "NDT": -2.5, "NST": -3.5, "ADT": -3, "AST": -4,
        "EDT": -4,
        "EST": -5, "CDT": -5, "CST": -6, "MDT": -6, "MST": -7, "PDT": -7, "PST": -8, "AKDT": -8, "AKST": -9, "HST": -10,
    ]
}

extension GuideTime {
    /// Why an element or a row of a guide is left out.
    enum Refusal: Error, Hashable {
        case noTime, noChannel, noTitle
        case impossibleTime(String)
        case unknownZone(String)
        case badRow(String)

        /// For whoever runs the source.
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
