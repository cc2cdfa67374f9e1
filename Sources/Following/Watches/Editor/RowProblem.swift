import Localisation
package import Records

extension Words {
    /// What is wrong with a row of the editor, in the reader's language.
    ///
    /// Depends on the test and the kind of field; `ConditionError` is the English version for programs.
    package func problem(of row: TestRow, _ field: Field?, begins: Bool) -> String {
        guard let field else { return row.subject == TestRow.record ? self("Choose what should happen to it.") : self("Choose a field.") }
        guard RowTest.suiting(field).contains(row.test) else { return self("Choose a condition that suits this field.") }
        if max(row.value.utf8.count, row.other.utf8.count) > Condition.Limits.operandBytes { return self("This is too long.") }
        if row.takesTooLong { return self("This pattern takes too long. Start it with ^, or don’t repeat what already repeats.") }
        switch row.test {
        case .changed, .appeared, .gone, .new: return self("This condition doesn’t work with “Only when it becomes true”.")
        case .changedBy, .roseBy, .fellBy:
            if begins { return self("This condition doesn’t work with “Only when it becomes true”.") }
            return self("Enter an amount above zero, like 0.10 or 5%.")
        case .changedAfter:
            if begins { return self("This condition doesn’t work with “Only when it becomes true”.") }
            return self("Enter a whole number above zero, like 2.")
        case .within: return self("Enter a latitude and a longitude, like -31.95,115.86, and a distance above zero.")
        case .next, .last, .ahead, .ago: return self("Enter a whole number above zero, like 2.")
        case .fromNow: return self("Enter durations from now, like 2d, 12h or -30m, earlier first.")
        case .matches: return self("This isn’t a valid pattern.")
        case .contains: return self("Enter a text.")
        case .between: return "\(wanted(field)) \(self("The smaller value comes first."))"
        case .equals, .oneOf: return field.pattern == nil ? wanted(field) : field.hint ?? self("That isn’t the right format.")
        case .less, .atMost, .greater, .atLeast: return wanted(field)
        }
    }

    private func wanted(_ field: Field) -> String {
        switch field.kind {
        case .number, .money: self("Enter a number, like 12.50.")
        case .date: self("Enter a day, like 2026-03-07.")
        case .time: self("Enter a time of day, like 07:30.")
        case .timestamp: self("Enter a day and a time, like 2026-03-07T09:30.")
        case .duration: self("Enter a duration, like 1h 30m.")
        case .flag: self("Choose yes or no.")
        default: self("Enter a text.")
        }
    }
}
