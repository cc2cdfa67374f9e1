import ArgumentParser
import Discovery
import Drafting
import Foundation
import Markup
import Records

/// `tidings discover PAGE ADDRESS`: the lists in a file with a page or data, best first.
struct Discover: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Find the lists in a page, with their rows, typed fields, names and keys; write a board for one of them.",
        discussion: "Nothing is fetched or stored.")

    @Argument(help: "The file: HTML, JSON, JSON lines, CSV or XML.") var file: String
    @Argument(help: "Where it is from, like https://shop.example/list.") var address: String
    @Argument(help: "When it was read, like 2026-11-28T09:30:00Z (default: now).") var now: String?
    @Flag(help: "Print one JSON object: candidates with all their rows, and what was left out.") var json = false
    @Option(help: ArgumentHelp("Print the list of this number, from 1, as a board file that reads it.", valueName: "n")) var board: Int?

    func run() throws {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw Failure(.badUse, "'\(address)' isn't the address of a page; it must begin with https:// or http://")
        }
        if let now, Timestamp(iso: now) == nil { throw Failure(.badUse, "'\(now)' isn't a time like 2026-11-28T09:30:00Z") }
        if json, board != nil { throw Failure(.badUse, "--json prints all lists, --board one as a board file; choose one of them") }
        let document = try bytes()
        let findings: Discovery.Findings
        do {
            findings = try Discovery.findings(in: document, address: url)
        } catch {
            throw Failure(.source, "\(file): \(error)")
        }
        if let board { return try write(board, of: findings, document, url) }
        let output = Output()
        if json { output.line(findings.json) } else { findings.candidates.forEach { show($0, output) } }
        output.flush()
        if !json, let feed = findings.alternates.first {
            let name = feed.title.isEmpty ? "" : " (“\(feed.title)”)"
            let address = feed.address.absoluteString
            Output.note("\(file): the page names data of its own\(name), which is easier to read than the page: \(address)")
        }
        findings.leftOut.forEach { Output.note("\(file): \($0.description)") }
        if findings.candidates.isEmpty { throw Failure(.nothingFound, "no list was found in \(file)") }
    }

    /// Writes the list with this number as a board file to standard output, and to standard error the values that a board reads
    /// differently.
    private func write(_ number: Int, of findings: Discovery.Findings, _ document: [UInt8], _ address: URL) throws {
        guard !findings.candidates.isEmpty else { throw Failure(.nothingFound, "no list was found in \(file)") }
        guard findings.candidates.indices.contains(number - 1) else {
            let count = findings.candidates.count
            throw Failure(.badUse, "--board \(number): there \(count == 1 ? "is 1 list" : "are \(count) lists") in \(file), counted from 1")
        }
        let outcome = DraftProof(document: document, address: address, findings: findings).outcome(of: findings.candidates[number - 1])
        outcome.notes.forEach { Output.note("\(file): \($0)") }
        guard let draft = outcome.draft else {
            throw Failure(.nothingFound, "no board that reads list \(number) of \(file) as it was found could be written")
        }
        let output = Output()
        output.line(draft.yaml.trimmingCharacters(in: .newlines))
        output.flush()
    }

    private func bytes() throws -> [UInt8] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
            throw Failure(.badUse, "there is no file '\(file)'")
        }
        if isFolder.boolValue { throw Failure(.badUse, "'\(file)' is a folder") }
        guard let handle = FileHandle(forReadingAtPath: file) else { throw Failure(.badUse, "'\(file)' can't be read") }
        let byteLimit = MarkupLimits().documentBytes
        let data: Data?
        do { data = try handle.read(upToCount: byteLimit + 1) } catch {
            throw Failure(.source, "\(file) cannot be read: \(error.localizedDescription)")
        }
        let bytes = [UInt8](data ?? Data())
        guard bytes.count <= byteLimit else { throw Failure(.source, "\(file) has more than \(byteLimit >> 20) MB") }
        return bytes
    }

    /// Describes a list: its fields and its first rows.
    private func show(_ candidate: Candidate, _ output: Output) {
        let names = candidate.fields.map { "\($0.name) (\($0.kind.rawValue))" }
        let key = candidate.key.map { candidate.fields[$0].name }
        output.line(
            "\(candidate.rowCount) rows: \(names.joined(separator: ", "))" + (key.isEmpty ? "" : "; key \(key.joined(separator: " and "))"))
        for row in candidate.rows.prefix(3) {
            output.fields(zip(candidate.fields, row).compactMap { field, value in value.map { ("  " + field.name, $0.text) } })
        }
        output.line("")
    }
}
