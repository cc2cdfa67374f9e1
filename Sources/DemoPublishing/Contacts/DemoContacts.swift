/// The sample directory of fictional people: as a list, individually, and as portraits.
///
/// The same count, seed and edition give the same bytes on every machine. Each further edition makes one change: in turn a person gets a
/// new job or telephone number, a person leaves, a person joins. Few come and go: ids below 90 % of `count` are always present, and
/// possible newcomers are `count + 1` and the seven after it. An edition is computed directly, at the same cost for every number.
package struct DemoContacts: Sendable {
    /// The number of people in edition 0.
    package let count: Int
    package let seed: UInt64
    package let edition: Int

    /// At least one person, at most ten thousand.
    package init(count: Int = 100, seed: UInt64 = 7, edition: Int = 0) {
        self.count = min(max(1, count), 10_000)
        self.seed = seed
        self.edition = max(0, edition)
    }

    /// The ids in this edition, ascending.
    package var ids: [Int] {
        let places = places
        guard places > 0 else { return Array(1...count) }
        // Positions at the end of the list take turns. At each position, the first person leaves, a second joins, the second leaves, and so
        // on.
        let (leaves, joins) = ((edition + 1) / 3, edition / 3)
        var joined: [Int] = []
        var ids = Array(1...count - places)
        for place in 0..<places {
            let left = (leaves + places - 1 - place) / places
            let came = (joins + places - 1 - place) / places
            guard left == came else { continue }
            if came.isMultiple(of: 2) { ids.append(count - places + 1 + place) } else { joined.append(count + 1 + place) }
        }
        return ids + joined
    }

    /// A person in this edition; nil for other ids.
    package func person(_ id: Int) -> DemoPerson? {
        guard isListed(id) else { return nil }
        // Every third edition, starting with the first, changes a person: jobs and numbers in turn.
        let changes = (edition + 2) / 3
        let perPerson = changes / count + ((id - 1 + count - Int(seed % UInt64(count))) % count < changes % count ? 1 : 0)
        return DemoPerson(id: id, seed: seed, jobChanges: (perPerson + id % 2) / 2, phoneChanges: (perPerson + 1 - id % 2) / 2)
    }

    /// A PNG of 192 × 192 pixels, the same in all editions; nil for ids that are in no edition. Takes some milliseconds.
    package func portrait(_ id: Int) -> [UInt8]? {
        guard (1...count + places).contains(id) else { return nil }
        return Portrait(DemoPerson(id: id, seed: seed).look).png()
    }

    /// The number of positions at which people come and go.
    private var places: Int { min(8, count / 10) }

    private func isListed(_ id: Int) -> Bool {
        (1...count - places).contains(id) || ids.contains(id)
    }
}
