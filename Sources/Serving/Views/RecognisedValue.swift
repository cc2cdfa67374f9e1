import Foundation
package import Localisation
package import Records

/// The type of a text in a service's response, guessed from its format and its field's name, because nothing declares it.
package enum RecognisedValue: Hashable, Sendable {
    case email(String)
    case phone(String)
    case link(String)
    case date(CalendarDate)
    case moment(Timestamp)
    /// Declared as a number, with its field.
    case number(Double, Field)
    case text(String)
    /// Declared, with a type that isn't guessed from text: an amount, a duration.
    case typed(Value)

    package init(_ text: String, named name: String) {
        if text.utf8.count <= 2_000, let value = Self.recognised(text, name) { self = value } else { self = .text(text) }
    }

    /// A declared type takes precedence.
    package init(_ value: Value, of field: Field) {
        switch value {
        case .phone(let number): self = .phone(number)
        case .email(let address): self = .email(address)
        case .url(let url): self = Self.isWeb(url) ? .link(url) : .text(url)
        case .date(let date): self = .date(date)
        case .timestamp(let time): self = .moment(time)
        case .text(let text): self.init(text, named: field.name)
        case .number(let number): self = .number(number, field)
        default: self = .typed(value)
        }
    }

    private static func recognised(_ text: String, _ name: String) -> Self? {
        if isEmail(text) { return .email(text) }
        if isWeb(text) { return .link(text) }
        if let date = CalendarDate(iso: text) { return .date(date) }
        if text.utf8.count >= 17, text.utf8.first.map({ (0x30...0x39).contains($0) }) == true, let time = Timestamp(iso: text) {
            return .moment(time)
        }
        return isPhone(text) && NameWords(name).have(NameWords.phones) ? .phone(text) : nil
    }

    private static func isEmail(_ text: String) -> Bool {
        text.wholeMatch(of: /[^\s@<>(),;:"]{1,64}@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]{2,}/) != nil
    }

    private static func isWeb(_ text: String) -> Bool {
        guard Field.isWholeAddress(text), !text.contains(where: \.isWhitespace) else { return false }
        return URL(string: text)?.host?.isEmpty == false
    }

    /// Digits, at least three, and what people put between them; letters only of an extension.
    private static func isPhone(_ text: String) -> Bool {
        text.wholeMatch(of: /\+?[0-9 ().\/\-\u{A0}–]{3,40}(?:\s*(?:ext\.?|x|#)\s*[0-9]{1,8})?/) != nil
            && text.count { $0.isNumber } >= 3
    }

    package func html(_ words: Words) -> HTML {
        switch self {
        case .email(let address): #"<a href="mailto:\#(Self.encoded(address))"><bdi>\#(address)</bdi></a>"#
        case .phone(let number): #"<a href="tel:\#(Self.dialled(number))"><bdi>\#(number)</bdi></a>"#
        case .link(let url): ValueView.link(to: url)
        case .date(let date): #"<time datetime="\#(date.description)">\#(words.date(date))</time>"#
        case .moment(let time): ValueView(words).time(time)
        case .number(let number, let field): "\(words.number(number, of: field))"
        case .text(let text): "<bdi>\(text)</bdi>"
        case .typed(let value): ValueView(words).html(value)
        }
    }

    package var text: String {
        switch self {
        case .email(let text), .phone(let text), .link(let text), .text(let text): text
        case .date(let date): date.description
        case .moment(let time): time.description
        case .number(let number, let field): Value.number(number).text + (field.unit.map { "\u{A0}\($0)" } ?? "")
        case .typed(let value): value.text
        }
    }

    /// The number for a telephone link (RFC 3966): digits and a leading plus; the person dials an extension after a comma.
    package static func dialled(_ number: String) -> String {
        let main = number.prefix { !$0.isLetter && $0 != "#" }
        let digits = String(main.filter { $0.isASCII && $0.isNumber })
        return (main.first { !$0.isWhitespace } == "+" ? "+" : "") + digits
    }

    /// An address for a mailto link (RFC 6068), encoded so that it can't add headers.
    package static func encoded(_ address: String) -> String {
        address.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "@.-_~+!$*'"))) ?? ""
    }
}

/// The words of a field's name, in lower case: `address.street` → address, street; `jobTitle` → job, title.
package struct NameWords: Hashable, Sendable {
    package let all: [String]

    static let phones: Set = ["phone", "telephone", "tel", "mobile", "cell", "cellphone", "fax", "telefax", "handy", "telefon", "gsm"]

    package init(_ name: String) {
        var words = [""]
        var previous: Character?
        for character in name {
            let isBreak = !character.isLetter && !character.isNumber
            if isBreak || (character.isUppercase && previous?.isLowercase == true) { words.append("") }
            if !isBreak { words[words.count - 1] += character.lowercased() }
            previous = character
        }
        all = words.filter { !$0.isEmpty }
    }

    /// Whether one of these is among the words, or at a word's beginning or end (`phonenumber`, `workphone`).
    package func have(_ wanted: Set<String>) -> Bool {
        all.contains { word in
            wanted.contains(word) || wanted.contains { $0.count >= 5 && (word.hasPrefix($0) || word.hasSuffix($0)) }
        }
    }
}
