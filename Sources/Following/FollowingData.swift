import BoardPages
import Localisation
import Notifying
import Records
import Serving
import Storage

/// A person's stored data: watches, price alerts, notices and channels.
enum FollowingData {
    static func add(to data: inout JSONLine, of person: Person, by feature: FollowingFeature) async throws {
        let store = feature.store
        data.add("watches", try await store.following.watches(of: person).map { WatchResource.members.line(ShownWatch($0, nil, nil)) })
        data.add("alerts", try await store.following.alerts(of: person).map { AlertsAPI.line($0, nil) })
        // Changes are in English, as in the API; prices and reminders are in the person's language.
        let words = Words.english.preferring(language: person.settings.language, zone: person.settings.zone)
        var notices: [JSONLine] = []
        for notice in try await store.following.notices(of: person, limit: 1000) {
            notices.append(line(notice, try await NoticeSummary(notice, feature, words, limit: NoticeFeed.changes)))
        }
        data.add("notices", notices)
        data.add("channels", try await store.following.channels(of: person).map(line))
    }

    private static func line(_ notice: StoredNotice, _ summary: NoticeSummary) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(notice.id))
        line.add("created", notice.created.description)
        line.add("title", summary.title)
        line.add("text", summary.lines)
        line.add("watch", notice.watch.map { Int($0) })
        line.add("alert", notice.alert.map { Int($0) })
        line.add("reminder", notice.reminder.map { Int($0) })
        return line
    }

    /// The channel's destination, without tokens, signing secrets or browser keys.
    private static func line(_ channel: Channel) -> JSONLine {
        var line = JSONLine()
        line.add("name", channel.name)
        line.add("kind", channel.kind)
        line.add("to", ChannelKind(channel.kind)?.place(ofStored: channel.address))
        line.add("created", channel.created.description)
        return line
    }
}
