import Records

/// A whole calendar, to be looked at: its events, or its tasks where it has no events.
package struct CalendarDocument {
    /// What the calendar is called; empty if it doesn't say.
    package let title: String
    package let rows: [CalendarComponent]
    /// As `rows` of the extractor `icalendar` has it.
    package let part: String
    private var zones = CalendarZones()

    /// - Parameter limit: Events that are kept at most.
    /// Throws `ExtractionError`.
    package init(_ document: [UInt8], charset: String? = nil, limit: Int) throws {
        var hints = DocumentHints.wholeFile
        hints.charset = charset
        var (input, reader, kinds, zones) = (TextInput(nil, hints), CalendarReader(), [String: [CalendarComponent]](), CalendarZones())
        func take(_ component: CalendarComponent) {
            zones.note(component)
            if kinds[component.name, default: []].count < limit { kinds[component.name, default: []].append(component) }
        }
        try reader.append(try input.decode(document), take)
        try reader.append(try input.finish(), take)
        try reader.finish(take)
        let part = [CalendarRows.Part.events, .tasks, .journal].first { $0.names.contains { kinds[$0]?.isEmpty == false } } ?? .events
        (rows, self.part, self.zones) = (part.names.flatMap { kinds[$0] ?? [] }, part.rawValue, zones)
        title = kinds["VCALENDAR"]?.lazy.compactMap { $0.first("X-WR-CALNAME")?.texts.first }.first ?? ""
    }

    /// The texts of a property as `icalendar` reads them: as moments where a field would be one.
    package mutating func texts(_ row: CalendarComponent, _ property: String, areMoments: Bool) -> [String] {
        zones.texts(of: row, at: CalendarRows.Path(property: property, parameter: nil), for: areMoments ? .timestamp : .text)
    }

    /// Whether one of the rows has a clock's time in a property, and not only a day.
    package func hasClocks(_ property: String) -> Bool {
        rows.contains { $0.all(property).contains { $0.time?.time != nil } }
    }
}
