import Hummingbird
import Serving

extension Feature {
    /// The installed app: its worker, manifest, scripts and styles.
    static let app = Feature(
        "app", pageKinds: [.plain],
        routes: [
            .get("/manifest.webmanifest", .anyone) { WebManifest($0, $2).response() },
            .get("/service-worker.js", .anyone) { try ServiceWorkerScript($0, $2).response() },
            .get("/app/offline", .anyone) { OfflinePage($0, $2).response() },
            .get("/app/share", .anyone) { try await SharePage($0, $2).answer(to: $1) },
            .get("/app/push-key", .people) { engine, _, context in try PushDevices(engine, context).key() },
            .post("/app/push-subscriptions", .people) { try await PushDevices($0, $2).subscribe($1) },
            .delete("/app/push-subscriptions", .people) { try await PushDevices($0, $2).unsubscribe($1) },
            .get("/app/unread", .people) { engine, _, context in try await PushDevices(engine, context).unread() },
            .post("/app/mute", .people) { try await PushDevices($0, $2).mute($1) },
            .get("/static/**", .anyone) { try $0.assets.response(to: $1, path: $2.parameters.getCatchAll().joined(separator: "/")) },
            .get("/l10n/:file", .anyone) { try ScriptWords.response(to: $1, name: $2.parameters.get("file")) },
        ])
}
