/// Splits the names of classes and ids into words, and detects generated names.
enum ClassWords {
    /// `productList__price` → product, list, price.
    static func parts(of name: String) -> [String] {
        var (parts, part, wasLower) = ([String](), "", false)
        for character in name {
            let isLetter = character.isLetter
            if !isLetter || (character.isUppercase && wasLower) {
                if !part.isEmpty { parts.append(part.lowercased()) }
                part = ""
            }
            if isLetter { part.append(character) }
            wasLower = character.isLowercase
        }
        return part.isEmpty ? parts : parts + [part.lowercased()]
    }

    /// Whether a name is generated or says nothing: a hash, a counter, a framework's name, a styling utility.
    static func isGenerated(_ name: String) -> Bool {
        if machinePrefixes.contains(where: name.hasPrefix) || name.contains(":") { return true }
        if let tail = tail(of: name), isHash(tail) { return true }
        return isHash(name) || isUtility(name)
    }

    /// The part after the last double separator: `List_price__x7Kq2` → x7Kq2.
    private static func tail(of name: String) -> Substring? {
        guard let mark = name.ranges(of: "__").last ?? name.ranges(of: "--").last else { return nil }
        return name[mark.upperBound...]
    }

    /// At least five characters that mix cases or digits unlike any word.
    static func isHash(_ text: some StringProtocol) -> Bool {
        guard text.count >= 5, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return false }
        let digits = text.count { $0.isNumber }
        let capitals = text.dropFirst().count { $0.isUppercase }
        let turns = zip(text, text.dropFirst()).count { $0.isNumber != $1.isNumber }
        if digits > 0, capitals > 0 { return true }
        if turns >= 2 || digits * 2 > text.count { return true }
        let vowels = text.lowercased().count { "aeiouy".contains($0) }
        return digits > 0 ? vowels == 0 : capitals > 2 && vowels * 4 < text.count
    }

    /// `mt-2`, `text-sm`: utility classes for styling.
    private static func isUtility(_ name: String) -> Bool {
        let parts = name.split(separator: "-")
        guard parts.count >= 2, let last = parts.last else { return utilities.contains(name) }
        return last.allSatisfy(\.isNumber) && parts[0].count <= 5 || (looks.contains(String(parts[0])) && parts.count <= 3)
    }

    private static let machinePrefixes = [
        "css-", "sc-", "jss", "emotion", "Mui", "mui", "_ngcontent", "data-v-", "ctl00", "comp-", "yui_", "svelte-", "jsx-",
    ]
    private static let utilities: Set<String> = [
        "flex", "grid", "block", "hidden", "row", "col", "container", "clearfix", "odd", "even", "first", "last", "active",
    ]
    private static let looks: Set<String> = [
        "text", "font", "bg", "border", "items", "justify", "leading", "tracking", "rounded", "shadow", "w", "h", "p", "m", "px", "py",
        "mx", "my", "mt",
        "mb", "ml", "mr", "pt", "pb", "gap", "space", "col", "grid", "flex", "hover", "md", "sm", "lg", "xl", "d",
    ]
}
