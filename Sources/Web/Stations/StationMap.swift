/// The map beside the list.
enum StationMap {
    /// What stands in `<section data-stations-map>`.
    static func html(_ model: StationsModel, _ reader: Reader) -> HTML { "" }
}
