import Records

/// The waiting tickets of a queue, ordered by their unique places.
struct WaitingOrder: Sendable {
    private(set) var places: [Int64] = []
    private var tickets: [Int64: Ticket.ID] = [:]

    var count: Int { places.count }

    subscript(place: Int64) -> Ticket.ID? { tickets[place] }

    /// False if the place is occupied.
    mutating func insert(_ ticket: Ticket.ID, at place: Int64) -> Bool {
        let index = index(of: place)
        guard index == places.count || places[index] != place else { return false }
        places.insert(place, at: index)
        tickets[place] = ticket
        return true
    }

    mutating func remove(_ place: Int64) {
        let index = index(of: place)
        guard index < places.count, places[index] == place else { return }
        places.remove(at: index)
        tickets[place] = nil
    }

    /// How many tickets have a smaller place.
    func count(below place: Int64) -> Int { index(of: place) }

    func contains(_ place: Int64) -> Bool { tickets[place] != nil }

    /// The index of the first place that isn't smaller.
    private func index(of place: Int64) -> Int {
        if let last = places.last, last < place { return places.count }
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
