import Boards
import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Localisation
import Records
import Storage
import TestSupport
import Testing

@testable import BoardPages
@testable import MediaPages
@testable import QueuePages
@testable import Serving
@testable import Web

/// What each kind of answer allows a browser to do, checked for every route.
@Suite("Headers of every route")
struct HeadersTests {
    enum Kind: String {
        case page, json, feed, file, picture, asset, script, events, sound, video, text, document

        var types: [String] {
            switch self {
            case .page: ["text/html"]
            case .json: ["application/json", "application/feed+json", "application/manifest+json", "application/openapi+json"]
            case .feed: ["application/atom+xml", "application/xml", "text/xml", "text/x-opml"]
            case .file: ["text/csv", "text/vcard", "application/yaml"]
            case .picture: ["image/jpeg", "image/png", "image/svg+xml"]
            case .asset: ["text/css", "text/javascript", "image/svg+xml", "image/png", "application/json"]
            case .script: ["text/javascript"]
            case .events: ["text/event-stream"]
            case .sound: ["audio/wav"]
            case .video: ["video/mp4"]
            case .text: ["text/plain"]
            case .document: ["application/pdf"]
            }
        }
    }

    /// A row for each route that answers GET, but for those of the API, which answer JSON.
    private static let table: [String: Kind] = [
        "/": .page, "/boards": .page, "/boards/:board": .page, "/live/boards/:board": .events, "/boards/:board/contacts.vcf": .file,
        "/boards/:board/records/:record": .page, "/boards/:board/records/:record/:field": .picture, "/login": .page,
        "/login/link/:code": .page, "/setup": .page,
        "/invitation/:code": .page, "/account": .page, "/account/boards": .page, "/account/data": .json, "/people": .page, "/server": .page,
        "/server/nodes": .page,
        "/server/board": .page,
        "/new-board": .page, "/new-board/import": .page, "/new-board/correct": .page, "/new-board/point": .page,
        "/new-board/pointed": .page, "/new-board/own": .page, "/new-board/own/steps": .page, "/new-board/own/file": .file,
        "/new-board/shared": .page, "/new-board/ready": .page,
        "/new-board/ready/board": .page,
        "/people/audit": .page,
        "/boards/:board/changes": .page, "/boards/:board/health": .page,
        "/boards/:board/health/pictures/:fetch": .picture, "/boards/:board/stations/:station": .page,
        "/boards/:board/settings": .page, "/boards/:board/channel": .page, "/boards/:board/channels": .page, "/boards/:board/grid": .page,
        "/boards/:board/now": .page, "/boards/:board/changed": .page,
        "/boards/:board/search": .page, "/boards/:board/reminders": .page, "/boards/:board/offline": .page,
        "/boards/:board/logo": .picture, "/boards/:board/sources": .page,
        "/queue/:queue/console": .page,
        "/queue/:queue/settings": .page,
        "/queue/:queue/statistics": .page, "/queue/:queue/statistics.csv": .file, "/queue/:queue/audit": .page,
        "/queue/:queue/audit.csv": .file, "/watches": .page, "/watches/new": .page, "/watches/:watch": .page,
        "/boards/:board/alerts/new": .page, "/alerts/:alert": .page, "/jobs": .page, "/notices": .page, "/notices/channels": .page,
        "/notices/channels/confirm/:token": .page, "/notices/:notice": .page, "/manifest.webmanifest": .json, "/service-worker.js": .script,
        "/app/offline": .page, "/app/share": .page, "/app/push-key": .json, "/app/unread": .json, "/queue/:queue": .page,
        "/queue/:queue/ticket": .json, "/queue/:queue/leave": .page, "/queue/:queue/tickets/:link": .page,
        "/queue/:queue/tickets/:link/print": .page, "/queue/:queue/speech/:label": .sound, "/queue/:queue/qr.svg": .picture,
        "/queue/:queue/display": .page, "/queue/:queue/kiosk": .page, "/live/queue": .events, "/live/queue/:queue": .events,
        "/boards/{board}.json": .json, "/boards/{board}.csv": .file, "/boards/{board}.atom": .feed, "/boards/:board/feed.json": .json,
        "/notices/{secret}.atom": .feed, "/reminders/{secret}.ics": .file, "/podcasts/{secret}.xml": .feed,
        "/podcasts/:secret/:export/{chapter}.mp3": .sound, "/podcasts/:secret/:export/cover": .picture, "/static/**": .asset,
        "/l10n/:file": .asset, "/healthz": .json,
        "/metrics": .text,
        "/reader": .page, "/reader/mail": .page, "/reader/pronunciation": .page, "/reader/pronunciation/sound": .sound,
        "/reader/documents/:document": .page,
        "/reader/documents/:document/parts/:part/sound": .sound, "/reader/documents/:document/pages/:page/picture": .picture,
        "/reader/documents/:document/cover": .picture, "/reader/documents/:document/pictures/:picture": .picture,
        "/reader/documents/:document/offline": .json,
        "/reader/documents/:document/bookmarks": .json,
        "/reader/documents/:document/exports": .json, "/reader/documents/:document/sample": .sound,
        "/reader/documents/:document/exports/:format": .file,
        MediaStreams.path: .video, "/media": .page,
        "/media/items/:item": .page, "/media/works/:work": .page, "/media/works/:work/art": .picture,
        "/live/media/:device": .events, "/media/podcasts/{token}.xml": .feed, "/media/podcasts/:token/:item/:name": .sound,
        "/media/list.m3u": .file, "/media/works/:work/list.m3u": .file,
        "/media/items/:item/art": .picture, "/media/playlists/:playlist": .page,
        DispensePage.path: .json, "/demo/visa.pdf": .document, "/demo/contacts.xml": .feed, "/demo/contacts.json": .json,
        "/demo/contact.xml": .feed, "/demo/photos/:photo": .picture, "/demo/fuel.xml": .feed,
        "/demo/guide.xml": .feed, "/demo/guide/:file": .text, "/demo/guide/logos/:logo": .picture, "/api": .page, "/api/v1/opml": .feed,
    ]

