import Records

/// Reads the slots of programmes for a grid, from the columns directly into `ProgrammeSlots`.
///
/// A record with all fields would double the cost of SQLite's work on its row, and a grid of fifty channels for a day has fifteen hundred
/// of them.
struct SlotColumns {
    private let sql: String

    /// Limit of texts in one answer, in bytes.
    private static let byteLimit = 4 << 20

    /// nil if the board's records have no slots or no channel.
    init?(_ table: BoardTable, _ dialect: Dialect) {
        let schema = table.schema
        guard schema.slotChannel != nil else { return nil }
        func column(_ name: String, _ kind: Field.Kind) -> String { schema[name]?.kind == kind ? "\"\(name)\"" : "NULL" }
        let shown = [column("title", .text), column("subtitle", .text), column("categories", .list)]
        let flags = ProgrammeSlots.flags.map { column($0.name, .flag) }
        sql = """
            SELECT _id, "start", "stop", "channel", \((shown + flags).joined(separator: ", ")) FROM \(table.name) \
            WHERE _feed = ?1 AND "start" < ?2 AND "start" > ?3 AND ("stop" > ?4 OR "start" >= ?4) AND "stop" IS NOT NULL \
            AND \(dialect.list.hasText("\"channel\"", "?6")) ORDER BY "channel", "start", "stop", _id LIMIT ?5
            """
    }

    func slots(
        of feed: Feed, on channels: [String], in window: Range<Timestamp>, limit: Int, in database: Connection
    ) throws -> ProgrammeSlots {
        let rows = BulkStatement(try database.cachedStatement(sql: sql))
        defer { rows.end() }
        let (from, to) = (window.lowerBound.milliseconds, window.upperBound.milliseconds)
        let earliest = (window.lowerBound + (.zero - SlotQuery.defaultLongest)).milliseconds
        var (found, bytes): (ProgrammeSlots, Int) = (ProgrammeSlots(), 0)
        var known: [String: Int] = [:]
        let bits = ProgrammeSlots.flags.map(\.flag.rawValue)
        /// Adds the programmes of channels in the order of the index; the ranges are each channel's programmes.
        func take(_ channels: [String], limit: Int) throws -> [String: Range<Int>] {
            rows.begin([feed.id, to, earliest, from, Int64(limit)], texts: [ValueList.argument(channels)])
            var ranges: [String: Range<Int>] = [:]
            while bytes < Self.byteLimit, try rows.step() {
                let (channel, title, subtitle) = (rows.text(3) ?? "", rows.text(4) ?? "", rows.text(5))
                bytes += title.utf8.count + (subtitle?.utf8.count ?? 0)
                var flags: UInt16 = 0
                for (index, bit) in bits.enumerated() where rows.integer(7 + index) != 0 { flags |= bit }
                let stored = rows.text(6)
                if let stored, known[stored] == nil, case .list(let texts)? = Value(stored: stored, .list) {
                    known[stored] = found.categories.count
                    found.categories.append(texts)
                }
                let place = found.slots.count
                ranges[channel] = (ranges[channel]?.lowerBound ?? place)..<place + 1
                found.slots.append(
                    ProgrammeSlots.Slot(
                        id: rows.integer(0), channel: channel, start: Timestamp(milliseconds: rows.integer(1)),
                        stop: Timestamp(milliseconds: rows.integer(2)), title: title, subtitle: subtitle,
                        flags: Programme.Flags(rawValue: flags), categories: stored.flatMap { known[$0] }))
            }
            return ranges
        }
        let ranges = try take(channels, limit: min(limit, .max - 1) + 1)
        if found.slots.count <= limit, bytes < Self.byteLimit {
            found.slots = channels.flatMap { found.slots[ranges[$0] ?? 0..<0] }
        } else {
            // Over the limit: the first channels are complete.
            (found, bytes, known) = (ProgrammeSlots(), 0, [:])
            for channel in channels where found.slots.count < limit { _ = try take([channel], limit: limit - found.slots.count) }
        }
        return found
    }
}
