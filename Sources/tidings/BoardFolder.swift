import Boards
import Logging
import Operating
import Records
import ServiceLifecycle

/// The folder of the installation's own boards: has the server begin again when a file in it was added, changed or taken away.
///
/// A board file with a mistake changes nothing: what is wrong is said in the log, and the boards stay as they are until it is mended.
struct BoardFolder: Service {
    /// Looked at before the files were read, and the boards that they made.
    let began: (folder: FolderMarks, files: [FolderMarks.Mark])
    let loaded: BoardLibrary
    let load: @Sendable () -> BoardLibrary
    let beginAnew: @Sendable () -> Void
    let logger: Logger

    /// How often it is looked at. A change counts once it has stayed the same for so long, so that nothing half written is read.
    private static let period = Duration.seconds(2)

    func run() async {
        let ticks = AsyncStream<Void> { (try? await Task.sleep(for: Self.period)) != nil ? () : nil }
        let known = Set(loaded.problems.map(\.description))
        var folder = began.folder
        var (taken, last) = (began.files, began.files)
        for await _ in ticks.cancelOnGracefulShutdown() {
            let now = folder.look()
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
}
