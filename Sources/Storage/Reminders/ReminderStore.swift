/// Reminders of programmes.
package struct ReminderStore: Sendable {
    let database: Database
}
