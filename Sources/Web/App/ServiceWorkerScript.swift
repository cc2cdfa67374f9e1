import BoardPages
import HTTPTypes
import Hummingbird
import NIOCore
import Records
import Serving

/// `/service-worker.js`: the worker that stores pages for use offline, and shows push notices.
///
/// It concatenates the scripts in `Assets/worker`, after data that they can't know: the hash in the paths of files, and the files that the
/// offline page needs. Other files change the script, which the browser treats as a new version
/// (https://w3c.github.io/ServiceWorker/#update-algorithm). Nothing in it depends on the reader: in another language it would be another
/// script, and announced as an update. What the worker says is in the offline page.
struct ServiceWorkerScript: Sendable {
    private let assets: AssetLibrary

    static let address = "/service-worker.js"
    static let folder = "worker/"
    /// In dependency order.
    private static let scripts =
        ["memory.js", "shelf.js", "pages.js", "forms.js"] + Features.installed.flatMap { $0.part.workerScripts } + [
            "sharing.js", "notifications.js", "worker.js",
        ]

    init(_ feature: AppFeature) {
        assets = feature.assets
    }

    func response() throws -> Response {
        var text = "self.shell = \(shell.closed);\n"
        for name in Self.scripts {
            text += "\n// \(Self.folder)\(name)\n\(try assets.text(Self.folder + name)?.withoutCommentLines ?? "")"
        }
        return Response(
            status: .ok, headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private var shell: JSONLine {
        var shell = JSONLine()
        shell.add("prefix", assets.prefix)
        shell.add("offlinePage", OfflinePage.address)
        // A developer who edits the files needs them fresh at each reload, so none is stored then.
        shell.add("files", assets.isFixed ? ["icon.svg", PageKind.plain.style, PageKind.plain.script] : [])
        return shell
    }
}
