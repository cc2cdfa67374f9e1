import Records

/// How one typed value is shown: text in its own direction, dates and times marked up for machines, addresses and
/// numbers that lead somewhere as links, pictures as pictures.
enum ValueView {
    static let absent: HTML = "–"

    static func html(_ value: Value?) -> HTML {
        switch value {
        case nil: absent
        case .text(let text): "<bdi>\(text)</bdi>"
        case .number(let number): numberHTML(number, value?.text ?? "")
        case .date(let date): "<time datetime=\"\(date.description)\">\(Wording.date(date))</time>"
        case .timestamp(let time): self.time(time, Wording.dateTime(time))
        case .flag(let flag): flag ? "Yes" : "No"
        case .url(let url): link(to: url)
        case .money, .position: "<bdi>\(value?.text ?? "")</bdi>"
        case .time(let time): "<time datetime=\"\(time.description)\">\(time.description)</time>"
        case .duration(let duration): "<time datetime=\"\(duration.iso8601)\">\(Wording.duration(duration))</time>"
        case .list(let texts): "<bdi>\(texts.joined(separator: ", "))</bdi>"
        case .image(let url): image(url, "")
        case .phone(let number): "<a href=\"tel:\(number.filter { $0.isNumber || $0 == "+" })\"><bdi>\(number)</bdi></a>"
        case .email(let address): "<a href=\"mailto:\(address)\"><bdi>\(address)</bdi></a>"
        }
    }

    /// The same with what its field knows besides: a number's unit, words for a picture.
    static func html(_ value: Value?, of field: Field) -> HTML {
        switch value {
        case .number: "\(html(value))\(field.unit.map { "\u{A0}\($0)" } ?? "")"
        case .image(let url): image(url, field.label)
        default: html(value)
        }
    }

    /// As plain words, for where a link cannot stand: inside another.
    static func plain(_ value: Value, of field: Field) -> HTML {
        switch value {
        case .url, .image, .phone, .email: "<bdi>\(value.text)</bdi>"
        default: html(value, of: field)
        }
    }

    private static func image(_ url: String, _ words: String) -> HTML {
        "<img src=\"\(url)\" alt=\"\(words)\" loading=\"lazy\" decoding=\"async\">"
    }

    /// A moment that a script may retell as "12 minutes ago"; `text` stands where there is none.
    static func time(_ time: Timestamp, _ text: String) -> HTML {
        "<relative-time><time datetime=\"\(time.description)\">\(text)</time></relative-time>"
    }

    /// A link if it is one of the web's; anything else is only shown.
    static func link(to url: String, id: String? = nil) -> HTML {
        guard url.hasPrefix("https://") || url.hasPrefix("http://") else { return "<bdi>\(url)</bdi>" }
        let mark = id.map { " id=\"\($0)\"" } as HTML?
        return "<a\(mark) href=\"\(url)\" rel=\"noopener noreferrer nofollow\"><bdi>\(url)</bdi></a>"
    }

    private static func numberHTML(_ number: Double, _ text: String) -> HTML {
        guard let whole = Int(exactly: number) else { return "\(text)" }
        return "\(Wording.number(whole))"
    }
}
