import Localisation
import Records
package import Serving
import Speaking

extension Feature {
    /// Documents that are read aloud.
    package static let reader = Feature(
        "reader", pageKinds: [.reader], jobKinds: [.documents, .pages, .mails, .exports], data: ReaderData.add,
        homeCard: { $0.libraries.documents == nil || $1.person == nil ? nil : ReaderPage.homeCard($1.words) },
        workerScripts: ["documents.js"],
        routes: [
            // Needs the secret.
            .get("/podcasts/{secret}.xml", .anyone) { try await Podcast($0, $2).feed(for: $1) },
            // Needs the secret.
            .get("/podcasts/:secret/:export/{chapter}.mp3", .anyone) { try await Podcast($0, $2).episode(for: $1) },
            .get("/reader", .people) { try await ReaderPage($0, $2).list(for: $1) },
            .post("/reader/texts", .people, body: .bytes(ReaderPage.textFormLimit)) { try await ReaderPage($0, $2).addText($1) },
            .post("/reader/files", .people, body: .formWithFile(StoredDocument.Limits.fileBytes)) {
                try await ReaderPage($0, $2).addFile($1)
            },
            .post("/reader/addresses", .people) { try await ReaderPage($0, $2).addAddress($1) },
            .post("/reader/podcast", .people) { try await ReaderPage($0, $2).changePodcast($1) },
            .get("/reader/mail", .people) { try await MailboxPage($0, $2).page(for: $1) },
            .post("/reader/mail", .people) { try await MailboxPage($0, $2).change($1) },
            .get("/reader/pronunciation", .people) { try await PronunciationPage($0, $2).list(for: $1) },
            .post("/reader/pronunciation", .people) { try await PronunciationPage($0, $2).add($1) },
            .get("/reader/pronunciation/sound", .people) { try await PronunciationPage($0, $2).sound(for: $1) },
            .post("/reader/pronunciation/:rule", .people) { try await PronunciationPage($0, $2).change($1) },
            .get("/reader/documents/:document", .people) { try await DocumentPage($0, $2).page(for: $1) },
            .post("/reader/documents/:document/title", .people) { try await DocumentPage($0, $2).rename($1) },
            .post("/reader/documents/:document/voice", .people) { try await DocumentPage($0, $2).setVoice($1) },
            .get("/reader/documents/:document/sample", .people) { try await VoiceSample($0, $2).sound(for: $1) },
            .post("/reader/documents/:document/leaving", .people) { try await DocumentPage($0, $2).setLeaving($1) },
            .post("/reader/documents/:document/passages", .people) { try await DocumentPage($0, $2).setPassage($1) },
            .post("/reader/documents/:document/remove", .people) { try await DocumentPage($0, $2).remove($1) },
            .get("/reader/documents/:document/parts/:part/sound", .people) { try await DocumentPage($0, $2).sound(for: $1) },
            .get("/reader/documents/:document/pages/:page/picture", .people) { try await DocumentPage($0, $2).picture(for: $1) },
            .get("/reader/documents/:document/offline", .people) { try await DocumentOfflinePage($0, $2).answer(to: $1) },
            .get("/reader/documents/:document/bookmarks", .people) { try await DocumentBookmarksPage($0, $2).list(for: $1) },
            .post("/reader/documents/:document/bookmarks/:bookmark", .people) { try await DocumentBookmarksPage($0, $2).change($1) },
            .get("/reader/documents/:document/exports", .people) { try await DocumentExportsPage($0, $2).list(for: $1) },
            .post("/reader/documents/:document/exports", .people) { try await DocumentExportsPage($0, $2).change($1) },
            .get("/reader/documents/:document/exports/:format", .people) { try await DocumentExportsPage($0, $2).file(for: $1) },
        ],
        endpoints: DocumentsAPI.endpoints + DocumentExportsAPI.endpoints + PodcastAPI.endpoints + MailboxAPI.endpoints
            + PronunciationsAPI.endpoints
            + DocumentBookmarksAPI.endpoints)
}

extension ReaderPage {
    /// For the first page.
    fileprivate static func homeCard(_ words: Words) -> HTML {
        """
        <li class="card"><h2><a href="\(path)">\(words("Reader"))</a></h2>\
        <p class="card-about">\(words("Listen to your documents, and follow the words."))</p></li>

        """
    }
}

extension PageKind {
    package static let reader = PageKind(
        "reader", styles: ["reader", "account", "list"],
        scripts: ["copy-button", "document-upload", "document-player", "document-offline", "job-list"])
}
