import Boards
import Foundation
import Logging
import Records
import ServiceLifecycle

/// The folder of the installation's own boards: has the server begin again when a file in it was added, changed or taken away.
///
/// A board file with a mistake changes nothing: what is wrong is said in the log, and the boards stay as they are until it is mended.
struct BoardFolder: Service {
    let folder: URL
    /// Its files before they were read, and the boards that they made.
    let began: Set<File>
    let loaded: BoardLibrary
    let load: @Sendable () -> BoardLibrary
    let beginAnew: @Sendable () -> Void
    let logger: Logger

    /// How often it is looked at. A change counts once it has stayed the same for so long, so that nothing half written is read.
    private static let period = Duration.seconds(2)
    /// Files that are looked at.
    private static let limit = 2000

    func run() async {
        let ticks = AsyncStream<Void> { (try? await Task.sleep(for: Self.period)) != nil ? () : nil }
        let known = Set(loaded.problems.map(\.description))
        var (taken, last) = (began, began)
        for await _ in ticks.cancelOnGracefulShutdown() {
            let now = Self.files(in: folder)
            defer { last = now }
            guard now != taken, now == last else { continue }
            taken = now
            let problems = load().problems.map(\.description).filter { !known.contains($0) }
            guard problems.isEmpty else {
                for problem in problems {
                    logger.warning("a board file has a mistake, the boards stay as they are", metadata: ["problem": "\(problem)"])
                }
                continue
            }
            logger.notice("board files have changed, the server begins again with them")
            beginAnew()
        }
    }

    struct File: Hashable {
        fileprivate let path: String
        fileprivate let changed: Date?
        fileprivate let bytes: Int?
    }

    /// What there is in it, apart from hidden files such as those of editors.
    static func files(in folder: URL) -> Set<File> {
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
        var files: Set<File> = []
        while files.count < limit, let url = all?.nextObject() as? URL {
            guard !url.lastPathComponent.hasSuffix("~") else { continue }
            let values = try? url.resourceValues(forKeys: keys)
            files.insert(File(path: url.path, changed: values?.contentModificationDate, bytes: values?.fileSize))
        }
        return files
    }
}
