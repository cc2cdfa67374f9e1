import Boards
package import Records

/// The fields of a board with the suburb and the position of its stations.
package struct PlaceFields: Hashable, Sendable {
    private let suburb: Int
    private let position: Int

    /// nil if the schema lacks a text and a position with these names.
    package init?(suburb: String, position: String, of schema: Schema) {
        guard let suburb = schema.fields.firstIndex(where: { $0.name == suburb && $0.kind == .text }),
            let position = schema.fields.firstIndex(where: { $0.name == position && $0.kind == .position })
        else { return nil }
        (self.suburb, self.position) = (suburb, position)
    }

    /// The fields of a board whose records are stations with a suburb; nil for other boards.
    init?(of board: Board) {
        guard let plan = board.stations, let suburb = plan.suburbField else { return nil }
        self.init(suburb: suburb, position: plan.positionField, of: board.schema)
    }

    /// Skips records that lack one of the two.
    package func stations(in records: [Record]) -> [StationPosition] {
        records.compactMap { record in
            guard case .text(let suburb)? = record.values[suburb], case .position(let position)? = record.values[position],
                !suburb.isEmpty, suburb.utf8.count <= 100
            else { return nil }
            return StationPosition(suburb: suburb, position: position)
        }
    }
}
