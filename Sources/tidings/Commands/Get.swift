import ArgumentParser
import Fetching
import Foundation
import Records
import Storage
import Synchronization
import UnixSignals

/// `tidings get URL…`: many downloads at once, each resumed where an earlier attempt broke off.
struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Download files, several at once, resuming where a download stopped.",
        discussion: """
            What has arrived is kept in NAME.part; the same command continues from there if the server still has that version. A file that \
            was fetched before is only fetched again if it has changed.
            """)

    @Argument(help: "The addresses.") var urls: [String]
    @Option(
        name: [.short, .long], help: ArgumentHelp("The folder to put them in, or the file's name for one address.", valueName: "path"))
    var output: String?
    @Option(help: ArgumentHelp("Expected checksum; for one address only.", valueName: "sha256:…")) var checksum: String?
    @Flag(help: "Print one JSON object per line for each file when it finishes.") var json = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        let promised = try checksum.map { text in
            guard urls.count == 1 else { throw Failure(.badUse, "checksum: goes with one address") }
            guard let checksum = Checksum(text) else {
                throw Failure(.badUse, "checksum: '\(text)' is not one like sha256:9f86d08…; md5, sha1, sha256 and sha512 are known")
            }
            return checksum
        }
        let settings = try Settings(flags: folder.flags)
        let wanted = try destinations()
        let fetcher = Fetcher(try settings.fetching(named: wanted.compactMap { $0.url.host }))
        let result: Result<Bool, any Error>
        do {
            let downloads = try Downloads(folder: stateFolder(settings), fetcher: fetcher)
            result = .success(try await download(wanted, promised, downloads))
        } catch { result = .failure(error) }
        try? await fetcher.shutdown()
        do {
            if try !result.get() { throw Failure(.source) }
        } catch { throw Failure(error) }
    }

    /// Returns whether all downloads are complete. Ctrl-C ends the process, and all partial downloads are kept.
    private func download(_ wanted: [(url: URL, file: URL)], _ checksum: Checksum?, _ downloads: Downloads) async throws -> Bool {
        let bars = ProgressBars(names: wanted.map { $0.file.lastPathComponent })
        return try await withThrowingTaskGroup(of: Bool?.self) { group in
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                    await downloads.close()
                    bars.redraw()
                    Output.note("stopped; run the same command again to continue")
                    Foundation.exit(130)
                }
                return nil
            }
            group.addTask {
                // Draws updates that came too fast, and counts down waiting times.
                while bars.isShown, (try? await Task.sleep(for: .milliseconds(250))) != nil { bars.redraw() }
                return nil
            }
            for (row, (url, file)) in wanted.enumerated() {
                group.addTask {
                    let id = try await downloads.start(url, to: file, for: "command line", checksum: checksum)
                    for await update in await downloads.updates(of: id) { bars.show(update, at: row) }
                    // Otherwise, it was stopped.
                    guard let ended = await downloads.download(id), ended.state.isEnd else { return false }
                    report(ended, as: file, bars)
                    if case .done = ended.state { return true }
                    return false
                }
            }
            var (left, haveAllCome) = (wanted.count, true)
            while left > 0, let next = try await group.next() {
                guard let next else { continue }
                left -= 1
                haveAllCome = haveAllCome && next
            }
            group.cancelAll()
            bars.redraw()
            return haveAllCome
        }
    }

    private func report(_ download: Download, as file: URL, _ bars: ProgressBars) {
        var failure: FetchError?
        if case .failed(let error) = download.state { failure = error }
        if json {
            var line = JSONLine()
            line.add("url", download.url.absoluteString)
            line.add("file", file.relativePath)
            line.add("bytes", download.progress.receivedBytes)
            line.add("unchanged", download.wasUnchanged)
            line.add("failure", failure?.description)
            bars.around { Output.print(line.closed) }
        } else if let failure {
            bars.around { Output.complain("\(failure)") }
        } else if !bars.isShown {
            let size = ProgressLine.bytes(download.progress.receivedBytes)
            Output.print("\(file.relativePath)\t\(size)\(download.wasUnchanged ? "\tnot changed" : "")")
        }
    }

    // MARK: Targets

    private func destinations() throws -> [(url: URL, file: URL)] {
        let addresses = try urls.map { text in
            let url = try Workspace.address(text)
            guard !url.isFileURL else { throw Failure(.badUse, "'\(text)' is on this machine already") }
            return url
        }
        var isFolder: ObjCBool = false
        let exists = output.map { FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) } ?? true
        if let output, addresses.count == 1, !isFolder.boolValue, !output.hasSuffix("/") {
            return [(addresses[0], URL(fileURLWithPath: output))]
        }
        let folder = URL(fileURLWithPath: output ?? ".", isDirectory: true)
        if let output, exists, !isFolder.boolValue { throw Failure(.badUse, "output: '\(output)' is not a folder") }
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw Failure(.badUse, "output: '\(folder.path)' cannot be made: \(error.localizedDescription)")
        }
        var names: Set<String> = []
        return addresses.map { url in
            let name = Self.name(for: url)
            let candidates = [name] + (2...addresses.count + 1).map { Self.numbered(name, $0) }
            let free = candidates.first { !names.contains($0) } ?? name
            names.insert(free)
            return (url, output == nil ? URL(fileURLWithPath: free) : folder.appendingPathComponent(free))
        }
    }

    /// A file name from the last component of an address's path; never hidden, outside the folder, or too long.
    static func name(for url: URL) -> String {
        let last = url.path.split(separator: "/").last.map(String.init) ?? url.host ?? ""
        let plain = last.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\\" ? "_" : String($0) }.joined()
        let visible = plain.drop { $0 == "." }
        var name = String(visible)
        while name.utf8.count > 200 { name.removeFirst() }
        return name.isEmpty ? "download" : name
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name)-\(number)" }
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }

    /// In the data folder if one is set, otherwise in the usual place for a program's state.
    private func stateFolder(_ settings: Settings) -> URL {
        let data = settings.folder
        if settings.value("data") != nil, FileManager.default.fileExists(atPath: data.path) {
            return DataFolder.Apart.downloads.url(in: data)
        }
        let environment = ProcessInfo.processInfo.environment
        let base =
            environment["XDG_STATE_HOME"].map { URL(fileURLWithPath: $0) } ?? URL(fileURLWithPath: NSHomeDirectory() + "/.local/state")
        return base.appendingPathComponent("tidings/downloads")
    }
}

