import ArgumentParser
import Foundation
import PDFText
import Records

/// `tidings text FILE.pdf`: a PDF's text on standard output, page by page as it is read; `-` reads standard input as a stream.
struct Text: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the text of a PDF.", discussion: "Pages end with a form feed.")

    @Argument(help: "The file, or - for standard input.") var file: String
    @Flag(help: "Print one JSON object a page: page and lines.") var json = false

    func run() throws {
        let handle: FileHandle
        var isFolder: ObjCBool = false
        if file == "-" {
            handle = .standardInput
        } else if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
            throw Failure(.badUse, "'\(file)' is a folder")
        } else if let opened = FileHandle(forReadingAtPath: file) {
            handle = opened
        } else {
            throw Failure(.badUse, "there is no file '\(file)' that can be read")
        }
        let output = Output()
        var pages = 0
        var warnings: [String] = []
        func take(_ event: PDFTextEvent) {
            switch event {
            case .provisional, .withdrawn, .pages: break
            case .warning(let warning): if warnings.count < 20 { warnings.append("\(warning)") }
            case .final(let page):
                pages += 1
                output.line(json ? Self.json(page, number: page.pageNumber ?? pages) : page.lines.joined(separator: "\n") + "\u{0C}")
            }
        }
        var stream = PDFTextStream()
        do {
            while let data = try handle.read(upToCount: 64 << 10), !data.isEmpty {
                try stream.append([UInt8](data), take)
                output.flush()
            }
            try stream.finish(take)
        } catch let error as PDFError {
            output.flush()
            throw Failure(.source, "\(file): \(error)")
        } catch {
            throw Failure(.source, "\(file) cannot be read: \(error.localizedDescription)")
        }
        output.flush()
        guard warnings.isEmpty else { throw Failure(.source, warnings.map { "\(file): \($0)" }.joined(separator: "\n")) }
        if pages == 0 { throw Failure(.nothingFound, "\(file) has no pages with text") }
    }

    private static func json(_ page: PDFPageText, number: Int) -> String {
        var line = JSONLine()
        line.add("page", number)
        line.add("text", page.lines.joined(separator: "\n"))
        return line.closed
    }
}
