package import Storage

/// Who asks, for all that a request has done: a task-local value that `Identification` binds around its handler, so that no handler has to remember that
/// what it changes through `Store.forAsker` is on somebody's behalf.
package enum Asking {
    @TaskLocal package static var behalf: OnBehalf?
}

extension Store {
    /// For changes on behalf of the person who asks. Each write checks that the person still may make it (`OnBehalf`).
    package var forAsker: Store { acting(for: Asking.behalf) }
}
