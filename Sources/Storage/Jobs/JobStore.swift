/// Jobs that take longer than a request.
package struct JobStore: Sendable {
    let database: Database
}
