import Records

/// A whole calendar for inspection: its events, or its tasks if it has no events.
package struct CalendarDocument {
    /// The calendar's name; empty if it has none.
    package let title: String
    package let rows: [CalendarComponent]
    /// The value of `rows` for the extractor `icalendar`.
    package let part: String
    private var zones = CalendarZones()

    /// - Parameter limit: Limit of events. Throws `ExtractionError`.
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

    /// The texts of a property as `icalendar` reads them; with `areMoments`, as for a field of moments.
    package mutating func texts(_ row: CalendarComponent, _ property: String, areMoments: Bool) -> [String] {
        zones.texts(of: row, at: CalendarRows.Path(property: property, parameter: nil), for: areMoments ? .timestamp : .text)
    }

    /// Whether a property has a time of day in any row, and not only a day.
    package func hasClocks(_ property: String) -> Bool {
        rows.contains { $0.all(property).contains { $0.time?.time != nil } }
    }
}
