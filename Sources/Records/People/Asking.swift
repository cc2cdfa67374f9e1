/// The caller of the current request: a task-local value that `Identification` sets around the handler, so that handlers needn't pass the
/// person to each change made through `Store.forAsker`.
package enum Asking {
    @TaskLocal package static var behalf: OnBehalf?
    /// The person whose secret feed address is being read. The address allows no changes.
    @TaskLocal package static var reader: Person.ID?

    /// The person that the response is for; nil: a stranger, or everyone sees the same.
    package static var person: Person.ID? { behalf?.person ?? reader }
}
