import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import Records
import ServiceLifecycle
import Watching

/// An answer of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) about a feed.
///
/// A comment every 20 seconds keeps proxies from closing the line. Ends when the page closes or the server stops.
enum EventStream {
    typealias Events = AsyncCancelOnGracefulShutdownSequence<AsyncStream<LiveEvent?>>

    /// `write` is given the events, with a nil whenever there was none for a while, and answers each.
    static func response(
        to request: Request, _ events: AsyncStream<LiveEvent>,
        _ write: @escaping @Sendable (Events, inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await write(events.withHeartbeat(every: .seconds(20)).cancelOnGracefulShutdown(), &writer)
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-cache", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        return Response(status: .ok, headers: headers, body: body)
    }

    static let heartbeat = ByteBuffer(string: ": still here\n\n")

    /// `id`: what a browser that connects again says that it had last (`Last-Event-ID`).
    static func frame(_ name: String, _ line: JSONLine, id: Int64? = nil) -> String {
        "event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(line.closed)\n\n"
    }

    static func region(_ id: String, _ html: HTML) -> JSONLine {
        var line = JSONLine()
        line.add("id", id)
        line.add("html", html.description)
        return line
    }
}

extension FetchProgress {
    /// As a page's script takes it.
    func line(_ words: Words) -> JSONLine {
        var line = JSONLine()
        line.add("received", receivedBytes)
        line.add("total", knownTotal)
        line.add("rate", bytesPerSecond)
        line.add("matches", matches)
        line.add("text", text(words))
        return line
    }
}

extension AsyncStream where Element == LiveEvent {
    /// The same events, and nil whenever there was none for so long.
    fileprivate func withHeartbeat(every period: Duration) -> AsyncStream<LiveEvent?> {
        AsyncStream<LiveEvent?>(bufferingPolicy: .bufferingNewest(64)) { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for await event in self { continuation.yield(event) }
                    }
                    group.addTask {
                        while (try? await Task.sleep(for: period)) != nil { continuation.yield(nil) }
                    }
                    await group.next()
                    group.cancelAll()
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
