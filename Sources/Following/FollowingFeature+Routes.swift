import BoardPages
import Hummingbird
package import Records
package import Serving

extension FollowingFeature: BoardFeature {
    package static let pageKinds = [PageKind.watches]

    package var routes: [Route] {
        [
            // The secret in the path authorises the request.
            .get("/notices/{secret}.atom", .anyone) { try await NoticeFeed(self).feed($1.parameters.get("secret"), for: $0, $1.words) },
            .get("/watches", .people) { try await WatchesPage(self, $1).page() },
            .post("/watches", .people) { try await WatchesPage(self, $1).add($0) },
            .get("/watches/new", .people) { try await WatchEditorPage(self, $1).new(for: $0) },
            .post("/watches/new", .people, body: .bytes(WatchEditorPage.formLimit)) { try await WatchEditorPage(self, $1).add($0) },
            .post("/watches/preview", .people, body: .bytes(WatchEditorPage.formLimit)) { try await WatchEditorPage(self, $1).preview($0) },
            .get("/watches/:watch", .people) { try await WatchEditorPage(self, $1).page($1.parameters.get("watch")) },
            .post("/watches/:watch", .people, body: .bytes(WatchEditorPage.formLimit)) {
                try await WatchEditorPage(self, $1).save($0, $1.parameters.get("watch"))
            },
            .post("/watches/:watch/mute", .people) { try await WatchesPage(self, $1).mute($0, $1.parameters.get("watch")) },
            .post("/watches/:watch/remove", .people) { try await WatchesPage(self, $1).remove($0, $1.parameters.get("watch")) },
            .get("/boards/:board/health", .readers) { try await HealthPage(self, $1).page(for: $0) },
            .get("/boards/:board/health/pictures/:fetch", .readers) {
                try await HealthPage(self, $1).picture($1.parameters.get("fetch"), for: $0)
            },
            .post("/boards/:board/health", .readers) { try await HealthPage(self, $1).check($0) },
            .get("/notices", .people) { try await NoticesPage(self, $1).list(for: $0) },
            .post("/notices/seen", .people) { try await NoticesPage(self, $1).markSeen($0) },
            .get("/notices/channels", .people) { try await ChannelsPage(self, $1).page(for: $0) },
            .post("/notices/channels", .people) { try await ChannelsPage(self, $1).add($0) },
            .get("/notices/channels/confirm/:token", .people) { _, context in
                try ChannelsPage(self, context).confirmation(context.parameters.get("token"))
            },
            .post("/notices/channels/confirm/:token", .people) { try await ChannelsPage(self, $1).confirm($0, $1.parameters.get("token")) },
            .post("/notices/channels/:channel", .people) { try await ChannelsPage(self, $1).alter($0, $1.parameters.get("channel")) },
            .post("/notices/channels/:channel/test", .people) { try await ChannelsPage(self, $1).test($0, $1.parameters.get("channel")) },
            .get("/notices/:notice", .people) { try await NoticesPage(self, $1).why($1.parameters.get("notice")) },
        ]
    }

    package static var schemas: [(name: String, schema: JSONSchema)] {
        [
            ("Watch", WatchResource.members.schema),
            ("Condition", ConditionSchema.schema),
            ("QuietHours", WatchesAPI.quietHoursSchema),
            ("Alert", AlertResource.members.schema),
            ("Channel", ChannelResource.members.schema),
            ("Notice", NoticeResource.members.schema),
        ]
    }

    package var endpoints: [Endpoint] {
        WatchesAPI.endpoints(self) + AlertsAPI.endpoints(self) + FollowingAPI.endpoints(self) + NoticesAPI.endpoints(self)
            + ChannelsAPI.endpoints(self)
    }

    package func addData(of person: Person, to data: inout JSONLine) async throws {
        try await FollowingData.add(to: &data, of: person, by: self)
    }
}
