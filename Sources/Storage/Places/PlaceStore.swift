/// Suburbs that feeds named, and geocoded addresses.
package struct PlaceStore: Sendable {
    let database: Database
}
