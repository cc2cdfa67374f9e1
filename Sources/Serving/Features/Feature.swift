package import Localisation
package import Records

/// A part of the app: what it has of addresses, of the API, of kinds of pages and jobs, of the first page,
/// of the worker and of a person's data.
///
/// A feature is a value that is made with what it needs of the server. The app is a list of features (`Features`).
package protocol Feature: Sendable {
    /// Kinds of pages that belong to no view of boards.
    static var pageKinds: [PageKind] { get }
    static var jobKinds: [JobKind] { get }
    /// Scripts of the app's worker, in `Assets/worker`.
    static var workerScripts: [String] { get }

    /// Its addresses.
    var routes: [Route] { get }
    /// Its part of the API.
    var endpoints: [Endpoint] { get }
    /// Its tile on the first page, behind those of boards; nil where there is nothing for the reader.
    func homeTile(for context: PageContext) -> HomeTile?
    /// Adds what it keeps of a person to what they take along.
    func addData(of person: Person, to data: inout JSONLine) async throws
}

extension Feature {
    package static var pageKinds: [PageKind] { [] }
    package static var jobKinds: [JobKind] { [] }
    package static var workerScripts: [String] { [] }
    package var routes: [Route] { [] }
    package var endpoints: [Endpoint] { [] }
    package func homeTile(for context: PageContext) -> HomeTile? { nil }
    package func addData(of person: Person, to data: inout JSONLine) async throws {}
}
