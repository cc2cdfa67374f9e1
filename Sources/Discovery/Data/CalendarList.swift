import Extraction

/// A calendar's events as rows: the properties of interest to people, under readable names.
enum CalendarList {
    private static let properties = [
        ("SUMMARY", "title"), ("DTSTART", "start"), ("DTEND", "end"), ("DUE", "due"), ("COMPLETED", "completed"), ("LOCATION", "location"),
        ("STATUS", "status"), ("CATEGORIES", "categories"), ("DESCRIPTION", "description"), ("URL", "url"), ("GEO", "position"),
        ("RRULE", "repeats"), ("UID", "uid"), ("RECURRENCE-ID", "instance"),
    ]

    static func list(of calendar: CalendarDocument, _ bounds: DiscoveryBounds, _ steps: Steps) -> DataList {
        var (calendar, rows) = (calendar, [DataRow]())
        if calendar.rows.count > bounds.rows { steps.note(.rows) }
        let clocks = properties.map { calendar.hasClocks($0.0) }
        for event in calendar.rows.prefix(bounds.rows) {
            guard steps.take(2 * event.properties.count) else { break }
            var row = DataRow()
            for ((property, name), areMoments) in zip(properties, clocks) {
                let texts = calendar.texts(event, property, areMoments: areMoments).map(\.squeezed).filter { !$0.isEmpty }
                guard let first = texts.first else { continue }
                let isList = property == "CATEGORIES"
                let text = isList ? texts.joined(separator: ", ") : first
                row.add(name, Column.Cell(text: text, texts: isList ? texts : nil), at: [[property]])
            }
            rows.append(row)
        }
        return DataList(rows: rows, count: calendar.rows.count, readings: [.calendar(part: calendar.part)])
    }
}
