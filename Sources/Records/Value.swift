/// One typed value of a record's field.
///
/// What a source published as text has become one of these by the time anything is compared, stored or shown; a text
/// that does not fit its field's type never gets here (see `Field.value(from:)`).
package enum Value: Hashable, Sendable {
    case text(String)
    /// A plain number; its unit, if it has one, is the field's.
    case number(Double)
    case money(Money)
    case date(CalendarDate)
    case time(TimeOfDay)
    case timestamp(Timestamp)
    case duration(Duration)
    case flag(Bool)
    /// An absolute web address, kept as published.
    case url(String)
    /// The address of a picture, absolute or relative to the source.
    case image(String)
    case position(Position)
    case list([String])
    case phone(String)
    case email(String)
}

extension Value {
    /// The value as plain text: dates, times and durations as ISO 8601, whole numbers without a fraction, lists with commas.
    package var text: String {
        switch self {
        case .text(let text), .url(let text), .image(let text), .phone(let text), .email(let text): text
        case .number(let number): Self.text(of: number)
        case .money(let money): money.description
        case .date(let date): date.description
        case .time(let time): time.description
        case .timestamp(let timestamp): timestamp.description
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
