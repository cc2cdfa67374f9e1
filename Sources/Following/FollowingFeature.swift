import Hummingbird
package import Serving

extension Feature {
    /// Watches, price alerts, notices and their channels.
    package static let following = Feature(
        "following", pageKinds: [.watches], data: FollowingData.add,
        routes: [
            // Needs the secret.
            .get("/notices/{secret}.atom", .anyone) { try await NoticeFeed($0).feed($2.parameters.get("secret"), for: $1, $2.words) },
            .get("/watches", .people) { try await WatchesPage($0, $2).page() },
            .post("/watches", .people) { try await WatchesPage($0, $2).add($1) },
            .get("/watches/new", .people) { try await WatchEditorPage($0, $2).new(for: $1) },
            .post("/watches/new", .people, body: .bytes(WatchEditorPage.formLimit)) { try await WatchEditorPage($0, $2).add($1) },
            .post("/watches/preview", .people, body: .bytes(WatchEditorPage.formLimit)) { try await WatchEditorPage($0, $2).preview($1) },
            .get("/watches/:watch", .people) { try await WatchEditorPage($0, $2).page($2.parameters.get("watch")) },
            .post("/watches/:watch", .people, body: .bytes(WatchEditorPage.formLimit)) {
                try await WatchEditorPage($0, $2).save($1, $2.parameters.get("watch"))
            },
            .post("/watches/:watch/mute", .people) { try await WatchesPage($0, $2).mute($1, $2.parameters.get("watch")) },
            .post("/watches/:watch/remove", .people) { try await WatchesPage($0, $2).remove($1, $2.parameters.get("watch")) },
            .get("/boards/:board/health", .readers) { try await HealthPage($0, $2).page(for: $1) },
            .get("/notices", .people) { try await NoticesPage($0, $2).list(for: $1) },
            .post("/notices/seen", .people) { try await NoticesPage($0, $2).markSeen($1) },
            .get("/notices/channels", .people) { try await ChannelsPage($0, $2).page(for: $1) },
            .post("/notices/channels", .people) { try await ChannelsPage($0, $2).add($1) },
            .get("/notices/channels/confirm/:token", .people) { engine, _, context in
                try ChannelsPage(engine, context).confirmation(context.parameters.get("token"))
            },
            .post("/notices/channels/confirm/:token", .people) { try await ChannelsPage($0, $2).confirm($1, $2.parameters.get("token")) },
            .post("/notices/channels/:channel", .people) { try await ChannelsPage($0, $2).alter($1, $2.parameters.get("channel")) },
            .post("/notices/channels/:channel/test", .people) { try await ChannelsPage($0, $2).test($1, $2.parameters.get("channel")) },
            .get("/notices/:notice", .people) { try await NoticesPage($0, $2).why($2.parameters.get("notice")) },
        ],
        endpoints: WatchesAPI.endpoints + AlertsAPI.endpoints + FollowingAPI.endpoints + NoticesAPI.endpoints + ChannelsAPI.endpoints)
}
