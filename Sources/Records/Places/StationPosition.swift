/// Where a source says that one of its stations is, and in which suburb.
package struct StationPosition: Hashable, Sendable {
    package let suburb: String
    package let position: Position

    package init(suburb: String, position: Position) {
        self.suburb = suburb
        self.position = position
    }
}
