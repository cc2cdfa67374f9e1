package import Localisation
package import Records
package import ServiceLifecycle

/// A part of the app: its routes, endpoints and their schemas, page kinds, job kinds, services, tile on the home page, worker scripts, and
/// share of a person's data.
///
/// A feature is a value, made from the parts of the server that it needs. The app is a list of features (`Features`).
package protocol Feature: Sendable {
    /// Page kinds that belong to no view of boards.
    static var pageKinds: [PageKind] { get }
    static var jobKinds: [JobKind] { get }
    /// Scripts of the app's service worker, in `Assets/worker`.
    static var workerScripts: [String] { get }
    /// The schemas that endpoints refer to by name (`JSONSchema.named`), of any feature.
    static var schemas: [(name: String, schema: JSONSchema)] { get }

    /// Its addresses outside of the API.
    var routes: [Route] { get }
    /// Its endpoints of the API.
    var endpoints: [Endpoint] { get }
    /// Its services, which run as long as the server.
    var runningServices: [any Service] { get }
    /// Its tile on the home page, after those of boards; nil if it has nothing for the reader.
    func homeTile(for context: PageContext) -> HomeTile?
    /// Adds the data that it stores about a person to their export.
    func addData(of person: Person, to data: inout JSONLine) async throws
}

extension Feature {
    package static var pageKinds: [PageKind] { [] }
    package static var jobKinds: [JobKind] { [] }
    package static var workerScripts: [String] { [] }
    package static var schemas: [(name: String, schema: JSONSchema)] { [] }
    package var routes: [Route] { [] }
    package var endpoints: [Endpoint] { [] }
    package var runningServices: [any Service] { [] }
    package func homeTile(for context: PageContext) -> HomeTile? { nil }
    package func addData(of person: Person, to data: inout JSONLine) async throws {}
}
