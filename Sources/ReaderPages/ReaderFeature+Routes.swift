package import Localisation
import LongJobs
package import Records
package import ServiceLifecycle
package import Serving
import Speaking

extension ReaderFeature: Feature {
    package static let pageKinds = [PageKind.reader]
    package static let jobKinds: [JobKind] = [.documents, .pages, .mails, .exports]
    package static let workerScripts = ["documents.js"]

    package var routes: [Route] {
        [
            // The secret in the path authorises the request.
            .get("/podcasts/{secret}.xml", .anyone) { try await Podcast(self, $1).feed(for: $0) },
            // The secret in the path authorises the request.
            .get("/podcasts/:secret/:export/{chapter}.mp3", .anyone) { try await Podcast(self, $1).episode(for: $0) },
            // The secret in the path authorises the request.
            .get("/podcasts/:secret/:export/cover", .anyone) { try await Podcast(self, $1).cover(for: $0) },
            .get("/reader", .people) { try await ReaderPage(self, $1).list(for: $0) },
            .post("/reader/texts", .people, body: .bytes(ReaderPage.textFormLimit)) { try await ReaderPage(self, $1).addText($0) },
            .post("/reader/files", .people, body: .formWithFile(StoredDocument.Limits.fileBytes)) {
                try await ReaderPage(self, $1).addFile($0)
            },
            .post("/reader/addresses", .people) { try await ReaderPage(self, $1).addAddress($0) },
            .post("/reader/podcast", .people) { try await ReaderPage(self, $1).changePodcast($0) },
            .get("/reader/mail", .people) { try await MailboxPage(self, $1).page(for: $0) },
            .post("/reader/mail", .people) { try await MailboxPage(self, $1).change($0) },
            .get("/reader/pronunciation", .people) { try await PronunciationPage(self, $1).list(for: $0) },
            .post("/reader/pronunciation", .people) { try await PronunciationPage(self, $1).add($0) },
            .get("/reader/pronunciation/sound", .people) { try await PronunciationPage(self, $1).sound(for: $0) },
            .post("/reader/pronunciation/:rule", .people) { try await PronunciationPage(self, $1).change($0) },
            .get("/reader/documents/:document", .people) { try await DocumentPage(self, $1).page(for: $0) },
            .post("/reader/documents/:document/title", .people) { try await DocumentPage(self, $1).rename($0) },
            .post("/reader/documents/:document/again", .people) { try await DocumentPage(self, $1).readAgain($0) },
            .get("/reader/documents/:document/cover", .people) { try await DocumentPage(self, $1).cover(for: $0) },
            .get("/reader/documents/:document/pictures/:picture", .people) { try await DocumentPage(self, $1).ownPicture(for: $0) },
            .post("/reader/documents/:document/voice", .people) { try await DocumentPage(self, $1).setVoice($0) },
            .get("/reader/documents/:document/sample", .people) { try await VoiceSample(self, $1).sound(for: $0) },
            .post("/reader/documents/:document/leaving", .people) { try await DocumentPage(self, $1).setLeaving($0) },
            .post("/reader/documents/:document/passages", .people) { try await DocumentPage(self, $1).setPassage($0) },
            .post("/reader/documents/:document/remove", .people) { try await DocumentPage(self, $1).remove($0) },
            .get("/reader/documents/:document/parts/:part/sound", .people) { try await DocumentPage(self, $1).sound(for: $0) },
            .get("/reader/documents/:document/pages/:page/picture", .people) { try await DocumentPage(self, $1).picture(for: $0) },
            .get("/reader/documents/:document/offline", .people) { try await DocumentOfflinePage(self, $1).answer(to: $0) },
            .get("/reader/documents/:document/bookmarks", .people) { try await DocumentBookmarksPage(self, $1).list(for: $0) },
            .post("/reader/documents/:document/bookmarks/:bookmark", .people) { try await DocumentBookmarksPage(self, $1).change($0) },
            .get("/reader/documents/:document/exports", .people) { try await DocumentExportsPage(self, $1).list(for: $0) },
            .post("/reader/documents/:document/exports", .people) { try await DocumentExportsPage(self, $1).change($0) },
            .get("/reader/documents/:document/exports/:format", .people) { try await DocumentExportsPage(self, $1).file(for: $0) },
        ]
    }

    package static var schemas: [(name: String, schema: JSONSchema)] {
        [
            ("Document", DocumentResource.members.schema),
            ("DocumentExport", DocumentExportResource.schema),
            ("Pronunciation", PronunciationResource.members.schema),
            ("Bookmark", BookmarkResource.members.schema),
        ]
    }

    package var endpoints: [Endpoint] {
        DocumentsAPI.endpoints(self) + DocumentExportsAPI.endpoints(self) + PodcastAPI.endpoints(self) + MailboxAPI.endpoints(self)
            + PronunciationsAPI.endpoints(self) + DocumentBookmarksAPI.endpoints(self)
    }

    package var runningServices: [any Service] {
        let maybe: [(any Service)?] = [documents, mailboxes, exporter, folders]
        return maybe.compactMap(\.self)
    }

    package func homeTile(for context: PageContext) -> HomeTile? {
        documents == nil || context.person == nil ? nil : HomeTile(context.words("Reader"), at: ReaderPage.path, BoardSymbols.headphones)
    }

    package func addData(of person: Person, to data: inout JSONLine) async throws {
        try await ReaderData.add(to: &data, of: person, in: store)
    }
}

extension PageKind {
    package static let reader = PageKind(
        "reader", styles: ["reader", "account", "list"],
        scripts: ["copy-button", "document-upload", "document-player", "document-offline", "job-list", "other-forms"])
}
