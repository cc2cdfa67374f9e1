/// People, how they sign in, what they set, and the audit trail.
package struct PersonStore: Sendable {
    let database: Database
}
