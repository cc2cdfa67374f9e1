import ArgumentParser
import BoardPages
import Boards
import Drafting
import Foundation
import Localisation
import NewBoardPages
import Records
import Web

/// `tidings board import FILE`: makes boards from another program's watches.
struct BoardImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make boards from what another program watches.",
        discussion: """
            FILE is a backup of changedetection.io (ZIP) or its JSON, urls.yaml of urlwatch, feeds as OPML, or a list of addresses. \
            Nothing is fetched. Standard error says what can't be carried over, and why. Left out unless you say --all: what may not \
            do here what it does there, what is paused, and addresses that a board has already. A server that runs in the data folder \
            takes the new boards within seconds.
            Exit status: 0 boards were made, 1 none could be, 2 usage error or another kind of file, 4 internal error.
            """)

    @Argument(help: "The file; - is standard input.") var file: String
    @Flag(help: "Only print what would be made.") var check = false
    @Flag(help: "Also make those that would otherwise be left out, if they can be boards.") var all = false
    @Flag(help: "Print one JSON object for each thing that is watched.") var json = false
    @OptionGroup var folder: StoreOption

    private static let words = Words.english

    func run() async throws {
        do {
            let found = try found()
            let settings = try Settings(flags: folder.flags)
            let own = try OwnFolder(settings)
            let twins = ImportTwins(in: own.library.boards).places(of: found.watches)
            var count = 0
            for (place, watch) in found.watches.enumerated() {
                var remarks = watch.remarks.map { Self.words.sentence(for: $0) }
                if let twin = twins[place] { remarks.insert("The board “\(twin)” has this address already.", at: 0) }
                let file = watch.isSure && twins[place] == nil || all ? watch.file : nil
                var name: String?
                if !check, let file { name = try await own.add(file, titled: watch.title) }
                if file != nil { count += 1 }
                show(watch, remarks, name, isTaken: file != nil)
            }
            if found.surplus > 0 { Output.complain("\(found.surplus) more are in the file; the first \(WatchImport.limit) are taken") }
            guard count > 0 else { throw Failure(.nothingFound, "nothing was carried over\(all ? "" : "; see --all")") }
        } catch {
            throw Failure(error)
        }
    }

    private func found() throws -> WatchImport {
        guard let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file) else {
            throw Failure(.badUse, "\(file) cannot be read")
        }
        var reader = WatchImportReader()
        do {
            while let piece = try handle.read(upToCount: 256 << 10), !piece.isEmpty { try reader.append([UInt8](piece)) }
            return try reader.finish(with: .installed, Views.forms)
        } catch let fault as WatchImport.Fault {
            throw Failure(.badUse, "\(file): \(Self.words.sentence(for: fault))")
        } catch {
            throw Failure(.badUse, "\(file) cannot be read: \(error.localizedDescription)")
        }
    }

    private func show(_ watch: ImportedWatch, _ remarks: [String], _ name: String?, isTaken: Bool) {
        let refusal = watch.refusal.map { Self.words.sentence(for: $0) }
        guard !json else {
            var line = JSONLine()
            line.add("title", watch.title)
            line.add("address", watch.address)
            line.add("every", watch.every)
            line.add("folders", watch.folders)
            line.add("watched", watch.subject.rawValue)
            line.add("taken", isTaken)
            line.add("name", name)
            line.add("refusal", refusal)
            line.add("remarks", remarks)
            return Output.print(line.closed)
        }
        let label = watch.title.isEmpty ? watch.address : watch.title
        if isTaken {
            let about = "\(Self.words.name(of: watch.subject)), \(Self.words.every(.seconds(watch.every)))"
            Output.print("\(name.map { "\($0): " } ?? "")\(label), \(watch.address): \(about)")
        } else {
            Output.complain("left out: \(label)\(watch.address.isEmpty || label == watch.address ? "" : ", \(watch.address)")")
        }
        for sentence in (refusal.map { [$0] } ?? []) + remarks { Output.note("   \(sentence)") }
    }
}