/// A line for each download on a terminal, updated in place. Draws nothing if there is no terminal.
final class ProgressBars: Sendable {
    let isShown: Bool
    private let state: Mutex<State>
    private static let shownAtMost = 20

    private struct State {
        let names: [String]
        var updates: [JobUpdate?]
        /// The number of lines above the cursor.
        var drawn = 0
        var last: ContinuousClock.Instant?
    }

    init(names: [String], isShown: Bool = Output.isTerminal) {
        self.isShown = isShown
        state = Mutex(State(names: names, updates: names.map { _ in nil }))
    }

    func show(_ update: JobUpdate, at row: Int) {
        guard isShown else { return }
        state.withLock { state in
            state.updates[row] = update
            if !update.state.isEnd, let last = state.last, .now - last < .milliseconds(100) { return }
            state.last = .now
            draw(&state)
        }
    }

    /// Clears the bars while lines are printed above them.
    func around(_ body: () -> Void) {
        guard isShown else { return body() }
        state.withLock { state in
            write(Self.up(state.drawn))
            state.drawn = 0
            body()
            draw(&state)
        }
    }

    func redraw() {
        guard isShown else { return }
        state.withLock { draw(&$0) }
    }

    private func draw(_ state: inout State) {
        let rows = zip(state.names, state.updates).map { Self.line($0, $1) }
        // If there are too many, ended downloads are left out first.
        var lines = rows
        if rows.count > Self.shownAtMost {
            let open = zip(rows, state.updates).filter { !($1?.state.isEnd ?? false) }.map(\.0)
            lines = Array(open.prefix(Self.shownAtMost - 1)) + ["\(rows.count - open.count) of \(rows.count) done"]
        }
        write(Self.up(state.drawn) + lines.map { "\u{1B}[K\($0)\n" }.joined() + "\u{1B}[J")
        state.drawn = lines.count
    }

    private static func up(_ lines: Int) -> String { lines == 0 ? "\r" : "\u{1B}[\(lines)A\r" }

    private static func line(_ name: String, _ update: JobUpdate?) -> String {
        let short = name.count > 28 ? name.prefix(27) + "…" : name[...]
        let shown = short + String(repeating: " ", count: max(0, 30 - short.count))
        guard let update else { return shown + "waiting" }
        switch update.state {
        case .queued: return shown + "waiting"
        case .paused: return shown + "paused"
        case .waiting(let until): return shown + "tries again in \(max(1, Int(clamping: until.timeIntervalSinceNow.rounded()))) s"
        case .failed: return shown + "failed"
        case .done: return shown + "\(ProgressLine.bytes(update.progress.receivedBytes))  done"
        case .running: return shown + ProgressLine.text(of: update.progress, matches: nil)
        }
    }

    private func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Output.write($0, to: STDERR_FILENO) }
    }
}
