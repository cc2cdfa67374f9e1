import BoardPages
import Hummingbird
import Serving

extension AppFeature: BoardFeature {
    static let pageKinds = [PageKind.plain]

    var routes: [Route] {
        [
            .get("/manifest.webmanifest", .anyone) { WebManifest(self, $1).response() },
            .get("/service-worker.js", .anyone) { _, _ in try ServiceWorkerScript(self).response() },
            .get("/app/offline", .anyone) { OfflinePage(self, $1).response() },
            .get("/app/share", .anyone) { try await SharePage(self, $1).answer(to: $0) },
            .get("/app/push-key", .people) { _, context in try PushDevices(self, context).key() },
            .post("/app/push-subscriptions", .people) { try await PushDevices(self, $1).subscribe($0) },
            .delete("/app/push-subscriptions", .people) { try await PushDevices(self, $1).unsubscribe($0) },
            .get("/app/unread", .people) { _, context in try await PushDevices(self, context).unread() },
            .post("/app/mute", .people) { try await PushDevices(self, $1).mute($0) },
            .get("/static/**", .anyone) { try self.assets.response(to: $0, path: $1.parameters.getCatchAll().joined(separator: "/")) },
            .get("/l10n/:file", .anyone) { try ScriptWords.response(to: $0, name: $1.parameters.get("file")) },
        ]
    }
}
