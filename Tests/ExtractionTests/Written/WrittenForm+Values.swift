import Foundation

extension WrittenForm {
    /// A decimal mark and a group mark with how boards name it.
    private static let marks: [(decimal: String, group: String?, name: String)] = [
        (".", nil, ""), (",", nil, ""), (".", ",", ","), (",", ".", "."), (",", "\u{A0}", "blank"), (",", " ", "blank"), (".", "'", "'"),
        (".", "’", "'"),
    ]

    /// A number as plain digits, `-1234.5`, and as a source writes it.
    private static func number(
        _ mark: (decimal: String, group: String?, name: String), isIndian: Bool, fraction: Int, _ dice: inout Dice
    ) -> (plain: String, written: String) {
        let whole = dice.oneIn(4) ? "0" : "\(dice.number(1...9))" + dice.word("0123456789", 0...9)
        var tail = dice.word("0123456789", fraction...fraction)
        if tail.last == "0" { tail = tail.dropLast() + "5" }
        let isNegative = dice.oneIn(3) && (whole != "0" || !tail.isEmpty)
        let sign = isNegative ? dice.one(of: ["-", "\u{2212}"]) : ""
        let isGrouped = mark.group != nil && !dice.oneIn(4)
        let digits = isGrouped ? whole.grouped(by: mark.group ?? "", isIndian: isIndian) : whole
        let plain = (isNegative ? "-" : "") + whole + (tail.isEmpty ? "" : "." + tail)
        return (plain, sign + digits + (tail.isEmpty ? "" : mark.decimal + tail))
    }

    static func numbers(_ dice: inout Dice) -> WrittenForm {
        let mark = dice.one(of: marks)
        let isIndian = mark.group == "," && dice.oneIn(3)
        var options = "decimal: '\(mark.decimal)'"
        if mark.group != nil { options += ", group: \(mark.name == "blank" ? "blank" : "\"\(mark.name)\"")" }
        if isIndian { options += ", groups: indian" }
        let numbers = (0..<dice.number(1...6)).map { _ in number(mark, isIndian: isIndian, fraction: dice.number(0...4), &dice) }
        return WrittenForm(
            "delimited: { separator: ';' }", "{ n: { type: number, \(options) } }", "n\n" + numbers.map { $0.written + "\n" }.joined(),
            numbers.map { [$0.plain] })
    }

