// The sample metro in FuelWatch's format: RSS 2.0 with two concatenated timestamps, a relative picture, items without guid or date. Times
// are Perth's, eight hours ahead all year.
extension DemoMetro {
    /// The response to a query, and when it became valid.
    package struct Feed: Sendable {
        package let xml: String
        package let sinceUnixSeconds: Int
    }

    private static let zoneSeconds = 8 * 3600
    /// When tomorrow's prices are published.
    private static let published = (14 * 60 + 30) * 60

    package func feed(_ query: DemoFuelQuery, at unixSeconds: Int) -> Feed {
        let local = unixSeconds + Self.zoneSeconds
        let second = ((local % 86_400) + 86_400) % 86_400
        let today = CalendarDay(daysSince1970: (local - second) / 86_400)
        let midnight = today.daysSince1970 * 86_400 - Self.zoneSeconds
        let isPublished = second >= Self.published
        var (day, since) = (today, midnight)
        switch query.day {
        case .today: break
        case .yesterday: day.daysSince1970 -= 1
        case .tomorrow:
            day.daysSince1970 += 1
            if isPublished { since = midnight + Self.published }
        case .date(let date):
            day = date
            since = (date.daysSince1970 - 1) * 86_400 - Self.zoneSeconds + Self.published
        }
        let age = today.daysSince1970 - day.daysSince1970
        let isThere = age >= 0 ? age <= 7 : age == -1 && isPublished
        return Feed(xml: xml(query, of: day, isThere ? offers(query, on: day) : []), sinceUnixSeconds: min(since, unixSeconds))
    }

    /// The metro's unleaded prices on any day, for histories that start before the demo.
    package func feed(ofDaysSince1970 days: Int) -> Feed {
        let (query, day) = (DemoFuelQuery { _ in nil }, CalendarDay(daysSince1970: days))
        return Feed(xml: xml(query, of: day, offers(query, on: day)), sinceUnixSeconds: days * 86_400 - Self.zoneSeconds)
    }

    /// Cheapest first.
    private func offers(_ query: DemoFuelQuery, on day: CalendarDay) -> [(station: Station, price: Int)] {
        stations.filter { isAsked($0, query) }
            .compactMap { station in price(query.product, at: station, on: day).map { (station: station, price: $0) } }
            .sorted { ($0.price, $0.station.name) < ($1.price, $1.station.name) }
    }

    private func isAsked(_ station: Station, _ query: DemoFuelQuery) -> Bool {
        let place = DemoSuburb.all[station.suburb]
        if let region = query.region, region != place.region { return false }
        // The whole metro is the state's region 98.
        if let region = query.stateRegion, region != 98 { return false }
        if let brand = query.brand, brand != DemoBrand.all[station.brand].id { return false }
        guard let name = query.suburb else { return true }
        guard let suburb = DemoSuburb.all.first(where: { $0.location == name.uppercased() }) else { return false }
        return query.includesSurrounding ? place.surrounds(suburb) : place.name == suburb.name
    }

    private func xml(_ query: DemoFuelQuery, of day: CalendarDay, _ offers: [(station: Station, price: Int)]) -> String {
        let area = query.suburb ?? query.region.map { Self.regions[$0] ?? "region \($0)" } ?? "all metro regions"
        let built = "\(day.buildText) 14:30:00 AWST \(day.year)"
        var xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0"><channel><title>FuelWatch Prices For \(Self.escaped(area))</title><ttl>720</ttl>\
            <link>http://www.fuelwatch.wa.gov.au</link><description>\(day.slashText) - \(Self.escaped(area))</description>\
            <language>en-us</language><copyright>A sample of Tidings: no station and no price in it is real.</copyright>\
            <lastBuildDate>\(built)\(built)</lastBuildDate><image><url>/fuelwatch/art/fuelwatch-logo.gif</url><title>FuelWatch</title>\
            <link>http://www.fuelwatch.wa.gov.au</link></image>
            """
        for offer in offers { append(offer.station, "\(offer.price / 10).\(offer.price % 10)", day.isoText, to: &xml) }
        return xml + "</channel></rss>\n"
    }

    private func append(_ station: Station, _ price: String, _ date: String, to xml: inout String) {
        var description = "Address: \(station.address), \(station.location)"
        if !station.phone.isEmpty { description += ", Phone: \(station.phone)" }
        // Newer feeds list independents without a brand; every second one is written that way.
        let isUnbranded = station.brand == DemoBrand.independent && station.number.isMultiple(of: 2)
        let children = [
            ("title", "\(price): \(station.name)"), ("description", description),
            ("brand", isUnbranded ? "" : DemoBrand.all[station.brand].name), ("date", date), ("price", price),
            ("trading-name", station.name), ("location", station.location), ("address", station.address), ("phone", station.phone),
            ("latitude", station.latitude), ("longitude", station.longitude), ("site-features", station.features),
            ("restrictions", station.restrictions),
        ]
        xml += "<item>"
        for (name, text) in children { xml += "<\(name)>\(Self.escaped(text))</\(name)>" }
        xml += "</item>"
    }

    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) else {
            return text
        }
        return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static let regions = [25: "Metro : North of River", 26: "Metro : South of River", 27: "Metro : East/Hills"]
}
