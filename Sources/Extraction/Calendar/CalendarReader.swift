import Records

/// A component of a calendar: an event, a task, the description of a zone. Source: RFC 5545, section 3.6.
package struct CalendarComponent: Sendable {
    /// In upper case: `VEVENT`.
    package let name: String
    package fileprivate(set) var properties: [CalendarProperty] = []
    /// Alarms, and the standard and daylight parts of a zone.
    fileprivate(set) var components: [CalendarComponent] = []

    init(name: String) { self.name = name }

    package func all(_ name: String) -> [CalendarProperty] { properties.filter { $0.name == name } }
    func first(_ name: String) -> CalendarProperty? { properties.first { $0.name == name } }
}

/// Parses iCalendar text in UTF-8, in chunks of any size, to its components, each at its end; before them the calendar with its own
/// properties, without components. Source: RFC 5545, section 3.4.
///
/// Memory is one component. Throws `ExtractionError`: `wrongFormat`; `truncated` before the end of the calendar; `damaged` if a component
/// ends that hasn't begun; `limit`.
package struct CalendarReader {
    /// With its properties that haven't been returned yet, such as `X-WR-CALNAME`.
    private var calendar = CalendarComponent(name: "VCALENDAR")
    /// A line that may continue in the next one.
    private var line: [UInt8] = []
    /// The received part of the next line.
    private var rest: [UInt8] = []
    private var lineNumber = 0
    /// The open components, outermost first, without the calendar.
    private var open: [CalendarComponent] = []
    private var openBytes = 0
    private var (isInside, hasEnded) = (false, false)

    private enum Limits {
        static let (line, part, properties, depth) = (1 << 20, 8 << 20, 5000, 8)
    }

    package init() {}

    package mutating func append(_ text: [UInt8], _ receive: (CalendarComponent) throws -> Void) throws {
        rest += text
        var start = 0
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try parse(rest[start..<end], receive)
            start = end + 1
        }
        rest.removeFirst(start)
        guard rest.count <= Limits.line else { throw tooLong() }
    }

    package mutating func finish(_ receive: (CalendarComponent) throws -> Void) throws {
        if !rest.isEmpty { try parse(rest[...], receive) }
        rest = []
        try lineEnded(receive)
        guard lineNumber > 0, isInside || hasEnded else {
            throw ExtractionError(.wrongFormat, "isn't a calendar: BEGIN:VCALENDAR is missing")
        }
        guard !isInside else { throw ExtractionError(.truncated, "the calendar ends too early: END:VCALENDAR is missing") }
    }

    /// A line continues in the next if that begins with a blank.
    private mutating func parse(_ bytes: ArraySlice<UInt8>, _ receive: (CalendarComponent) throws -> Void) throws {
        lineNumber += 1
        let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        if bytes.first == UInt8(ascii: " ") || bytes.first == UInt8(ascii: "\t") {
            guard line.count + bytes.count <= Limits.line else { throw tooLong() }
            line += bytes.dropFirst()
        } else {
            try lineEnded(receive)
            line = Array(bytes)
        }
    }

    private mutating func lineEnded(_ receive: (CalendarComponent) throws -> Void) throws {
        defer { line = [] }
        let text = String(decoding: line, as: UTF8.self)
        // Blank lines, and lines without a name, are skipped, as in other programs.
        guard let property = CalendarProperty(line: text) else {
            if !isInside, !hasEnded, text.contains(where: { !$0.isWhitespace }) {
                throw ExtractionError(.wrongFormat, "isn't a calendar: it begins with “\(text.limited(to: 60))”")
            }
            return
        }
        let part = property.value.trimmingWhitespace().uppercased()
        switch (property.name, part) {
        case ("BEGIN", "VCALENDAR"): isInside = true
        case _ where !isInside:
            guard !hasEnded else { throw damaged("goes on behind its end") }
            throw ExtractionError(.wrongFormat, "isn't a calendar: it begins with “\(text.limited(to: 60))”")
        case ("END", "VCALENDAR"):
            guard open.isEmpty else { throw damaged("ends inside of \(open[open.count - 1].name)") }
            (isInside, hasEnded) = (false, true)
            try handOutCalendar(receive)
        case ("BEGIN", _):
            guard open.count < Limits.depth else { throw ExtractionError(.limit, "line \(lineNumber): parts within parts, too deep") }
            if open.isEmpty { try handOutCalendar(receive) }
            open.append(CalendarComponent(name: part))
        case ("END", _):
            guard let ended = open.popLast(), ended.name == part else { throw damaged("END:\(part.limited(to: 40)) without its beginning") }
            if open.isEmpty {
                openBytes = 0
                try receive(ended)
            } else {
                open[open.count - 1].components.append(ended)
            }
        default: try add(property)
        }
    }

    private mutating func handOutCalendar(_ receive: (CalendarComponent) throws -> Void) throws {
        guard !calendar.properties.isEmpty else { return }
        let own = calendar
        calendar.properties = []
        try receive(own)
    }

    private mutating func add(_ property: CalendarProperty) throws {
        guard !open.isEmpty else {
            if calendar.properties.count < 100 { calendar.properties.append(property) }
            return
        }
        openBytes += line.count
        guard openBytes <= Limits.part, open[open.count - 1].properties.count < Limits.properties else {
            throw ExtractionError(.limit, "line \(lineNumber): \(open[0].name) has more than \(Limits.part >> 20) MB, or too many lines")
        }
        open[open.count - 1].properties.append(property)
    }

    private func tooLong() -> ExtractionError {
        ExtractionError(.limit, "line \(lineNumber + 1) is longer than \(Limits.line >> 20) MB")
    }

    private func damaged(_ what: String) -> ExtractionError {
        ExtractionError(.damaged, "line \(lineNumber): the calendar \(what)")
    }
}
