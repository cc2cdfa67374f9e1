package import Localisation
package import Records

/// Formats one typed value as HTML: text in its own direction, dates and times with machine-readable values, links for addresses and
/// numbers, pictures as images.
package struct ValueView: Sendable {
    package static let absent: HTML = "–"

    package let words: Words

    package init(_ words: Words) { self.words = words }

    package func html(_ value: Value?) -> HTML {
        switch value {
        case nil: Self.absent
        case .text(let text): "<bdi>\(text)</bdi>"
        case .number(let number): "\(words.number(number))"
        case .date(let date): #"<time datetime="\#(date.description)">\#(words.date(date))</time>"#
        case .timestamp(let time): self.time(time)
        case .flag(let flag): "\(flag ? words("Yes") : words("No"))"
        case .url(let url): Self.link(to: url)
        case .money(let money): "<bdi>\(words.money(money))</bdi>"
        case .position(let position): "<bdi>\(words.position(position))</bdi>"
        case .time(let time): #"<time datetime="\#(time.description)">\#(words.timeOfDay(time))</time>"#
        // HTML has no negative durations.
        case .duration(let duration) where duration < .zero: "<bdi>\(words.duration(duration))</bdi>"
        case .duration(let duration): #"<time datetime="\#(duration.iso8601)">\#(words.duration(duration))</time>"#
        case .list(let texts): "<bdi>\(texts.joined(separator: ", "))</bdi>"
        case .image(let url): Self.image(url, "")
        case .phone(let number): #"<a href="tel:\#(number.filter { $0.isNumber || $0 == "+" })"><bdi>\#(number)</bdi></a>"#
        case .email(let address): #"<a href="mailto:\#(address)"><bdi>\#(address)</bdi></a>"#
        }
    }

    /// The same, with what its field adds: a number's unit, a picture's alternative text.
    package func html(_ value: Value?, of field: Field) -> HTML {
        switch value {
        case .number(let number): "\(words.number(number, of: field))"
        case .image(let url): Self.image(url, field.label)
        default: html(value)
        }
    }

    /// Without a link, for use inside another link.
    package func plain(_ value: Value, of field: Field) -> HTML {
        switch value {
        case .url, .image, .phone, .email: "<bdi>\(value.text)</bdi>"
        default: html(value, of: field)
        }
    }

    private static func image(_ url: String, _ words: String) -> HTML {
        #"<img src="\#(url)" alt="\#(words)" loading="lazy" decoding="async">"#
    }

    /// A time that a script may show as "12 minutes ago"; without the script, its date and time.
    package func time(_ time: Timestamp) -> HTML { self.time(time, words.dateTime(time)) }

    /// The same with another text.
    package func time(_ time: Timestamp, _ text: String) -> HTML {
        #"<relative-time><time datetime="\#(time.description)">\#(text)</time></relative-time>"#
    }

    /// A link if the text is a web address; otherwise plain text.
    package static func link(to url: String, id: String? = nil) -> HTML {
        guard Field.isWholeAddress(url) else { return "<bdi>\(url)</bdi>" }
        let mark = id.map { #" id="\#($0)""# } as HTML?
        return #"<a\#(mark) href="\#(url)" rel="noopener noreferrer nofollow"><bdi>\#(url)</bdi></a>"#
    }
}
