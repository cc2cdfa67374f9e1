package import Records

// Makes stations with prices from records. Pure: the moment is a parameter.
extension StationPlan {
    /// Every station that has a price of this fuel, in the order in which it first occurs in the records.
    ///
    /// The records may be from several readings (today's and tomorrow's), the newest reading first: if a station has several prices for a
    /// day, the first counts. A record without a price of this fuel is ignored. A station's details come from the record with the valid
    /// price, otherwise with the next price, otherwise with the newest expired price.
    package func offers(of records: some Sequence<StoredRecord>, fuel: Fuel, at moment: Timestamp) -> [StationOffer] {
        offers(of: records.lazy.map { ($0.record, $0.id) }, fuel, at: moment)
    }

    /// The same for records that aren't from the store.
    package func offers(of records: some Sequence<Record>, fuel: Fuel, at moment: Timestamp) -> [StationOffer] {
        offers(of: records.lazy.map { ($0, nil) }, fuel, at: moment)
    }

    /// Identifies a record's station: address, suburb and position, or any other key fields of the board that don't depend on fuel or day.
    /// Positions are rounded to four decimals, about ten metres, because sources change their number of digits over the years.
    package func id(of record: Record) -> String {
        identity.map { index in
            guard case .position(let position)? = record.values[index] else { return record.values[index]?.text ?? "" }
            return "\(Self.rounded(position.latitude)),\(Self.rounded(position.longitude))"
        }.joined(separator: "|")
    }

    package func station(of record: Record, id row: Int64? = nil) -> Station { station(of: record, id: row, id(of: record)) }

    private func station(of record: Record, id row: Int64?, _ id: String) -> Station {
        func text(_ role: Role) -> String? { places[role].flatMap { record.values[$0]?.text } }
        var station = Station(id: id, name: text(.name) ?? "")
        (station.brand, station.address, station.suburb, station.postcode) = (text(.brand), text(.address), text(.suburb), text(.postcode))
        (station.phone, station.hours, station.restrictions, station.record) = (text(.phone), text(.hours), text(.restrictions), row)
        if let place = places[.position], case .position(let position)? = record.values[place] { station.position = position }
        if let place = places[.features], case .list(let features)? = record.values[place] { station.features = features }
        return station
    }

    /// The record's price of a fuel; nil if it has none, or is for another fuel.
    package func price(of fuel: Fuel, in record: Record) -> StationPrice? {
        guard let reading = reading(of: fuel) else { return nil }
        return price(reading, in: record)
    }

    /// Possible prices of a litre, in any currency's unit. Other amounts are errors of the source and are ignored,
    /// so that they don't distort means and charts.
    private static let amounts = 0...1e9

    /// The period in which a day's price is valid; nil if prices are valid until the next.
    package func validity(of date: CalendarDate) -> Range<Timestamp>? {
        guard let day else { return nil }
        let start = day.from.moment(on: date, in: day.zone)
        return start..<day.from.next(after: start, in: day.zone)
    }

    /// The fields that hold a fuel's price, as indices in the schema.
    private struct Reading {
        let price: Int
        let conditions: [(place: Int, value: Value)]
        let date: Int?
    }

    private struct Priced {
        let record: Record
        let row: Int64?
        let price: StationPrice
    }

    /// The prices of one station, collected from its records.
    private struct Prices {
        let id: String
        var now: Priced?
        var next: Priced?
        var last: Priced?

        mutating func add(_ priced: Priced, at moment: Timestamp) {
            guard let validity = priced.price.validity else {
                now = now ?? priced
                return
            }
            if validity.contains(moment) {
                now = now ?? priced
            } else if validity.lowerBound > moment {
                if next?.price.starts(after: validity) ?? true { next = priced }
            } else if last.map({ validity.starts(after: $0.price) }) ?? true {
                last = priced
            }
        }
    }

    private func reading(of fuel: Fuel) -> Reading? {
        guard let price = schema.index(of: fuel.field) else { return nil }
        let conditions = fuel.conditions.compactMap { name, value in schema.index(of: name).map { (place: $0, value: value) } }
        return Reading(price: price, conditions: conditions, date: day.flatMap { schema.index(of: $0.field) })
    }

    private func price(_ reading: Reading, in record: Record, _ validities: inout [CalendarDate: Range<Timestamp>]) -> StationPrice? {
        guard case .number(let amount)? = record.values[reading.price], Self.amounts.contains(amount), isPrice(amount),
            reading.conditions.allSatisfy({ record.values[$0.place] == $0.value })
        else { return nil }
        guard let place = reading.date else { return StationPrice(amount: amount) }
        guard case .date(let date)? = record.values[place], let validity = validities[date] ?? validity(of: date) else { return nil }
        validities[date] = validity
        return StationPrice(amount: amount, validity: validity)
    }

    private func price(_ reading: Reading, in record: Record) -> StationPrice? {
        var validities: [CalendarDate: Range<Timestamp>] = [:]
        return price(reading, in: record, &validities)
    }

    /// For fields whose amounts can't be judged one by one.
    private func strangers(_ reading: Reading, among records: some Sequence<(Record, Int64?)>) -> Set<Double> {
        var validities: [CalendarDate: Range<Timestamp>] = [:]
        return Self.strangers(among: records.compactMap { price(reading, in: $0.0, &validities)?.amount })
    }

    private func offers(of records: some Sequence<(Record, Int64?)>, _ fuel: Fuel, at moment: Timestamp) -> [StationOffer] {
        guard let reading = reading(of: fuel) else { return [] }
        var validities: [CalendarDate: Range<Timestamp>] = [:]
        var stations: [Prices] = []
        var known: [String: Int] = [:]
        let strangers = strangers(reading, among: records)
        for (record, row) in records {
            guard let price = price(reading, in: record, &validities), !strangers.contains(price.amount) else { continue }
            let priced = Priced(record: record, row: row, price: price)
            let id = id(of: record)
            let place = known[id] ?? stations.count
            if place == stations.count {
                known[id] = place
                stations.append(Prices(id: id))
            }
            stations[place].add(priced, at: moment)
        }
        return stations.compactMap { prices in
            guard let shown = prices.now ?? prices.next ?? prices.last else { return nil }
            return StationOffer(
                station: station(of: shown.record, id: shown.row, prices.id), now: prices.now?.price, next: prices.next?.price,
                last: prices.now == nil ? prices.last?.price : nil)
        }
    }

    private static func rounded(_ degrees: Double) -> String { Value.number((degrees * 10_000).rounded() / 10_000).text }
}

extension StationPrice {
    fileprivate func starts(after other: Range<Timestamp>) -> Bool { validity.map { $0.lowerBound > other.lowerBound } ?? false }
}

extension Range<Timestamp> {
    fileprivate func starts(after price: StationPrice) -> Bool { price.validity.map { lowerBound > $0.lowerBound } ?? true }
}
