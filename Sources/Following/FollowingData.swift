import Notifying
import Records
import Serving
import Storage

/// A person's stored data: watches, price alerts, notices and channels.
enum FollowingData {
    static func add(to data: inout JSONLine, of person: Person, in store: Store) async throws {
        data.add("watches", try await store.following.watches(of: person).map { WatchResource.members.line(ShownWatch($0, nil, nil)) })
        data.add("alerts", try await store.following.alerts(of: person).map { AlertsAPI.line($0, nil) })
        data.add("notices", try await store.following.notices(of: person, limit: 1000).map(line))
        data.add("channels", try await store.following.channels(of: person).map(line))
    }

    private static func line(_ notice: StoredNotice) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(notice.id))
        line.add("created", notice.created.description)
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
