import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import NIOCore
import Operating
import Queueing
import Records
package import Serving

/// `/dispense/token.json`: returns only a number, `{"number": 17}`, from the first queue or the one named by `?queue=`.
///
/// Each request takes a number, so responses must not be cached. A program that sends an `Idempotency-Key` gets a ticket, and the same
/// ticket if it repeats the request.
package struct DispensePage: Sendable {
    private static let headers: HTTPFields = [
        .contentType: "application/json; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
    ]
    package static let path = "/dispense/token.json"
    private static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    private static let keyLimit = 200

    package let feature: QueuesFeature

    package init(feature: QueuesFeature) {
        self.feature = feature
    }

    package func number(for request: Request, _ context: PageContext) async throws -> Response {
        guard request.method == .get || request.method == .post else {
            throw Refusal(.methodNotAllowed, headers: [.allow: "GET, POST"])
        }
        // A browser sent here by another site's page gets no number. Programs don't send an origin.
        guard request.isFromOurPages() else {
            throw Refusal(
                .forbidden, text: "Numbers aren't given to pages of other sites. Open this address yourself, or ask from a program.")
        }
        let desk = try feature.queues
        let named = request.uri.queryParameters["queue"].map { String($0) }
        guard let plan = named.map({ desk[$0] }) ?? desk.plans.first, plan.isPublic || Self.mayTake(context) else {
            throw Refusal(.notFound, "This queue doesn’t exist.")
        }
        try feature.taking.check(context)
        guard let key = request.headers[Self.idempotencyKey] else {
            return try await Self.bare(of: plan.name, at: desk, onBehalf: context.behalf)
        }
        guard (1...Self.keyLimit).contains(key.utf8.count) else {
            throw Refusal(.badRequest, text: "Idempotency-Key: 1 to \(Self.keyLimit) bytes")
        }
        let joining = QueueCommand.join(device: TicketDevice.of(key: key), services: [], guest: [:])
        guard case .ticket(let ticket) = try await Self.perform(joining, in: plan.name, at: desk, onBehalf: context.behalf) else {
            throw QueueRefusal.busy
        }
        return Self.answer(ticket.number)
    }

    /// Whether the caller may take numbers of a private queue. A token needs write permission, because even GET takes a number.
    private static func mayTake(_ context: PageContext) -> Bool { context.person != nil && context.scopes?.contains(.watch) ?? true }

    static func bare(of queue: String, at desk: QueueDesk, onBehalf behalf: OnBehalf? = nil) async throws -> Response {
        guard case .number(let number) = try await perform(.take, in: queue, at: desk, onBehalf: behalf) else { throw QueueRefusal.busy }
        return answer(number)
    }

    private static func perform(
        _ command: QueueCommand, in queue: String, at desk: QueueDesk, onBehalf behalf: OnBehalf?
    ) async throws -> QueueReply {
        do {
            return try await desk.perform(command, in: queue, by: QueueActor(kind: .program), onBehalf: behalf)
        } catch let refusal as QueueRefusal { throw Refusal(refusal) }
    }

    private static func answer(_ number: Int) -> Response {
        Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"number": \#(number)}"#)))
    }
}

/// Fast path for local clients that only take a number: skips the page middleware. Programs call this path most, often in a loop, and
/// determining language and session costs several times as much as the number.
///
/// All other requests take the normal path, with the same result.
package struct QuickDispensing<Inner: HTTPResponder>: HTTPResponder where Inner.Context == PageContext {
    private let feature: QueuesFeature
    private let inner: Inner

    package init(feature: QueuesFeature, inner: Inner) {
        self.feature = feature
        self.inner = inner
    }

    package func respond(to request: Request, context: PageContext) async throws -> Response {
        guard request.head.path == DispensePage.path, request.method == .get, let desk = feature.desk, let plan = desk.plans.first,
            plan.isPublic, request.headers.allSatisfy({ DispensePage.plain.contains($0.name) }), context.peer?.isLoopback == true,
            let response = try? await DispensePage.bare(of: plan.name, at: desk)
        else { return try await inner.respond(to: request, context: context) }
        feature.site.operating.metrics.add(to: .requests, ("route", DispensePage.path), ("status", "2xx"))
        return response
    }
}

extension DispensePage {
    /// Header fields that don't affect the number. Requests with others, such as a proxy's trace or a key, take the normal path.
    fileprivate static let plain: Set<HTTPField.Name> = [
        .accept, .acceptEncoding, .acceptLanguage, .cacheControl, .connection, .contentLength, .userAgent,
    ]
}
