package import Hummingbird
import Localisation
import Queueing
import Records
package import Serving

/// `/queue/<name>/display`: the screen in the waiting room.
package struct DisplayPage: Sendable {
    private let feature: QueuesFeature
    private let context: PageContext
    private let desk: QueueDesk
    private let plan: QueuePlan

    package init(_ feature: QueuesFeature, _ context: PageContext) throws {
        (desk, plan) = try feature.queue(context)
        self.feature = feature
        self.context = context
    }

    package func page(for request: Request) async throws -> Response {
        let state = try await desk.state(of: plan.name)
        let address = WebOrigin(of: request, feature.site).address(GuestPaths(plan.name).page)
        let shell = PageShell(
            title: context.words("Display: \(plan.label)"), assets: feature.assets.prefix, kind: .screen, reader: context.reader,
            refreshSeconds: 10)
        let view = DisplayView(
            words: context.words.at(plan.zone), plan: plan, state: state, address: address, now: .system(), reader: context.reader,
            hasServerVoice: request.uri.queryParameters["voice"] == "server")
        return .page(shell.bare(view.html, kind: "is-display"))
    }

    /// `/queue/<name>/qr.svg`: the QR code of the link for joining, for posters.
    package func code(for request: Request) throws -> Response {
        let address = WebOrigin(of: request, feature.site).address(GuestPaths(plan.name).page)
        guard let code = QRCode(address) else { throw Refusal(.notFound, "The address of this queue is too long for a code.") }
        return Response(
            status: .ok, headers: [.contentType: "image/svg+xml", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: code.svg(label: address).text)))
    }
}
