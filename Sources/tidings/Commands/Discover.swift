import ArgumentParser
import Discovery
import Drafting
import Fetching
import Foundation
import Markup
import NewBoardPages
import Records

/// `tidings discover URL` and `tidings discover PAGE ADDRESS`: the lists that a page or data holds, at an address or in a file, the best
/// first.
struct Discover: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover",
        abstract: "Find the lists in a page: rows, typed fields, names and what identifies a row; write a board of one.",
        discussion: "An address alone is fetched. A file with the address that it is from isn't. Nothing is stored.")

    @Argument(help: "The address, or a file: HTML, JSON, JSON lines, CSV or XML.") var file: String
    @Argument(help: "Where a file is from, like https://shop.example/list.") var address: String?
    @Argument(help: "When it was read, like 2026-11-28T09:30:00Z; now, if it isn't said.") var now: String?
    @Flag(help: "Print one JSON object: candidates with all their rows, and what was left out.") var json = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Print the list of this number, from 1, as a board file that reads it.", valueName: "n"),
        transform: WholeNumber.atLeast(1))
    var board: Int?
    @Option(
        name: .customLong("allow-host"),
        help: "A host, or HOST:PORT, that may be reached although it is on a private network; may be repeated.")
    var allowedHosts: [String] = []

    func run() async throws {
        let text = address ?? file
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
            let mend = address == nil && FileManager.default.fileExists(atPath: file) ? "; after a file, name the address it is from" : ""
            throw Failure(.badUse, "'\(text)' isn't the address of a page; one begins with https:// or http://\(mend)")
        }
        if let now, Timestamp(iso: now) == nil { throw Failure(.badUse, "'\(now)' isn't a time like 2026-11-28T09:30:00Z") }
        if json, board != nil { throw Failure(.badUse, "--json prints all lists, --board one as a board file; choose one of them") }
        guard address == nil else { return try look(in: try bytes(), from: url) }
        let document: BoardFinder.Document
        do { document = try await fetched(url) } catch {
            let failure = Failure(error)
            throw Failure(failure.status, failure.message.map { $0 + Check.advice(on: error, text) })
        }
        try look(in: document.bytes, from: document.address, charset: document.charset)
    }

    private func fetched(_ url: URL) async throws -> BoardFinder.Document {
        let fetcher = Fetcher(try Settings(flags: [:]).fetching(allowed: allowedHosts))
        let answer: Result<BoardFinder.Document, any Error>
        do { answer = .success(try await BoardFinder(fetcher).document(at: url)) } catch { answer = .failure(error) }
        try? await fetcher.shutdown()
        return try answer.get()
    }

    private func look(in document: [UInt8], from url: URL, charset: String? = nil) throws {
        let findings: Discovery.Findings
        do {
            findings = try Discovery.findings(in: document, address: url, charset: charset)
        } catch {
            throw Failure(.source, "\(file): \(error)")
        }
        if let board { return try write(board, of: findings, document, url, charset) }
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

    /// The list of a number as a board file on standard output; on standard error what a board reads otherwise than it was found.
    private func write(
        _ number: Int, of findings: Discovery.Findings, _ document: [UInt8], _ address: URL, _ charset: String?
    ) throws {
        guard !findings.candidates.isEmpty else { throw Failure(.nothingFound, "no list was found in \(file)") }
        guard findings.candidates.indices.contains(number - 1) else {
            let count = findings.candidates.count
            throw Failure(.badUse, "--board \(number): there \(count == 1 ? "is 1 list" : "are \(count) lists") in \(file), counted from 1")
        }
        let proof = DraftProof(document: document, address: address, charset: charset, findings: findings)
        let outcome = proof.outcome(of: findings.candidates[number - 1])
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
