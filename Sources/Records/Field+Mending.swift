// Suggests the option that a field lacks to read a text.
extension Field {
    /// "write group: ',' to read it as 1089.5"; nil if no option of the field helps.
    func mend(for text: String) -> String? {
        if kind == .timestamp { return (moments ?? MomentFormat()).mend(for: text) }
        guard kind == .number || kind == .money, text.utf8.count <= 400 else { return nil }
        if kind == .money, let currency, let named = Money.currencies(of: text), !named.isEmpty, !named.contains(currency) {
            let others = named.count > 1 ? " or another that is written so" : ""
            return "its currency is \(named[0])\(others), and the field's is \(currency)"
        }
        let named = kind == .money ? Money.currencies(of: text) ?? [] : []
        let likely = named.isEmpty || named.contains("AUD") ? "AUD" : named[0]
        for format in Self.numberFormats {
            for currency in kind == .money ? [currency, currency ?? likely] : [nil] {
                var field = self
                (field.numbers, field.currency) = (format, currency)
                guard let value = field.parsed(text) else { continue }
                let options = options(for: format) + (self.currency == currency ? [] : ["currency: \(currency ?? "")"])
                guard !options.isEmpty else { continue }
                return "write \(options.joined(separator: ", ")) to read it as \(value.text)"
            }
        }
        guard kind == .number, text.contains(where: \.isNumber) else { return nil }
        var money = self
        money.kind = .money
        money.currency = currency ?? "AUD"
        return money.parsed(text) != nil || money.mend(for: text) != nil ? "write type: money for amounts with a currency" : nil
    }

    /// The options for this number format that the board's file lacks.
    private func options(for format: NumberFormat) -> [String] {
        let own = numbers ?? NumberFormat()
        var options: [String] = []
        if format.decimal != own.decimal { options.append("decimal: '\(format.decimal)'") }
        if format.group != own.group {
            switch format.group {
            case nil: options.append("no group")
            case " ": options.append("group: blank")
            case "'": options.append("group: \"'\"")
            case let group?: options.append("group: '\(group)'")
            }
        }
        if format.isIndian != own.isIndian { options.append(format.isIndian ? "groups: indian" : "no groups") }
        return options
    }

    /// The likeliest first. If two of them read a text differently, like 1,089, the first wins: the error shows the number.
    private static let numberFormats = [
        NumberFormat(), NumberFormat(group: ","), NumberFormat(decimal: ","), NumberFormat(decimal: ",", group: "."),
        NumberFormat(group: " "), NumberFormat(decimal: ",", group: " "), NumberFormat(group: "'"), NumberFormat(decimal: ",", group: "'"),
        NumberFormat(group: ",", isIndian: true),
    ]
}
