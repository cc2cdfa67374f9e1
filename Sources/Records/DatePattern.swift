/// How a source writes a date, as a pattern of Unicode's date field symbols: `dd-MMM-yy`, `d/M/yyyy`.
///
/// Fields: `yyyy`, `yy`, `MMMM` (March), `MMM` (Mar), `MM`, `M`, `dd`, `d`; everything else stands for itself, letters in
/// single quotes. Month names are English, in any case. Two-digit years lie in 1970…2069.
/// Source: Unicode TR 35, part 4, "Date Field Symbol Table". Works on bytes, without allocating, because a list has tens of
/// thousands of dates.
package struct DatePattern: Hashable, Sendable {
    package let source: String
    private let parts: [Part]

    private enum Part: Hashable {
        case year(digits: Int)
        case month, monthName
        case day
        case literal(UInt8)
    }

    /// Throws a sentence that names what is wrong with the pattern.
    package init(_ source: String) throws(DatePatternError) {
        var parts: [Part] = []
        var rest = Array(source.utf8)[...]
        var quoted = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "'") {
                quoted.toggle()
                rest.removeFirst()
                continue
            }
            let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            guard isLetter, !quoted else {
                parts.append(.literal(byte))
                rest.removeFirst()
                continue
            }
            let run = rest.prefix { $0 == byte }.count
            rest.removeFirst(run)
            switch (byte, run) {
            case (UInt8(ascii: "y"), 2), (UInt8(ascii: "y"), 4): parts.append(.year(digits: run))
            case (UInt8(ascii: "M"), 1...2): parts.append(.month)
            case (UInt8(ascii: "M"), 3...4): parts.append(.monthName)
            case (UInt8(ascii: "d"), 1...2): parts.append(.day)
            default:
                let field = String(repeating: Character(Unicode.Scalar(byte)), count: run)
                throw DatePatternError(detail: "'\(field)' is not a field of a date pattern; there are yyyy, yy, MMMM, MMM, MM, M, dd, d")
            }
        }
        let kinds = parts.compactMap { part -> Int? in
            switch part {
            case .year: 0
            case .month, .monthName: 1
            case .day: 2
            case .literal: nil
            }
        }
        guard kinds.sorted() == [0, 1, 2], !quoted else {
            throw DatePatternError(detail: "a date pattern needs one year, one month and one day, like dd-MMM-yy")
        }
        self.source = source
        self.parts = parts
    }

    /// The date that `text` writes, or nil if it is not written so, or no such day exists.
    package func date(from text: some StringProtocol) -> CalendarDate? {
        var text = String(text)
        return text.withUTF8 { date(from: $0) }
    }

    private func date(from bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
        var at = 0
        var (year, month, day) = (0, 0, 0)
        for part in parts {
            switch part {
            case .literal(let literal):
                guard at < bytes.count, bytes[at] == literal else { return nil }
                at += 1
            case .year(digits: 2):
                guard let value = Self.number(in: bytes, &at, digits: 2...2) else { return nil }
                year = value < 70 ? 2000 + value : 1900 + value
            case .year(let digits):
                guard let value = Self.number(in: bytes, &at, digits: digits...digits) else { return nil }
                year = value
            case .month:
                guard let value = Self.number(in: bytes, &at, digits: 1...2) else { return nil }
                month = value
            case .monthName:
                guard let value = Self.monthName(in: bytes, &at) else { return nil }
                month = value
            case .day:
                guard let value = Self.number(in: bytes, &at, digits: 1...2) else { return nil }
                day = value
            }
        }
        guard at == bytes.count else { return nil }
        return CalendarDate(year: year, month: month, day: day)
    }

    private static func number(in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int, digits: ClosedRange<Int>) -> Int? {
        var value = 0
        let start = at
        while at < bytes.count, at - start < digits.upperBound, (0x30...0x39).contains(bytes[at]) {
            value = value * 10 + Int(bytes[at] - 0x30)
            at += 1
        }
        return at - start >= digits.lowerBound ? value : nil
    }

    /// The longest name that fits, so that "March" is not read as "Mar" followed by "ch".
    private static func monthName(in bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Int? {
        for (index, name) in monthNames.enumerated() {
            for length in [name.count, 3] where at + length <= bytes.count {
                if (0..<length).allSatisfy({ bytes[at + $0] | 0x20 == name[$0] }) {
                    at += length
                    return index + 1
                }
            }
        }
        return nil
    }

    private static let monthNames: [[UInt8]] = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ].map { Array($0.utf8) }
}

package struct DatePatternError: Error, CustomStringConvertible {
    package let detail: String
    package var description: String { detail }
}
