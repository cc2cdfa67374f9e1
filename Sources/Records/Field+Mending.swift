// The option that would read a text which its field, as it is declared, does not.
extension Field {
    /// "write group: ',' to read it as 1089.5"; nil if no option of the field helps.
    func mend(for text: String) -> String? {
        guard kind == .number || kind == .money else { return nil }
        for choice in Self.numberFormats where Self.isGrouped(text, by: choice.format.group) {
            for currency in kind == .money ? [currency, currency ?? "AUD"] : [nil] {
                var field = self
                (field.numbers, field.currency) = (choice.format, currency)
                guard let value = field.parsed(text) else { continue }
                let options =
                    (numbers == choice.format ? [] : choice.options) + (self.currency == currency ? [] : ["currency: \(currency ?? "")"])
                guard !options.isEmpty else { continue }
                return "write \(options.joined(separator: ", ")) to read it as \(value.text)"
            }
        }
        guard kind == .number else { return nil }
        var money = self
        money.kind = .money
        money.currency = currency ?? "AUD"
        return money.parsed(text) != nil || money.mend(for: text) != nil ? "write type: money for amounts with a currency" : nil
    }

    /// Whether three digits follow the last group mark, as everybody writes them: 12,5 is no 125.
    private static func isGrouped(_ text: String, by group: Character?) -> Bool {
        guard let group, let last = text.lastIndex(where: { $0 == group || group == " " && $0.isWhitespace && $0 != text.last }) else {
            return true
        }
        return text[text.index(after: last)...].prefix(while: \.isNumber).count == 3
    }

    /// The likeliest first. A text that two of them read differently, as 1,089, is read as the first does: the error shows the number.
    private static let numberFormats: [(format: NumberFormat, options: [String])] = [
        (NumberFormat(), []),
        (NumberFormat(group: ","), ["group: ','"]),
        (NumberFormat(decimal: ","), ["decimal: ','"]),
        (NumberFormat(decimal: ",", group: "."), ["decimal: ','", "group: '.'"]),
        (NumberFormat(group: " "), ["group: blank"]),
        (NumberFormat(decimal: ",", group: " "), ["decimal: ','", "group: blank"]),
        (NumberFormat(group: "'"), ["group: \"'\""]),
        (NumberFormat(group: "’"), ["group: ’"]),
    ]
}
