/// Suburbs that feeds named, and addresses that were looked up.
package struct PlaceStore: Sendable {
    let database: Database
}
