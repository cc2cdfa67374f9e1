import Foundation
import Markup
import Records

/// One row of a `.dat` file: 23 fields between tildes, nothing escaped.
///
/// | 1 title | 2 numbers | 3 subtitle | 4 year | 5 director | 6 cast | 7 premiere | 8 film | 9 repeat | 10 subtitles |
/// 11 widescreen | 12 new series | 13 signed | 14 black and white | 15 stars | 16 certificate | 17 genre | 18 description |
/// 19 choice | 20 date | 21 start | 22 end | 23 minutes |
///
/// The end (22) is ignored: start and minutes determine it, even across a clock change.
struct RadioTimesRow {
    let title: String
    /// Local time, in seconds as if it were UTC.
    let start: Int64
    let minutes: Int
    /// Set by a title that begins with `(BST)` or `(GMT)`, for an hour that occurs twice.
    let isSecondHour: Bool?
    private let fields: [String]

    init(_ row: String) throws(GuideTime.Refusal) {
        var pieces = row.split(separator: "~", omittingEmptySubsequences: false)
        guard pieces.count >= 23 else { throw .badRow("a row of \(pieces.count) fields in place of 23") }
        // A tilde inside a description: the last five fields are counted from the end.
        let extra = pieces.count - 23
        pieces.replaceSubrange(17...17 + extra, with: [pieces[17...17 + extra].joined(separator: "~")[...]])
        let fields = pieces.map { Self.clean($0) }
        for index in Array(6...13) + [18] where fields[index] != "true" && fields[index] != "false" {
            throw .badRow("field \(index + 1) is neither true nor false")
        }
        var title = fields[0]
        var isSecondHour: Bool?
        for (hint, isSecond) in [("(BST)", false), ("(GMT)", true)] where title.hasPrefix(hint) {
            isSecondHour = isSecond
            title = String(title.dropFirst(hint.count)).trimmingWhitespace()
        }
        guard !title.isEmpty else { throw .noTitle }
        guard let start = Self.moment(fields[19], fields[20]) else {
            throw .impossibleTime("\(fields[19].prefix(20)) \(fields[20].prefix(20))")
        }
        guard let minutes = Int(fields[22]), (0...14_400).contains(minutes) else { throw .badRow("field 23 isn't a number of minutes") }
        (self.fields, self.title, self.start, self.minutes, self.isSecondHour) = (fields, title, start, minutes, isSecondHour)
    }

    func fill(_ programme: inout Programme) {
        var (subtitle, description) = (fields[2], fields[17])
        // "Title: Episode" repeats the title.
        if subtitle.hasPrefix(title + ": ") { subtitle = String(subtitle.dropFirst(title.count + 2)) }
        let left = Self.numbers(in: fields[1], &programme)
        if subtitle.isEmpty { subtitle = left }
        if fields[1] != left { programme.numbering = fields[1].nonEmpty }
        if let tail = description.range(of: "UPDATED LISTING - ") {
            description = String(description[..<tail.lowerBound]).trimmingWhitespace()
        }
        let flags: [(Int, Programme.Flags)] = [
            (6, .premiere), (7, .film), (8, .repeat), (9, .subtitles), (10, .widescreen), (11, .new), (12, .signed), (13, .blackAndWhite),
            (18, .choice),
        ]
        for (index, flag) in flags where fields[index] == "true" { programme.flags.insert(flag) }
        for (beginning, flag) in [("Premiere. ", Programme.Flags.premiere), ("New series. ", .new)] where description.hasPrefix(beginning) {
            programme.flags.insert(flag)
            description = String(description.dropFirst(beginning.count))
        }
        programme.subtitle = subtitle.nonEmpty
        programme.description = description.nonEmpty
        programme.year = fields[3].count == 4 ? Int(fields[3]) : nil
        programme.directors.add(fields[4])
        Self.cast(fields[5], &programme)
        if let stars = Int(fields[14]), (0...5).contains(stars) { programme.stars = "\(stars)/5" }
        programme.rating = fields[15].nonEmpty.map { "BBFC \($0)" }
        if fields[16] != "No Genre" { programme.categories.add(fields[16]) }
    }

    /// `5/24, series 3`, `5/24`, `5`, `series 3`, `5&6`; returns the rest of the text.
    private static func numbers(in text: String, _ programme: inout Programme) -> String {
        guard let match = text.wholeMatch(of: /(?:(\d+)(?:\/\d+|&\d+)?)?(?:, )?(?:series (\d+))?/) else { return text }
        programme.episode = match.1.flatMap { Int($0) }
        programme.season = match.2.flatMap { Int($0) }
        return ""
    }

    /// `Character*Actor|…`, or a comma-separated list of names.
    private static func cast(_ text: String, _ programme: inout Programme) {
        guard text.contains("*") || text.contains("|") else {
            for name in text.split(separator: ",") { programme.cast.add(name.trimmingWhitespace()) }
            return
        }
        for part in text.split(separator: "|") {
            let pieces = part.split(separator: "*").map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
            guard let name = pieces.last else { continue }
            programme.cast.add(name, in: pieces.count > 1 && pieces[0] != "null" ? pieces[0] : nil)
        }
    }

    /// `23/10/2026` and `05:00`.
    private static func moment(_ date: String, _ time: String) -> Int64? {
        guard let day = date.wholeMatch(of: /(\d{1,2})\/(\d{1,2})\/(\d{4})/), let clock = time.wholeMatch(of: /(\d{1,2}):(\d{2})/),
            let date = CalendarDate(year: Int(day.3) ?? 0, month: Int(day.2) ?? 0, day: Int(day.1) ?? 0)
        else { return nil }
        return GuideTime.seconds(on: date, Int(clock.1) ?? 24, Int(clock.2) ?? 60)
    }

    /// A field's text: entities decoded, double encoding repaired, control characters removed, white space collapsed.
    private static func clean(_ field: Substring) -> String {
        var text = String(field)
        if text.utf8.contains(UInt8(ascii: "&")) { text = CharacterReferences.decoded(text) }
        text = text.mended
        text.unicodeScalars.removeAll { ($0.value < 0x20 && !"\t\n\r".unicodeScalars.contains($0)) || (0x7F...0x9F).contains($0.value) }
        return text.collapsed
    }
}

extension String {
    /// The text with one superfluous level of encoding removed, if there is any.
    var mended: String {
        // Such a text has a letter from U+00C2 on, each of which is encoded as 0xC3 and another byte.
        utf8.withContiguousStorageIfAvailable { $0.contains(0xC3) } == false ? self : decodedOnceMore ?? self
    }

    /// The decoded text if it is UTF-8 that was misread as windows-1252 and encoded again: `CrÃ¨me` → `Crème`; nil if it isn't.
    var decodedOnceMore: String? {
        guard unicodeScalars.contains(where: { (0xC2...0xF4).contains($0.value) }) else { return nil }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            guard let byte = TextInput.windows1252Byte(of: scalar) else { return nil }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
