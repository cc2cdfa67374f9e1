/// People, how they sign in, their settings, and the audit trail.
package struct PersonStore: Sendable {
    let database: Database
}
