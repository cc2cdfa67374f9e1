package import Records

extension [Value?] {
    /// The value at an index of the schema; nil for a record that is shorter than its schema.
    package subscript(at place: Int) -> Value? { indices.contains(place) ? self[place] : nil }
}
