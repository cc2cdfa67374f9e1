import Localisation
import Records

extension Words {
    /// What a row of the editor wants in place of what was typed, in the reader's language.
    ///
    /// Told by the test and the kind of field; `ConditionError` says the same to programs, in English.
    func problem(of row: TestRow, _ field: Field?, begins: Bool) -> String {
        guard let field else { return row.subject == TestRow.record ? self("Choose what is to happen to it.") : self("Choose a field.") }
        guard RowTest.suiting(field).contains(row.test) else { return self("Choose a test that suits this field.") }
        if max(row.value.utf8.count, row.other.utf8.count) > Condition.Limits.operandBytes { return self("This is too long.") }
        switch row.test {
        case .changed, .appeared, .gone, .new: return self("This test does not go with “Only when it begins to be so”.")
        case .changedBy, .roseBy, .fellBy:
            if begins { return self("This test does not go with “Only when it begins to be so”.") }
            return self("Enter an amount above zero, like 0.10 or 5%.")
        case .within: return self("Enter a latitude and a longitude, like -31.95,115.86, and a distance above zero.")
        case .next, .last, .ahead, .ago: return self("Enter a whole number above zero, like 2.")
        case .fromNow: return self("Enter lengths of time from now, like 2d, 12h or -30m, the earlier one first.")
        case .matches: return self("This is not a pattern that can be searched for.")
        case .contains: return self("Enter a text.")
        case .between: return "\(wanted(field)) \(self("The smaller value comes first."))"
        case .equals, .oneOf: return field.pattern == nil ? wanted(field) : field.hint ?? self("It is not written like this.")
        case .less, .atMost, .greater, .atLeast: return wanted(field)
        }
    }

    private func wanted(_ field: Field) -> String {
        switch field.kind {
        case .number, .money: self("Enter a number, like 12.50.")
        case .date: self("Enter a day, like 2026-03-07.")
        case .time: self("Enter a time of day, like 07:30.")
        case .timestamp: self("Enter a day and a time, like 2026-03-07T09:30.")
        case .duration: self("Enter a length of time, like 1h 30m.")
        case .flag: self("Choose yes or no.")
        default: self("Enter a text.")
        }
    }
}
