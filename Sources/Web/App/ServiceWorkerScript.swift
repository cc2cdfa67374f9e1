import HTTPTypes
import Hummingbird
import Localisation
import NIOCore
import Records

/// `/service-worker.js`: the worker that keeps pages for when there is no network, and shows what is pushed.
///
/// Made of the scripts in `Assets/worker`, with what they cannot know: which files the shell is made of, under the hash of the whole tree, and the
/// few words that a notification's buttons say. A new tree, or another language, makes it another script, and the browser takes that for a
/// new version (https://w3c.github.io/ServiceWorker/#update-algorithm).
struct ServiceWorkerScript: Sendable {
    private let assets: AssetLibrary
    private let words: Words

    static let address = "/service-worker.js"
    static let folder = "worker/"
    /// In the order in which they build on each other.
    private static let scripts = ["memory.js", "shelf.js", "pages.js", "notifications.js", "worker.js"]

    init(_ site: Site, _ context: PageContext) {
        assets = site.assets
        words = context.words
    }

    func response() -> Response {
        let imports = Self.scripts.map { JSONLine.quoted(BasePath.address("\(assets.prefix)/\(Self.folder)\($0)")) }.joined(separator: ", ")
        let text = "self.shell = \(shell.closed);\nimportScripts(\(imports));\n"
        return Response(
            status: .ok, headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Tiles are not shown without the network, so neither is what shows them kept.
    private static func isOfShell(_ name: String) -> Bool { !name.hasPrefix(folder) && !name.hasPrefix(Leaflet.prefix) }

    private var shell: JSONLine {
        var shell = JSONLine()
        shell.add("prefix", assets.prefix)
        shell.add("offlinePage", OfflinePage.address)
        // Who works on the files wants to see them anew at each reload: then none is kept.
        shell.add("files", assets.isFixed ? assets.names.filter(Self.isOfShell) : [])
        shell.add("words", ScriptWords.path(for: words))
        var said = JSONLine()
        said.add("open", words("Open", sense: "verb"))
        said.add("mute", words("Mute"))
        said.add("news", words("There is news."))
        shell.add("says", said)
        return shell
    }
}
