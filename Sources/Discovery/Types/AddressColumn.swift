import Records

/// Detects links, images, mail addresses and telephone numbers.
enum AddressColumn {
    static func read(_ texts: [String], _ column: Column, language: String?) -> ColumnReading.Values? {
        if column.attribute == "src" || column.attribute == "data-src" {
            return ColumnReading.Values(kind: .image, values: texts.map { .image($0) })
        }
        let mails = all(texts) { $0.hasPrefix("mailto:") ? mail(String($0.dropFirst(7).prefix { $0 != "?" })) : mail($0) }
        if let mails {
            return ColumnReading.Values(kind: .email, values: mails.map { .email($0) })
        }
        let phones = all(texts) { $0.hasPrefix("tel:") ? String($0.dropFirst(4)) : phone($0) }
        if let phones {
            return ColumnReading.Values(kind: .phone, values: phones.map { .phone($0) })
        }
        let isLink = column.attribute == "href"
        guard isLink || texts.allSatisfy(isWhole) else { return nil }
        if let flags = FlagColumn.read(texts, language: language) { return flags }
        // A link to an image is a link; only in data, which has no elements, is it an image.
        if !isLink, texts.allSatisfy(isPicture) { return ColumnReading.Values(kind: .image, values: texts.map { .image($0) }) }
        return ColumnReading.Values(kind: .url, values: texts.map { .url($0) })
    }

    private static func all(_ texts: [String], _ read: (String) -> String?) -> [String]? {
        var values: [String] = []
        for text in texts {
            guard let value = read(text) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func mail(_ text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isWhitespace), !text.contains("/"),
            let dot = parts[1].lastIndex(of: "."),
            parts[1][dot...].count > 2, dot > parts[1].startIndex
        else { return nil }
        return text
    }

    /// Only with its country code, because nothing else has that form: `+49 30 5550123`.
    private static func phone(_ text: String) -> String? {
        guard text.first == "+", text.count(where: \.isNumber) >= 7, text.count <= 24 else { return nil }
        return text.dropFirst().allSatisfy { $0.isNumber || " -/().\u{A0}".contains($0) } ? text : nil
    }

    static func isWhole(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && !text.contains(where: \.isWhitespace) && text.count > 8
    }

    private static func isPicture(_ text: String) -> Bool {
        let path = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg"].contains(where: path.hasSuffix)
    }
}
