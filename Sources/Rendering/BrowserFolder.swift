import Foundation
import Glibc

/// The profile of one run of the browser: created before, removed after.
struct BrowserFolder {
    private static let prefix = "tidings-browser-"
    /// Older ones were left by a server that was killed.
    private static let age = 3600.0

    let url: URL

    /// Throws the reason if it can't be created.
    init() throws {
        let folder = FileManager.default.temporaryDirectory
        Self.removeOld(in: folder)
        var template = Array(folder.appendingPathComponent("\(Self.prefix)XXXXXX").path.utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        url = URL(fileURLWithPath: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), isDirectory: true)
        if geteuid() == 0 { chown(url.path, BrowserProgram.powerless, BrowserProgram.powerless) }
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    private static func removeOld(in folder: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let old = folder.appendingPathComponent(name)
            var about = stat()
            guard lstat(old.path, &about) == 0, about.st_mode & S_IFMT == S_IFDIR,
                about.st_uid == geteuid() || geteuid() == 0 && about.st_uid == BrowserProgram.powerless,
                Date().timeIntervalSince1970 - Double(about.st_mtim.tv_sec) > age
            else { continue }
            try? FileManager.default.removeItem(at: old)
        }
    }
}
