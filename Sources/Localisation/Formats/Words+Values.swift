package import Records

extension Words {
    /// A typed value as plain text, formatted by its field: `149.9 ct/l`, `7 Mar 2012`, `€12.50`, `Yes`.
    package func text(_ value: Value, of field: Field? = nil) -> String {
        switch value {
        case .text(let text), .url(let text), .image(let text), .phone(let text), .email(let text): text
        case .number(let number): field.map { self.number(number, of: $0) } ?? self.number(number)
        case .money(let money): self.money(money)
        case .date(let date): self.date(date)
        case .time(let time): timeOfDay(time)
        case .timestamp(let time): dateTime(time)
        case .duration(let duration): self.duration(duration)
        case .flag(let flag): flag ? self("Yes") : self("No")
        case .position(let position): self.position(position)
        case .list(let texts): texts.joined(separator: ", ")
        }
    }

    /// `149.9 ct/l`, or `1952` for an ordinal.
    package func number(_ number: Double, of field: Field) -> String {
        let text = self.number(number, isGrouped: !field.isOrdinal)
        return field.unit.map { "\(text)\u{A0}\($0)" } ?? text
    }
}
