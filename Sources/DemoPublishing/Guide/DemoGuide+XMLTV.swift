// The sample guide as XMLTV with the defects of real feeds: elements out of order and unknown ones, character references by number and
// name, a bare `&` and a character that XML forbids, doubly encoded texts, a channel that repeats its id, an undeclared channel and one
// without programmes; programmes that are duplicated, out of order, simultaneous, without an end, ending before the start or days later, or
// overlapping the next by a second; and times with offsets, with zone names, and with neither.
extension DemoGuide {
    /// The same in the older charset ISO 8859-1, compressed with gzip.
    package func packedXMLTV(at unixSeconds: Int, base: String) -> [UInt8] {
        let xml = xmltv(at: unixSeconds, base: base).replacing("encoding=\"UTF-8\"", with: "encoding=\"ISO-8859-1\"")
        return gzipped(
            xml.unicodeScalars.flatMap { scalar in scalar.value < 0x100 ? [UInt8(scalar.value)] : Array("&#\(scalar.value);".utf8) })
    }

    package func xmltv(at unixSeconds: Int, base: String) -> String {
        var xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE tv SYSTEM "xmltv.dtd">
            <tv source-info-name="Sample of Tidings" generator-info-name="tidings">

            """
        for (index, channel) in Self.channels.enumerated() where channel.number != 108 {
            xml += """
                <channel id="\(channel.id)"><display-name>\(Self.escaped(channel.name))</display-name>\
                <display-name>\(channel.number)</display-name>\
                <icon src="\(base)logos/\(channel.number).png"/><lcn>\(index + 1)</lcn></channel>

                """
        }
        xml += "<channel id=\"\(Self.channels[0].id)\"><display-name>Harbour One again</display-name></channel>\n"
        xml += "<channel id=\"silent.harbour.example\"><display-name>Harbour Test Card</display-name></channel>\n"
        for channel in Self.channels {
            let programmes = programmes(on: channel, from: unixSeconds)
            var elements = programmes.indices.map { index in
                element(programmes[index], on: channel, index, before: index + 1 < programmes.count ? programmes[index + 1] : nil)
            }
            // Two elements are swapped, and one is duplicated.
            if channel.number.isMultiple(of: 2), elements.count > 8 { elements.swapAt(4, 6) }
            if channel.number == 103, elements.count > 8 { elements.insert(elements[5], at: 7) }
            xml += elements.joined()
        }
        return xml + "</tv>\n"
    }

    private func element(_ programme: Programme, on channel: Channel, _ index: Int, before next: Programme?) -> String {
        let stop = programme.start + programme.minutes
        // An end that equals the next start is sometimes a second too late, or missing.
        let isPlain = programme.minutes > 0 && next.map { $0.minutes > 0 && $0.start == stop } == true
        let late = isPlain && index % 23 == 7 ? 1 : 0
        let isCareless = isPlain && channel.number == 107
        let hasStop = next != nil && !(isCareless && index % 11 == 3)
        let wrong = isCareless && index % 11 == 6 ? -programme.minutes - 30 : isCareless && index % 11 == 9 ? 3 * 1440 : 0
        let ending = hasStop ? " stop=\"\(Self.time(stop + wrong, channel, index, second: late))\"" : ""
        let share = programme.share.isEmpty ? "" : " clumpidx=\"\(programme.share)\""
        var xml = "<programme start=\"\(Self.time(programme.start, channel, index))\"\(ending)\(share) channel=\"\(channel.id)\">"
        func add(_ name: String, _ text: String, _ attributes: String = "") {
            if !text.isEmpty { xml += "<\(name)\(attributes)>\(Self.escaped(text))</\(name)>" }
        }
        // With typical encoding mistakes.
        let title = Self.escaped(programme.title)
        let careless = title.replacing("&amp; ", with: "& ").replacing("&#233;", with: "&eacute;") + (index % 31 == 9 ? "&#11;" : "")
        let twice = Self.escaped(Self.encodedTwice(programme.title))
        xml += "<title lang=\"en\">\(index % 6 == 4 ? twice : index.isMultiple(of: 2) ? title : careless)</title>"
        // In the standard, these follow the description.
        add("category", programme.genre, " lang=\"en\"")
        add("sub-title", programme.subtitle, " lang=\"en\"")
        add("desc", programme.description, " lang=\"en\"")
        add("series-desc", programme.series > 0 ? "A series of the sample." : "")
        if !programme.director.isEmpty || !programme.cast.isEmpty {
            xml += "<credits>"
            add("director", programme.director)
            for part in programme.cast { xml += "<actor role=\"\(Self.escaped(part.role))\">\(Self.escaped(part.actor))</actor>" }
            xml += "</credits>"
        }
        if programme.year > 0 { add("date", "\(programme.year)") }
        if programme.series > 0 { add("episode-num", "\(programme.series - 1) . \(programme.episode - 1)/24 . ", " system=\"xmltv_ns\"") }
        if programme.isRepeat { xml += "<previously-shown/>" }
        if programme.isPremiere { xml += "<premiere/>" }
        if programme.isNew { xml += "<new/>" }
        if programme.hasSubtitles { xml += "<subtitles type=\"teletext\"/>" }
        return xml + "</programme>\n"
    }

    /// `YYYYMMDDhhmmss`, alternately in UTC without a zone, with London's offset, and with its zone name.
    private static func time(_ minute: Int, _ channel: Channel, _ index: Int, second: Int = 0) -> String {
        let isSummer = LondonClock.isSummer(minute)
        switch (channel.number + index) % 3 {
        case 0: return stamp(minute, second)
        case 1: return "\(stamp(minute + (isSummer ? 60 : 0), second)) \(isSummer ? "+0100" : "+0000")"
        default: return "\(stamp(minute + (isSummer ? 60 : 0), second)) \(isSummer ? "BST" : "GMT")"
        }
    }

    private static func stamp(_ minute: Int, _ second: Int) -> String {
        let day = CalendarDay(daysSince1970: minute / 1440).isoText.filter { $0 != "-" }
        let (hour, rest) = (minute % 1440 / 60, minute % 60)
        return "\(day)\(twoDigits(hour))\(twoDigits(rest))\(second == 0 ? "" : twoDigits(second))"
    }

    /// UTF-8 misread as ISO 8859-1; only correct for texts whose sole non-ASCII letter is `é`.
    static func encodedTwice(_ text: String) -> String { text.replacing("é", with: "Ã©") }

    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;").replacing("é", with: "&#233;")
    }
}

/// London's summer time: from 01:00 UTC on the last Sunday of March to that of October (Directive 2000/84/EC, as applied by the United
/// Kingdom).
enum LondonClock {
    /// `minute` since 1970, UTC.
    static func isSummer(_ minute: Int) -> Bool {
        let year = CalendarDay(daysSince1970: minute / 1440).year
        return minute >= change(year, month: 3) && minute < change(year, month: 10)
    }

    /// Minutes since 1970, UTC.
    private static func change(_ year: Int, month: Int) -> Int {
        let last = CalendarDay(year: year, month: month, day: 31).daysSince1970
        // 1 January 1970 was a Thursday.
        let weekday = (last + 4) % 7
        return (last - weekday) * 1440 + 60
    }
}
