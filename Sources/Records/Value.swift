/// One typed value of a record's field.
///
/// Sources publish text. Extraction converts it to a value before anything compares, stores or shows it, and rejects text that doesn't fit
/// the field's type (see `Field.value(from:)`).
package enum Value: Hashable, Sendable {
    case text(String)
    /// A finite number without a unit; the field has the unit. Use `init(number:)` for outside input.
    case number(Double)
    case money(Money)
    case date(CalendarDate)
    case time(TimeOfDay)
    case timestamp(Timestamp)
    case duration(Duration)
    case flag(Bool)
    /// An absolute web address, exactly as published.
    case url(String)
    /// The address of a picture, absolute or relative to the source.
    case image(String)
    case position(Position)
    case list([String])
    case phone(String)
    case email(String)
}

extension Value {
    /// A number from a source, a form or the store. Returns nil for infinities and NaN, which tables, JSON and sorting can't hold; turns -0
    /// into 0.
    package init?(number: Double) {
        guard number.isFinite else { return nil }
        self = .number(number == 0 ? 0 : number)
    }

    /// The value as plain text: dates, times and durations as ISO 8601, whole numbers without a fraction, lists with commas.
    package var text: String {
        switch self {
        case .text(let text), .url(let text), .image(let text), .phone(let text), .email(let text): text
        case .number(let number): Self.text(of: number)
        case .money(let money): money.description
        case .date(let date): date.description
        case .time(let time): time.description
        case .timestamp(let timestamp): timestamp.exact
        case .duration(let duration): duration.iso8601
        case .flag(let flag): flag ? "true" : "false"
        case .position(let position): position.description
        case .list(let texts): texts.joined(separator: ", ")
        }
    }

    private static func text(of number: Double) -> String {
        if let whole = Int64(exactly: number) { return String(whole) }
        return String(number)
    }
}
