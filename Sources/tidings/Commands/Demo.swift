import ArgumentParser
import DemoPublishing
import Foundation

/// `tidings demo visa -o FILE`: generated lists in the true shape, for trying things out and for tests.
struct Demo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Make sample documents.", subcommands: [DemoVisa.self])
}

extension VisaListPDF.Strings: ExpressibleByArgument {}
extension VisaListPDF.LineEnd: ExpressibleByArgument {}

/// A visa list as a PDF. The same options give the same bytes.
struct DemoVisa: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "visa", abstract: "Make a visa list as a PDF.")

    @Option(help: "Rows in the list.") var rows = 40_000
    @Option(help: "Pages they are spread over.") var pages = 1_000
    @Option(help: "Another seed makes another list.") var seed: UInt64 = 7
    @Option(help: "0 is the list as first published; each further edition has a few changes.") var edition = 0
    @Option(help: "How the producer writes a row: cells, glyphs, hex, lines.") var strings: VisaListPDF.Strings = .cells
    @Option(help: "How the file's lines end: lf, crlf.") var lineEnd: VisaListPDF.LineEnd = .lf
    @Option(help: "Put the rows into another order, by this seed.") var shuffle: UInt64?
    @Option(name: [.short, .long], help: "The file to write; - for standard output.") var output: String

    func validate() throws {
        guard (1...1_000_000).contains(rows) else { throw ValidationError("rows: 1 to 1000000") }
        guard (1...100_000).contains(pages), pages <= rows else { throw ValidationError("pages: 1 to 100000, and no more than rows") }
        guard edition >= 0 else { throw ValidationError("edition: 0 or more") }
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
