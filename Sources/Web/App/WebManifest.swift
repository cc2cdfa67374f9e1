import BoardPages
import Boards
import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import ReaderPages
import Records
import Serving

/// `/manifest.webmanifest`: makes the pages an app that a phone can install (W3C, Web Application Manifest).
///
/// Generated per person, in their language, with a shortcut for each board that they may read. Addresses are relative to the manifest's
/// own, so a proxy's base path applies to them too.
struct WebManifest: Sendable {
    private let feature: AppFeature
    private let words: Words
    private let boards: [Board]

    /// Phones show four, and no browser shows more than ten.
    static let shortcutLimit = 10

    init(_ feature: AppFeature, _ context: PageContext) {
        self.feature = feature
        words = context.words
        boards = feature.boards.all(for: context)
    }

    func response() -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "no-cache, private"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: manifest.closed + "\n")))
    }

    private var manifest: JSONLine {
        var manifest = JSONLine()
        manifest.add("id", "tidings")
        manifest.add("name", PageShell.product)
        manifest.add("short_name", PageShell.product)
        manifest.add("description", words("Tidings watches lists, prices and pages for you and tells you when something changes."))
        manifest.add("lang", words.language)
        manifest.add("start_url", "./")
        manifest.add("scope", "./")
        manifest.add("display", "standalone")
        manifest.add("theme_color", AppParts.lightPaper)
        manifest.add("background_color", AppParts.lightPaper)
        manifest.add("categories", ["news", "utilities"])
        manifest.add(
            "icons",
            [
                icon("icon-192.png", 192, "any"), icon("icon-512.png", 512, "any"), icon("maskable-512.png", 512, "maskable"),
                icon("badge-96.png", 96, "monochrome"),
            ])
        manifest.add("shortcuts", boards.prefix(Self.shortcutLimit).map(shortcut))
        manifest.add("share_target", shareTarget)
        return manifest
    }

    private func icon(_ name: String, _ pixels: Int, _ purpose: String) -> JSONLine {
        var icon = JSONLine()
        // Asset paths begin at the root; this makes the path relative to the manifest, like the others.
        icon.add("src", "." + feature.assets.prefix + "/icons/" + name)
        icon.add("sizes", "\(pixels)x\(pixels)")
        icon.add("type", "image/png")
        icon.add("purpose", purpose)
        return icon
    }

    private func shortcut(_ board: Board) -> JSONLine {
        var shortcut = JSONLine()
        shortcut.add("name", board.title)
        shortcut.add("description", board.about)
        shortcut.add("url", "." + BoardPaths(board.name).page)
        shortcut.add("icons", [icon("icon-96.png", 96, "any")])
        return shortcut
    }

    /// The worker (`sharing.js`) receives content shared into the app: it holds a file for the reader, and opens everything else at
    /// `SharePage`, as a plain address.
    private var shareTarget: JSONLine {
        var parameters = JSONLine()
        for name in ["title", "text", "url"] { parameters.add(name, name) }
        var files = JSONLine()
        files.add("name", "file")
        files.add("accept", ReaderPage.accepted)
        parameters.add("files", [files])
        var target = JSONLine()
        target.add("action", "./app/share")
        target.add("method", "POST")
        target.add("enctype", "multipart/form-data")
        target.add("params", parameters)
        return target
    }
}
