/// A day in the Gregorian calendar, without a time and without a zone: what an official list means by "07-Mar-12".
package struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let year: Int16
    /// 1…12.
    package let month: UInt8
    /// 1…31, and never past the month's end.
    package let day: UInt8

    /// nil if there is no such day.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.year = Int16(year)
        self.month = UInt8(month)
        self.day = UInt8(day)
    }

    /// Parses ISO 8601's `2012-03-07`; nil for anything else.
    package init?(iso text: some StringProtocol) {
        var text = String(text)
        guard let date = text.withUTF8({ CalendarDate(isoBytes: $0) }) else { return nil }
        self = date
    }

    /// The same for a text's bytes.
    package init?(isoBytes bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for place in range {
                guard let digit = bytes[place].digit else { return nil }
                value = value * 10 + digit
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// `2012-03-07`.
    package var description: String {
        String(unsafeUninitializedCapacity: 10) { write(to: $0) }
    }

    /// Writes `description`, ten bytes, if they fit. Returns the number of bytes written.
    @discardableResult
    package func write(to bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        func write(_ value: Int, _ digits: Range<Int>) {
            var value = value
            for place in digits.reversed() {
                bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                value /= 10
            }
        }
        write(Int(year), 0..<4)
        bytes[4] = UInt8(ascii: "-")
        write(Int(month), 5..<7)
        bytes[7] = UInt8(ascii: "-")
        write(Int(day), 8..<10)
        return 10
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year.isMultiple(of: 4) && !year.isMultiple(of: 100)) || year.isMultiple(of: 400) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01, by Howard Hinnant's `days_from_civil`
    /// (https://howardhinnant.github.io/date_algorithms.html).
    package var daysSince1970: Int {
        let shiftedYear = Int(year) - (month <= 2 ? 1 : 0)
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (Int(month) + (month > 2 ? -3 : 9)) + 2) / 5 + Int(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day this many days after 1970-01-01, by the same author's `civil_from_days`; nil before year 1 and after year 9999.
    package init?(daysSince1970 days: Int) {
        guard (-719_162...2_932_896).contains(days) else { return nil }
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        self.init(year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension UInt8 {
    /// The value of an ASCII digit; nil for any other byte.
    package var digit: Int? { (0x30...0x39).contains(self) ? Int(self - 0x30) : nil }
}

extension [UInt8] {
    /// Appends `value`, zero-padded to at least `width` digits; `value` is not negative.
    mutating func appendDigits(of value: Int, width: Int) {
        var (unit, digits) = (1, 1)
        while value / unit >= 10 { (unit, digits) = (unit * 10, digits + 1) }
        for _ in 0..<Swift.max(0, width - digits) { append(UInt8(ascii: "0")) }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / unit % 10))
            unit /= 10
        }
    }
}