    /// Routes whose answer to GET needs what isn't made here: a link, a notice, an engine, a follower. Their errors are looked at.
    private static let unmade: Set = [
        "/setup", "/invitation/:code", "/login/link/:code", "/watches/:watch", "/alerts/:alert", "/notices/:notice",
        "/notices/{secret}.atom", "/reminders/{secret}.ics", "/podcasts/{secret}.xml", "/podcasts/:secret/:export/{chapter}.mp3",
        "/podcasts/:secret/:export/cover",
        "/boards/:board/reminders", "/queue/:queue/leave", "/new-board/shared", "/boards/:board/health/pictures/:fetch",
        "/new-board/correct", "/new-board/point", "/new-board/pointed",
        "/queue/:queue/tickets/:link",
        "/media/items/:item", "/media/works/:work", "/media/works/:work/art", "/media/items/:item/art", "/media/playlists/:playlist",
        "/media/list.m3u", "/media/works/:work/list.m3u", "/media/podcasts/{token}.xml", "/media/podcasts/:token/:item/:name",
        "/live/media/:device",
        "/reader/documents/:document",
        "/reader/documents/:document/parts/:part/sound", "/reader/documents/:document/exports",
        "/reader/documents/:document/exports/:format", "/reader/pronunciation/sound", "/reader/documents/:document/sample",
        "/reader/documents/:document/offline", "/reader/documents/:document/bookmarks", "/reader/documents/:document/pages/:page/picture",
        "/reader/documents/:document/cover", "/reader/documents/:document/pictures/:picture",
        "/queue/:queue/tickets/:link/print", "/queue/:queue/speech/:label", "/live/queue", "/live/queue/:queue", "/metrics",
        "/boards/:board/channel", "/boards/:board/channels", "/boards/:board/grid", "/boards/:board/now", "/boards/:board/search",
        "/boards/:board/changed", "/boards/:board/offline", "/boards/:board/logo", "/boards/:board/sources", MediaStreams.path,
    ]

    private static let queues = """
        title: Office
        view: counter
        public: true
        queues:
          main: { counters: ['1'], reset: never }
        """

    @Test("every answer of every route, to strangers, members and administrators, has what its kind must have")
    func everyRoute() async throws {
        let made = Made()
        try await withHouse(Source(), demo: .sample, queues: Self.queues) { house in
            try await house.read()
            try await ask(house, made)
        }
        let directory = Directory(photo: { _, connection in
            try connection.answer("200 OK", [("Content-Type", "text/html")], body: Directory.png)
        })
        try await withHouse(directory.source(), isDirectory: true) { house in
            try await house.read()
            try await ask(house, made)
        }
        try await withMetro { try await ask($0, made) }
        let rows = Set(Self.table.keys)
        let unmade = await rows.subtracting(made.paths)
        #expect(unmade == Self.unmade, "\(unmade.symmetricDifference(Self.unmade))")
    }

    /// The paths that gave what they are there for.
    private actor Made {
        private(set) var paths: Set<String> = []
        func note(_ path: String) { paths.insert(path) }
    }

