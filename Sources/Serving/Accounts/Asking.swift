package import Records
package import Storage

/// The caller of the current request: a task-local value that `Identification` sets around the handler, so that handlers need not pass the
/// person to what they change through `Store.forAsker`.
package enum Asking {
    @TaskLocal package static var behalf: OnBehalf?
    /// Who reads by a secret address, which lets them change nothing.
    @TaskLocal package static var reader: Person.ID?

    /// The person who sees the answer; nil: a stranger, or all who see the same.
    package static var person: Person.ID? { behalf?.person ?? reader }
}

extension Store {
    /// For changes on behalf of the caller. Each write checks that the person may still make it (`OnBehalf`).
    package var forAsker: Store { acting(for: Asking.behalf) }
}
