package import LongJobs
package import Records
package import Storage

/// A part of the app in one value. The app is a list of features (`Features`).
package struct Feature: Sendable {
    package let name: String
    /// Kinds of pages that belong to no view of boards.
    package let pageKinds: [PageKind]
    package let jobKinds: [JobKind]
    /// Adds what it keeps of a person to what they take along.
    package let addData: AddData
    /// Its card on the first page, behind those of boards; nil where there is nothing for the reader.
    package let homeCard: HomeCard
    /// Scripts of the app's worker, in `Assets/worker`.
    package let workerScripts: [String]
    private let makeRoutes: @Sendable () -> [Route]
    private let makeEndpoints: @Sendable () -> [Endpoint]

    package typealias AddData = @Sendable (inout JSONLine, Person, Store, Timestamp) async throws -> Void
    package typealias HomeCard = @Sendable (Engine, PageContext) -> HTML?

    /// Routes and endpoints are made when they are asked for: what describes them may name what the whole list has, such as the kinds of
    /// jobs.
    package init(
        _ name: String, pageKinds: [PageKind] = [], jobKinds: [JobKind] = [], data: @escaping AddData = { _, _, _, _ in },
        homeCard: @escaping HomeCard = { _, _ in nil }, workerScripts: [String] = [],
        routes: @autoclosure @escaping @Sendable () -> [Route] = [], endpoints: @autoclosure @escaping @Sendable () -> [Endpoint] = []
    ) {
        (self.name, self.pageKinds, self.jobKinds, addData) = (name, pageKinds, jobKinds, data)
        (self.homeCard, self.workerScripts) = (homeCard, workerScripts)
        (makeRoutes, makeEndpoints) = (routes, endpoints)
    }

    /// Its addresses.
    package var routes: [Route] { makeRoutes() }
    /// Its part of the API.
    package var endpoints: [Endpoint] { makeEndpoints() }
}
