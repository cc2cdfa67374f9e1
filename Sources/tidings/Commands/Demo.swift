import ArgumentParser
import DemoPublishing
import Foundation
import Serving

/// `tidings demo visa -o FILE`, `tidings demo contacts -o DIR`: generated documents in realistic formats, for trying things out and for
/// tests.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Make sample documents.", subcommands: [DemoVisa.self, DemoDirectory.self])
}

extension VisaListPDF.Strings: ExpressibleByArgument {}
extension VisaListPDF.LineEnd: ExpressibleByArgument {}

/// A visa list as a PDF. The same options give the same bytes.
struct DemoVisa: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "visa", abstract: "Make a visa list as a PDF.")

    @Option(parsing: .unconditional, help: "Rows in the list.", transform: WholeNumber.within(1...1_000_000)) var rows = 40_000
    @Option(parsing: .unconditional, help: "Pages the rows are spread over.", transform: WholeNumber.within(1...100_000)) var pages = 1_000
    @Option(parsing: .unconditional, help: "A different seed makes a different list.", transform: WholeNumber.seed) var seed: UInt64 = 7
    @Option(
        parsing: .unconditional, help: "0 is the list as first published; each further edition has a few changes.",
        transform: WholeNumber.atLeast(0))
    var edition = 0
    @Option(help: "How the producer writes a row: cells, glyphs, hex, lines.") var strings: VisaListPDF.Strings = .cells
    @Option(help: "How the file's lines end: lf, crlf.") var lineEnd: VisaListPDF.LineEnd = .lf
    @Option(parsing: .unconditional, help: "Shuffle the rows with this seed.", transform: WholeNumber.seed) var shuffle: UInt64?
    @Option(name: [.short, .long], help: "The file to write; - for standard output.") var output: String

    func validate() throws {
        guard pages <= rows else { throw ValidationError("pages: no more than rows, of which there are \(rows)") }
    }

    func run() throws {
        var list = VisaList(rows: rows, seed: seed).edition(edition)
        if let shuffle { list = list.shuffled(seed: shuffle) }
        let bytes = VisaListPDF(pages: pages, strings: strings, lineEnd: lineEnd).bytes(of: list)
        do {
            if output == "-" {
                try FileHandle.standardOutput.write(contentsOf: Data(bytes))
            } else {
                try Data(bytes).write(to: URL(fileURLWithPath: output))
            }
        } catch {
            throw Failure(.badUse, "'\(output)' cannot be written: \(error.localizedDescription)")
        }
    }
}

/// A directory of fictional people, as files. The same options give the same bytes.
struct DemoDirectory: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts", abstract: "Make a directory of contacts, as XML with portraits.")

    @Option(parsing: .unconditional, help: "People in the directory.", transform: WholeNumber.within(1...10_000)) var count = 100
    @Option(parsing: .unconditional, help: "A different seed makes different people.", transform: WholeNumber.seed) var seed: UInt64 = 7
    @Option(
        parsing: .unconditional, help: "0 is the directory as first published; each further edition has one change.",
        transform: WholeNumber.atLeast(0))
    var edition = 0
    @Option(help: "What stands before photos/7.png in the list.") var base = "https://directory.example/"
    @Option(name: [.short, .long], help: "The folder to write to; created if it doesn't exist.") var output: String

    func run() throws {
        let contacts = DemoContacts(count: count, seed: seed, edition: edition)
        let folder = URL(fileURLWithPath: output, isDirectory: true)
        let photos = folder.appendingPathComponent("photos", isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
            try Data(contacts.list(base: base).utf8).write(to: folder.appendingPathComponent("contacts.xml"))
            for id in contacts.ids {
                try Data((contacts.contact(id) ?? "").utf8).write(to: folder.appendingPathComponent("contact-\(id).xml"))
                try Data(contacts.portrait(id) ?? []).write(to: photos.appendingPathComponent("\(id).png"))
            }
        } catch {
            throw Failure(.badUse, "'\(output)' cannot be written: \(error.localizedDescription)")
        }
    }
}
