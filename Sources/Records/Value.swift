/// One typed value of a record's field.
///
/// What a source published as text has become one of these by the time anything is compared, stored or shown; a text
/// that does not fit its field's type never gets here (see `Field.value(from:)`).
package enum Value: Hashable, Sendable {
    case text(String)
    /// A plain number. Amounts of money have a type of their own once a board needs one.
    case number(Double)
    case date(CalendarDate)
    case timestamp(Timestamp)
    case flag(Bool)
    /// An absolute web address, kept as published.
    case url(String)
}

extension Value {
    /// The value as plain text: dates as ISO 8601, whole numbers without a fraction.
    package var text: String {
        switch self {
        case .text(let text), .url(let text): text
        case .number(let number): Self.text(of: number)
        case .date(let date): date.description
        case .timestamp(let timestamp): timestamp.description
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    private static func text(of number: Double) -> String {
        if let whole = Int64(exactly: number) { return String(whole) }
        return String(number)
    }
}
