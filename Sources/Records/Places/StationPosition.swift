/// A source's position and suburb of one of its stations.
package struct StationPosition: Hashable, Sendable {
    package let suburb: String
    package let position: Position

    package init(suburb: String, position: Position) {
        self.suburb = suburb
        self.position = position
    }
}
