/// A place on earth in degrees of WGS 84: latitude north, longitude east.
package struct Position: Hashable, Sendable, CustomStringConvertible {
    /// -90…90 degrees.
    package let latitude: Double
    /// -180…180 degrees.
    package let longitude: Double

    /// nil if there is no such place, and for 0, 0, which sources use for an unknown position.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude), latitude != 0 || longitude != 0 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Parses `-31.95,115.86`, latitude first, with or without blanks around the comma.
    package init?(_ text: some StringProtocol, scale: Scale? = nil) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(String(parts[0]), String(parts[1]), scale: scale)
    }

    /// Parses the output of `description` quickly, since a map has tens of thousands of positions; anything else like `init(_:scale:)`.
    package init?(stored text: String) {
        let numbers = text.utf8
        guard let comma = numbers.firstIndex(of: UInt8(ascii: ",")), let latitude = Double(text[..<comma]),
            let longitude = Double(text[numbers.index(after: comma)...])
        else {
            self.init(text)
            return
        }
        self.init(latitude: latitude, longitude: longitude)
    }

    package init?(_ latitude: String, _ longitude: String, format: NumberFormat = NumberFormat(), scale: Scale? = nil) {
        guard let latitude = format.number(latitude.trimmingWhitespace(), scale: scale),
            let longitude = format.number(longitude.trimmingWhitespace(), scale: scale)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// `-31.95,115.86`
    package var description: String { "\(Value.number(latitude).text),\(Value.number(longitude).text)" }
}