    /// With two digits behind the mark, nothing but the currency is said.
    static func amounts(_ dice: inout Dice) -> WrittenForm {
        let mark = dice.one(of: marks)
        let (currency, signs) = dice.one(of: [
            ("EUR", ["€", "EUR"]), ("GBP", ["£", "GBP"]), ("CHF", ["CHF", "Fr."]), ("PLN", ["zł", "PLN"]),
        ])
        let amounts = (0..<dice.number(1...6)).map { _ in number(mark, isIndian: false, fraction: 2, &dice) }
        let written = amounts.map { amount in
            let sign = dice.one(of: signs)
            return dice.oneIn(2)
                ? "\(amount.written)\(dice.one(of: ["", " ", "\u{A0}"]))\(sign)" : "\(sign)\(dice.one(of: ["", " "]))\(amount.written)"
        }
        return WrittenForm(
            "delimited: { separator: ';' }", "{ p: { type: money, currency: \(currency) } }", "p\n" + written.map { $0 + "\n" }.joined(),
            amounts.map { ["\($0.plain) \(currency)"] })
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    static func dates(_ dice: inout Dice) -> WrittenForm {
        let pattern = dice.one(of: [
            "yyyy-MM-dd", "d.M.yyyy", "dd/MM/yyyy", "M/d/yyyy", "dd-MMM-yy", "d MMMM yyyy", "MMMM d, yyyy", "yyyyMMdd", "EEEE d MMM yyyy",
        ])
        let dates = (0..<dice.number(1...4)).map { _ in (dice.number(1970...2068), dice.number(1...12), dice.number(1...28)) }
        let written = dates.map { year, month, day in
            let name = months[month - 1]
            // Each sign of the pattern once, by its length.
            return pattern.replacing(/E+|y+|M+|d+/) { run in
                switch (run.output.first, run.output.count) {
                case ("y", 2): (year % 100).digits(2)
                case ("y", _): "\(year)"
                case ("M", 4): name
                case ("M", 3): String(name.prefix(3))
                case ("M", let count): month.digits(count)
                case ("d", let count): day.digits(count)
                default: "Tuesday"
                }
            }
        }
        // Two digits mean the century that the reader takes them for, up to 2068 from 1969.
        return WrittenForm(
            "delimited: { separator: ';' }", "{ d: { type: date, format: '\(pattern)' } }", "d\n" + written.map { $0 + "\n" }.joined(),
            dates.map { year, month, day in ["\(year)-\(month.digits(2))-\(day.digits(2))"] })
    }

    /// A moment of UTC, and the same at an offset of quarters of an hour.
    private static func moment(_ dice: inout Dice) -> (seconds: Int, offset: Int) {
        (dice.number(946_684_800...2_145_916_800) / 60 * 60 + dice.number(0...59), dice.number(-48...56) * 900)
    }

    private static func clock(_ seconds: Int) -> (day: DateComponents, text: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second, .weekday], from: Date(timeIntervalSince1970: Double(seconds)))
        let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second].map { $0 ?? 0 }
        return (parts, numbers.enumerated().map { $1.digits($0 == 0 ? 4 : 2) }.joined(separator: " "))
    }

    private static func zone(_ offset: Int, _ colon: String) -> String {
        (offset < 0 ? "-" : "+") + (abs(offset) / 3600).digits(2) + colon + (abs(offset) / 60 % 60).digits(2)
    }

    private static func utc(_ seconds: Int) -> String {
        let parts = clock(seconds).text.split(separator: " ")
        return "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z"
    }

    static func moments(_ dice: inout Dice) -> WrittenForm {
        let form = dice.number(0...3)
        let moments = (0..<dice.number(1...4)).map { _ in moment(&dice) }
        let written = moments.map { seconds, offset -> String in
            let (day, text) = clock(seconds + offset)
            let parts = text.split(separator: " ")
            switch form {
            case 0: return "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])\(offset == 0 ? "Z" : zone(offset, ":"))"
            case 1:
                let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][(day.weekday ?? 1) - 1]
                let month = months[(day.month ?? 1) - 1].prefix(3)
                return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]):\(parts[4]):\(parts[5]) \(zone(offset, ""))"
            case 2: return "\(seconds)"
            default: return "\(seconds)000"
            }
        }
        let options = form < 2 ? "" : form == 2 ? ", format: seconds" : ", format: milliseconds"
        return WrittenForm(
            "delimited: { separator: '|' }", "{ t: { type: timestamp\(options) } }", "t\n" + written.map { $0 + "\n" }.joined(),
            moments.map { [utc($0.seconds)] })
    }

    static func guide(_ dice: inout Dice) -> WrittenForm {
        var (rows, elements) = ([[String?]](), "")
        for number in 0..<dice.number(1...5) {
            let (start, offset) = (1_789_999_980 + number * 36_000 + dice.number(0...300) * 60, dice.number(-48...56) * 900)
            let form = dice.number(0...3)
            func time(_ seconds: Int) -> String {
                let parts = clock(seconds + offset).text.split(separator: " ")
                switch form {
                case 0: return parts.joined() + " " + zone(offset, "")
                case 1: return parts.dropLast().joined() + " " + zone(offset, "")
                case 2: return parts.joined() + zone(offset, "")
                default:
                    return
                        "\(parts[0])-\(parts[1])-\(parts[2])\(dice.one(of: ["T", " "]))\(parts[3]):\(parts[4]):\(parts[5])\(zone(offset, ":"))"
                }
            }
            elements += "<programme channel='c' start='\(time(start))' stop='\(time(start + 1800))'><title>\(number)</title></programme>"
            rows.append(["c", utc(start), utc(start + 1800), "\(number)"])
        }
        return WrittenForm(
            "xmltv: {}", "{ channel: { type: text }, start: { type: timestamp }, stop: { type: timestamp }, title: { type: text } }",
            "<tv>\(elements)</tv>", rows)
    }
}
