import Following
import GuidePages
import ReaderPages
import Records
import Serving
import Storage

/// All that is kept of a person, as one JSON object: what they may take along.
struct PersonData: Sendable {
    let json: String

    init(_ person: Person, in store: Store, at now: Timestamp) async throws {
        var data = JSONLine()
        data.add("name", person.name)
        data.add("role", person.role.rawValue)
        data.add("created", person.created.description)
        data.add("settings", json: try person.settings.json)
        data.add("watches", try await store.watches(of: person).map(Self.line))
        data.add("alerts", try await store.alerts(of: person).map(Self.line))
        data.add("reminders", try await store.reminders(of: person).map(RemindersAPI.line))
        data.add("notices", try await store.notices(of: person, limit: 1000).map(Self.line))
        data.add("channels", try await store.channels(of: person).map(Self.line))
        data.add("media", try await store.mediaPositions(of: person.id, limit: 1000).map(Self.line))
        var playlists: [JSONLine] = []
        for playlist in try await store.mediaPlaylists(of: person.id) {
            let files = try await store.mediaPlaylist(playlist.id, of: person.id)?.files ?? []
            playlists.append(Self.line(playlist, files))
        }
        data.add("playlists", playlists)
        var documents: [JSONLine] = []
        for document in try await store.documents(of: person.id) {
            let (bookmarks, pages) = (
                try await store.documentBookmarks(document.id, of: person.id), try await store.documentPageStarts(document.id)
            )
            documents.append(Self.line(document, bookmarks.map { DocumentBookmarksAPI.line($0, pages) }))
        }
        data.add("documents", documents)
        data.add("pronunciations", try await store.pronunciations(of: person.id).map(PronunciationsAPI.line))
        if let mailbox = try await store.documentMailbox(of: person.id) { data.add("mailbox", Self.line(mailbox)) }
        data.add("sessions", try await store.sessions(of: person, at: now).map(Self.line))
        data.add("tokens", try await store.tokens(of: person).map(Self.line))
        data.add("audit", try await store.auditTrail(of: person.id, limit: 1000).map(Self.line))
        json = data.closed
    }

    private static func line(_ watch: Watch) -> JSONLine { WatchResource.members.line(ShownWatch(watch, nil, nil)) }

    private static func line(_ alert: PriceAlert) -> JSONLine { AlertsAPI.line(alert, nil) }

    private static func line(_ notice: StoredNotice) -> JSONLine {
        var line = JSONLine()
        line.add("id", Int(notice.id))
        line.add("created", notice.created.description)
        line.add("watch", notice.watch.map { Int($0) })
        line.add("alert", notice.alert.map { Int($0) })
        line.add("reminder", notice.reminder.map { Int($0) })
        return line
    }

    /// Without the password.
    private static func line(_ mailbox: DocumentMailbox) -> JSONLine {
        var line = JSONLine()
        line.add("host", mailbox.account.host)
        line.add("user", mailbox.account.user)
        line.add("folder", mailbox.account.folder)
        line.add("added", mailbox.added.description)
        return line
    }

    private static func line(_ channel: Channel) -> JSONLine {
        var line = JSONLine()
        line.add("name", channel.name)
        line.add("kind", channel.kind)
        line.add("address", json: channel.address)
        line.add("created", channel.created.description)
        return line
    }

    private static func line(_ started: (file: MediaFile, position: MediaTime)) -> JSONLine {
        var line = JSONLine()
        line.add("title", started.file.name.title)
        line.add("seconds", Value.number(started.position.seconds))
        return line
    }

    private static func line(_ playlist: MediaPlaylist, _ files: [MediaFile]) -> JSONLine {
        var line = JSONLine()
        line.add("name", playlist.name)
        line.add("titles", files.map(\.name.title))
        return line
    }

    private static func line(_ document: StoredDocument, _ bookmarks: [JSONLine]) -> JSONLine {
        var line = JSONLine()
        line.add("title", document.title)
        line.add("bytes", document.bytes)
        line.add("word", document.position)
        line.add("added", document.added.description)
        line.add("bookmarks", bookmarks)
        return line
    }

    private static func line(_ session: Session) -> JSONLine {
        var line = JSONLine()
        line.add("agent", session.agent)
        line.add("address", session.address)
        line.add("created", session.created.description)
        line.add("seen", session.lastSeen.description)
        return line
    }

    private static func line(_ token: APIToken) -> JSONLine {
        var line = JSONLine()
        line.add("name", token.name)
        line.add("scopes", token.scopes.map(\.rawValue).sorted())
        line.add("created", token.created.description)
        line.add("used", token.lastUsed?.description)
        line.add("expires", token.expires?.description)
        return line
    }

    private static func line(_ entry: AuditEntry) -> JSONLine {
        var line = JSONLine()
        line.add("at", entry.at.description)
        line.add("action", entry.action?.rawValue)
        line.add("detail", entry.detail)
        line.add("address", entry.address)
        line.add("count", entry.count)
        return line
    }
}
