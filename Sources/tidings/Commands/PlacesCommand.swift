import ArgumentParser
import Foundation
import Places
import Records
import Storage
import Watching

/// `tidings places …`: the known places, and their sources.
struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Work with named places.",
        subcommands: [
            PlacesList.self, PlacesImport.self, PlacesRemove.self, PlacesNear.self, PlacesFind.self, PlacesPostcode.self,
        ], defaultSubcommand: PlacesList.self)
}

/// The file of imported places in the data folder.
struct ImportedPlaces {
    private let file: URL

    init(in folder: URL) { file = DataFolder.Apart.gazetteer.url(in: folder) }

    /// Empty if nothing has been imported yet.
    func read() throws(PlacesError) -> Gazetteer {
        FileManager.default.fileExists(atPath: file.path) ? try Gazetteer(contentsOf: file) : .empty
    }

    /// Writes the existing lists except those with these names, followed by the new ones.
    func replace(_ names: Set<String>, by lists: [PlaceList]) throws {
        var gazetteer = Gazetteer.empty
        do { gazetteer = try read() } catch {
            // An import replaces a damaged file.
            guard !lists.isEmpty else { throw error }
            Output.complain("\(error); it is made again")
        }
        let kept = gazetteer.sources.indices.filter { !names.contains(gazetteer.sources[$0].name) }.map { gazetteer.list($0) }
        if kept.isEmpty, lists.isEmpty { return try FileManager.default.removeItem(at: file) }
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // Its permissions are set before it has its name, so that a server can read it as soon as it exists.
        let draft = folder.appendingPathComponent(".\(file.lastPathComponent)-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: draft) }
        try Gazetteer(kept + lists).write(to: draft)
        DataFolder.give(draft, toOwnerOf: folder)
        guard rename(draft.path, file.path) == 0 else { throw Failure(.ours, "\(file.path) cannot be written") }
    }
}

/// The sources of the places, with the attributions that their terms require.
struct PlacesList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the sources of places and who to credit for them.")

    @Flag(help: "Print one JSON object per line.") var json = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        do {
            let all = [try ImportedPlaces(in: try Settings.folder(folder.flags)).read(), .seed].flatMap { zip($0.sources, $0.counts) }
            if !json { Output.columns(all.map { texts($0.0, $0.1) }) }
            for (source, count) in all where json { Output.print(line(source, count)) }
        } catch { throw Failure(error) }
    }

    private func texts(_ source: PlaceSource, _ count: Int) -> [String] {
        [source.name, source.kind.counted(count), source.imported.map { "imported \($0)" } ?? "comes along", source.attribution]
    }

    private func line(_ source: PlaceSource, _ count: Int) -> String {
        var line = JSONLine()
        line.add("name", source.name)
        line.add("kind", source.kind.plural)
        line.add("places", count)
        line.add("attribution", source.attribution.isEmpty ? nil : source.attribution)
        line.add("imported", source.imported.map { Value.timestamp($0) })
        return line.closed
    }
}

/// `tidings places import cities500.txt AU.txt`.
struct PlacesImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add places from files.",
        discussion: """
            Takes what GeoNames publishes (cities500.txt and the like, postal codes), and any table with a line of names that has name, \
            lat and lon in it, plain or in a ZIP archive. A file of the same name replaces what was imported from it before.
            """)

    @Argument(help: "The files.") var files: [String]
    @Option(help: "Credit line to use instead of the files' own.") var attribution: String?
    @Flag(help: "Print one JSON object per file.") var json = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        do {
            var lists: [PlaceList] = []
            for file in files {
                let url = URL(fileURLWithPath: file)
                let reader = try PlaceFile.read(url)
                var list = PlaceList(reader, name: url.deletingPathExtension().lastPathComponent, imported: .system())
                if let attribution { list.source.attribution = attribution }
                guard !lists.contains(where: { $0.source.name == list.source.name }) else {
                    throw Failure(.badUse, "two of the files are called \(list.source.name)")
                }
                lists.append(list)
                Output.print(line(list, leftOut: reader.leftOut))
            }
            try ImportedPlaces(in: try Settings.folder(folder.flags)).replace(Set(lists.map(\.source.name)), by: lists)
        } catch { throw Failure(error) }
    }

    private func line(_ list: PlaceList, leftOut: Int) -> String {
        guard json else {
            let rest = leftOut == 0 ? "" : ", \(leftOut) without a name or a position left out"
            return "\(list.source.name): \(list.source.kind.counted(list.places.count))\(rest)"
        }
        var line = JSONLine()
        line.add("name", list.source.name)
        line.add("kind", list.source.kind.plural)
        line.add("places", list.places.count)
        line.add("leftOut", leftOut)
        line.add("attribution", list.source.attribution.isEmpty ? nil : list.source.attribution)
        return line.closed
    }
}

struct PlacesRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove imported places.")

    @Argument(help: "The source, as the list calls it.") var name: String
    @OptionGroup var folder: DataOption

    func run() async throws {
        do {
            let imported = ImportedPlaces(in: try Settings.folder(folder.flags))
            guard try imported.read().sources.contains(where: { $0.name == name }) else {
                throw Failure(.nothingFound, "no places were imported from '\(name)'")
            }
            try imported.replace([name], by: [])
        } catch { throw Failure(error) }
    }
}

extension PlaceSource.Kind {
    fileprivate var plural: String { self == .places ? "places" : "postcodes" }

    fileprivate func counted(_ count: Int) -> String { "\(count) \(count == 1 ? String(plural.dropLast()) : plural)" }
}
