import BoardPages
import Hummingbird
import Localisation
import Records
import Serving
import Storage

/// `/server/nodes`, for administrators: the servers that share the database, what each of them does, and what is wrong with it.
struct NodesPage: Sendable {
    private let feature: OperatingFeature
    private let context: PageContext

    init(_ feature: OperatingFeature, _ context: PageContext) throws {
        guard context.person?.role == .administrator else { throw Refusal(.forbidden) }
        (self.feature, self.context) = (feature, context)
    }

    func page() async throws -> Response {
        let view = NodesView(overview: try await feature.nodesOverview(), words: context.words)
        return .page(view.page(context.reader, assets: feature.assets.prefix))
    }
}

extension OperatingFeature {
    /// nil: the store is in this server's folder, so there are no others.
    func nodesOverview() async throws -> NodeOverview? { store.isInDatabase ? try await store.leases.overview() : nil }
}
