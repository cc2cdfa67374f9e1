import ArgumentParser
import Discovery
import Foundation
import Markup
import Records

/// `tidings discover PAGE ADDRESS`: the lists that a page or data in a file holds, the best first.
struct Discover: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "Find the lists in a page: rows, typed fields, names and what identifies a row.",
        discussion: "Nothing is fetched or stored.")

    @Argument(help: "The file: HTML, JSON, JSON lines, CSV or XML.") var file: String
    @Argument(help: "Where it is from, like https://shop.example/list.") var address: String
    @Argument(help: "When it was read, like 2026-11-28T09:30:00Z; now, if it isn't said.") var now: String?
    @Flag(help: "Print one JSON object: candidates with all their rows, and what was left out.") var json = false

    func run() throws {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw Failure(.badUse, "'\(address)' is no address of a page; one begins with https:// or http://")
        }
        if let now, Timestamp(iso: now) == nil { throw Failure(.badUse, "'\(now)' is no moment like 2026-11-28T09:30:00Z") }
        let findings: Discovery.Findings
        do {
            findings = try Discovery.findings(in: try bytes(), address: url)
        } catch let error as MarkupError {
            throw Failure(.source, "\(file): \(error)")
        }
        let output = Output()
        if json { output.line(findings.json) } else { findings.candidates.forEach { show($0, output) } }
        output.flush()
        findings.leftOut.forEach { Output.note("\(file): \($0.description)") }
        if findings.candidates.isEmpty { throw Failure(.nothingFound, "no list was found in \(file)") }
    }

    private func bytes() throws -> [UInt8] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
            throw Failure(.badUse, "there is no file '\(file)'")
        }
        if isFolder.boolValue { throw Failure(.badUse, "'\(file)' is a folder") }
        guard let handle = FileHandle(forReadingAtPath: file) else { throw Failure(.badUse, "'\(file)' can't be read") }
        let most = MarkupLimits().documentBytes
        let data: Data?
        do { data = try handle.read(upToCount: most + 1) } catch {
            throw Failure(.source, "\(file) cannot be read: \(error.localizedDescription)")
        }
        let bytes = [UInt8](data ?? Data())
        guard bytes.count <= most else { throw Failure(.source, "\(file) has more than \(most >> 20) MB") }
        return bytes
    }

    /// What a person wants to know of a list before they take it: its fields and its first rows.
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
