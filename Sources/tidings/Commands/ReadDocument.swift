import ArgumentParser
import Foundation
import Speaking

/// `tidings read-document`: extracts the text of the document on standard input and writes it as JSON. The server runs this for each
/// document (`DocumentReader`).
struct ReadDocument: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DocumentReader.command, abstract: "Extracts the text of a document, for the server.", shouldDisplay: false)

    func run() throws {
        // If memory runs out, the system kills this process first.
        try? Data("1000".utf8).write(to: URL(fileURLWithPath: "/proc/self/oom_score_adj"))
        let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
        try FileHandle.standardOutput.write(contentsOf: Data(try DocumentReader.Answer(reading: [UInt8](bytes)).json))
    }
}
