package import Records

// Records → stations with their prices. Pure: the moment is passed in.
extension StationPlan {
    /// Every station that has a price of this fuel, in the order in which the records name them first.
    ///
    /// Records of several readings (today's and tomorrow's) are given together, the newest reading first: of several prices of one
    /// station for the same day the first counts. A record without a price of this fuel says nothing. What is said of a station comes from
    /// the record whose price is in force, else from that of the next price, else from that of the newest that has ended.
    package func offers(of records: some Sequence<StoredRecord>, fuel: Fuel, at moment: Timestamp) -> [StationOffer] {
        offers(of: records.lazy.map { ($0.record, $0.id) }, fuel, at: moment)
    }

    /// The same of records that lie in no store.
    package func offers(of records: some Sequence<Record>, fuel: Fuel, at moment: Timestamp) -> [StationOffer] {
        offers(of: records.lazy.map { ($0, nil) }, fuel, at: moment)
    }

    /// What identifies a record's station: address, suburb and position, or whatever else the board's key has that varies neither with the fuel
    /// nor with the day. Positions count to the fourth decimal, about ten metres: sources write more or fewer of them as years go by.
    package func id(of record: Record) -> String {
        identity.map { index in
            guard case .position(let position)? = record.values[index] else { return record.values[index]?.text ?? "" }
            return "\(Self.rounded(position.latitude)),\(Self.rounded(position.longitude))"
        }.joined(separator: "|")
    }

    package func station(of record: Record, id row: Int64? = nil) -> Station {
        func text(_ role: Role) -> String? { places[role].flatMap { record.values[$0]?.text } }
        var station = Station(id: id(of: record), name: text(.name) ?? "")
        (station.brand, station.address, station.suburb, station.postcode) = (text(.brand), text(.address), text(.suburb), text(.postcode))
        (station.phone, station.hours, station.restrictions, station.record) = (text(.phone), text(.hours), text(.restrictions), row)
        if let place = places[.position], case .position(let position)? = record.values[place] { station.position = position }
        if let place = places[.features], case .list(let features)? = record.values[place] { station.features = features }
        return station
    }

    /// A record's price of a fuel; nil if it has none, or is of another fuel.
    package func price(of fuel: Fuel, in record: Record) -> StationPrice? {
        guard let reading = reading(of: fuel) else { return nil }
        return price(reading, in: record)
    }

    /// When the price of a day holds; nil where prices hold until there is another.
    package func validity(of date: CalendarDate) -> Range<Timestamp>? {
        guard let day else { return nil }
        let start = day.from.moment(on: date, in: day.zone)
        return start..<day.from.next(after: start, in: day.zone)
    }

    /// What is read of a record for a fuel, as places in the schema.
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

    private func reading(of fuel: Fuel) -> Reading? {
        guard let price = schema.index(of: fuel.field) else { return nil }
        let conditions = fuel.conditions.compactMap { name, value in schema.index(of: name).map { (place: $0, value: value) } }
        return Reading(price: price, conditions: conditions, date: day.flatMap { schema.index(of: $0.field) })
    }

    private func price(_ reading: Reading, in record: Record, _ validities: inout [CalendarDate: Range<Timestamp>]) -> StationPrice? {
        guard case .number(let amount)? = record.values[reading.price],
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

    private func offers(of records: some Sequence<(Record, Int64?)>, _ fuel: Fuel, at moment: Timestamp) -> [StationOffer] {
        guard let reading = reading(of: fuel) else { return [] }
        var validities: [CalendarDate: Range<Timestamp>] = [:]
        var stations: [[Priced]] = []
        var known: [String: Int] = [:]
        for (record, row) in records {
            guard let price = price(reading, in: record, &validities) else { continue }
            let priced = Priced(record: record, row: row, price: price)
            let id = id(of: record)
            if let place = known[id] {
                stations[place].append(priced)
            } else {
                known[id] = stations.count
                stations.append([priced])
            }
        }
        return stations.compactMap { offer(of: $0, at: moment) }
    }

    private func offer(of prices: [Priced], at moment: Timestamp) -> StationOffer? {
        var (now, next, last): (Priced?, Priced?, Priced?)
        for priced in prices {
            guard let validity = priced.price.validity else {
                now = now ?? priced
                continue
            }
            if validity.contains(moment) {
                now = now ?? priced
            } else if validity.lowerBound > moment {
                if next?.price.starts(after: validity) ?? true { next = priced }
            } else if last.map({ validity.starts(after: $0.price) }) ?? true {
                last = priced
            }
        }
        guard let shown = now ?? next ?? last else { return nil }
        return StationOffer(
            station: station(of: shown.record, id: shown.row), now: now?.price, next: next?.price, last: now == nil ? last?.price : nil)
    }

    private static func rounded(_ degrees: Double) -> String { Value.number((degrees * 10_000).rounded() / 10_000).text }
}

extension StationPrice {
    fileprivate func starts(after other: Range<Timestamp>) -> Bool { validity.map { $0.lowerBound > other.lowerBound } ?? false }
}

extension Range<Timestamp> {
    fileprivate func starts(after price: StationPrice) -> Bool { price.validity.map { lowerBound > $0.lowerBound } ?? true }
}
