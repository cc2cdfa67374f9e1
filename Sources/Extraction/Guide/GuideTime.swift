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
        let bytes = Array(text.utf8)
        var at = bytes.prefix { $0 <= 0x20 }.count
        var digits: [Int] = []
        while at < bytes.count, let digit = bytes[at].digit, digits.count < 15 {
            digits.append(digit)
            at += 1
        }
        guard let local = Self.seconds(of: digits) else {
            throw digits.isEmpty && at == bytes.count ? .noTime : .impossibleTime(String(text.prefix(40)))
        }
        let zone = String(decoding: bytes[at...], as: UTF8.self).trimmingWhitespace()
        if zone.isEmpty {
            self = .local(local)
        } else if let offset = Self.offset(of: zone) {
            self = .moment(local - offset)
        } else {
            throw .unknownZone(String(zone.prefix(20)))
        }
    }

    /// `YYYY`, `YYYYMM` … `YYYYMMDDhhmmss`.
    private static func seconds(of digits: [Int]) -> Int64? {
        guard digits.count >= 4, digits.count <= 14, digits.count.isMultiple(of: 2) else { return nil }
        func pair(_ at: Int, _ missing: Int) -> Int { at < digits.count ? digits[at] * 10 + digits[at + 1] : missing }
        let (hour, minute, second) = (pair(8, 0), pair(10, 0), pair(12, 0))
        guard let date = CalendarDate(year: pair(0, 0) * 100 + pair(2, 0), month: pair(4, 1), day: pair(6, 1)) else { return nil }
        return seconds(on: date, hour, minute, second)
    }

    /// nil for what no clock shows.
    static func seconds(on date: CalendarDate, _ hour: Int, _ minute: Int, _ second: Int = 0) -> Int64? {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        return Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Seconds east of Greenwich: `+0130`, `-5`, `+05:30`, `Z`, `BST`; nil if it isn't known.
    static func offset(of zone: String) -> Int64? {
        if let hours = names[zone.uppercased()] { return Int64(hours * 3600) }
        var bytes = Array(zone.utf8)
        var sign: Int64 = 1
        if let first = bytes.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            sign = first == UInt8(ascii: "-") ? -1 : 1
            bytes.removeFirst()
        }
        if bytes.count == 5, bytes[2] == UInt8(ascii: ":") { bytes.remove(at: 2) }
        let digits = bytes.compactMap(\.digit)
        guard digits.count == bytes.count, (1...4).contains(digits.count) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + $1 }
        let (hours, minutes) = digits.count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 15, minutes <= 59 else { return nil }
        return sign * Int64(hours * 3600 + minutes * 60)
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

extension UInt8 {
    var digit: Int? { (0x30...0x39).contains(self) ? Int(self - 0x30) : nil }
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