    private func ask(_ house: House, _ made: Made) async throws {
        let features = house.web.features
        // Access is decided by the address alone, not by the method.
        let all = features.routes.map { ($0.path, $0.access) } + features.api.access.map { ($0.path, $0.access) }
        for (path, access) in Dictionary(grouping: all, by: \.0) {
            #expect(Set(access.map(\.1)).count == 1, "\(path) has several kinds of access; give one of its methods another address")
        }
        // The folder's boards count as added here.
        let own = house.folder.url.appendingPathComponent("boards/\(house.board.name)")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        try Data("title: Mine".utf8).write(to: own.appendingPathComponent("board.yaml"))
        let routes = Dictionary(grouping: features.router().routes, by: { $0.path.description }).mapValues { $0.map(\.method) }
        let callers: [HTTPFields] = [
            [:], try await house.login("Bob", .member), try await house.login("Cyd", .clerk), try await house.login(),
        ]
        try await house.client { client in
            let station = try await client.get("/boards/fuel").text.firstMatch(of: /data-station="([^"]*)"/).map { String($0.1) }
            // The folder's board is requested before its keeper has read it.
            let isOwn = { (path: String) in path.hasPrefix("/new-board/own") }
            for (path, _) in features.access.sorted(by: { isOwn($0.0) && !isOwn($1.0) }) {
                let uri = Self.address(path, house, station: station ?? "x")
                for method in routes[RouterPath(path).description] ?? [] where method != .head {
                    if method == .get { #expect(path.hasPrefix("/api/") || Self.table[path] != nil, "\(path) has no row in the table") }
                    let kind = Self.table[path] ?? (path.hasPrefix("/api/") ? .json : nil)
                    for caller in callers where path != "/logout" && path != "/account/delete" {
                        // A stream has no end.
                        let asked = kind == .events && method == .get ? .head : method
                        var fields = caller
                        if asked == .post { fields[.contentType] = "application/x-www-form-urlencoded" }
                        let answer = try await whole { try await client.execute(uri: uri, method: asked, headers: fields) }
                        check(answer, "\(method) \(uri)", method == .get ? kind : nil)
                        if method == .get, answer.status == .ok { await made.note(path) }
                    }
                }
            }
        }
    }

    /// One of the routes makes the sources read: a list that is being sent then is cut off, and requested again.
    private func whole(_ ask: () async throws -> TestResponse) async throws -> TestResponse {
        while true {
            do { return try await ask() } catch is RecordsReplaced {}
        }
    }

    private static func address(_ path: String, _ house: House, station: String) -> String {
        let assets = house.web.parts.site.assets
        switch path {
        case "/static/**": return "\(assets.prefix)/\(PageKind.home.style)"
        case "/l10n/:file": return ScriptWords.path(for: .english)
        case "/demo/contact.xml": return path + "?id=1"
        case "/demo/guide/:file": return "/demo/guide/channels.dat"
        case "/new-board/own", "/new-board/own/file", "/new-board/own/steps": return path + "?name=\(house.board.name)"
        case "/new-board/ready/board": return path + "?name=earthquakes"
        case "/watches/new": return path + "?board=\(house.board.name)"
        default: break
        }
        let values = [
            "board": house.board.name, "queue": "main", "station": station, "field": "photo", "record": "1", "photo": "1.png",
            "logo": "101.png", "act": "next",
        ]
        var address = path
        for (name, value) in values { address = address.replacing("{\(name)}", with: value).replacing("/:\(name)", with: "/\(value)") }
        return address.replacing(/\{[a-z]+\}|:[a-z]+/, with: "1")
    }

    /// `kind`: the kind of the route's content; nil: any.
    private func check(_ answer: TestResponse, _ asked: String, _ kind: Kind?) {
        let headers = answer.headers
        let type = headers[.contentType]?.split(separator: ";").first.map(String.init)
        if answer.status == .ok, let kind {
            #expect(kind.types.contains(type ?? "none"), "\(asked): \(type ?? "none") is not \(kind.rawValue)")
        }
        let runs = ["text/html", "text/javascript", "application/pdf"].contains(type)
        #expect(headers[.contentSecurityPolicy] == (runs ? SecurityHeaders.policy : SecurityHeaders.sandbox), "\(asked)")
        #expect(headers[.xContentTypeOptions] == "nosniff", "\(asked)")
        #expect(headers[.crossOriginResourcePolicy] == "same-origin", "\(asked)")
        #expect(headers[.crossOriginOpenerPolicy] == "same-origin", "\(asked)")
        #expect(headers[.referrerPolicy] == "same-origin", "\(asked)")
        #expect((headers[.permissionsPolicy] == nil) == (type != "text/html"), "\(asked)")
        #expect(headers[HTTPField.Name("Access-Control-Allow-Origin")!] == nil, "\(asked)")
        if (300..<400).contains(answer.status.code) { #expect(headers[.location] != nil || answer.status == .notModified, "\(asked)") }
        guard answer.status == .ok, let kind else { return }
        let caching = headers[.cacheControl] ?? ""
        #expect(!caching.isEmpty, "\(asked)")
        if kind != .asset { #expect(!caching.contains("public"), "\(asked)") }
        if kind == .page { #expect(caching == "no-cache, private" || caching == "no-store", "\(asked): \(caching)") }
        if kind == .file { #expect(headers[.contentDisposition]?.hasPrefix("attachment") == true, "\(asked)") }
    }
}
