import ArgumentParser
import Foundation
import PDFText
import Records

/// `tidings text FILE.pdf`: writes a PDF's text to standard output. The pages of a file are printed in order once all of it has been read,
/// in the version of the file's last update. `-` reads standard input as a stream, and prints pages as soon as they are complete.
struct Text: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text", abstract: "Print the text of a PDF.", discussion: "Pages end with a form feed.")

    @Argument(help: "The file, or - for standard input.") var file: String
    @Flag(help: "Keep rows and columns as they are on the page.") var layout = false
    @Flag(help: "Keep the order in which the page is drawn.") var raw = false
    @Flag(help: "Print one JSON object per page: page and text.") var json = false
    @Flag(help: "With --json: also each page's words, with their boxes.") var words = false
    @Option(help: ArgumentHelp("Only these pages: 1-3,7 or 5-", valueName: "list")) var pages: PageSelection?
    @Option(help: ArgumentHelp("The password of an encrypted PDF, or TIDINGS_PDF_PASSWORD.", valueName: "word")) var password: String?

    func run() throws {
        if layout, raw { throw Failure(.badUse, "--layout and --raw exclude each other") }
        if words, !json { throw Failure(.badUse, "--words goes with --json") }
        let handle = try open()
        let output = Output()
        var known = KnownPages()
        var shown = 0
        var warnings: [String] = []
        var losesText = false
        func print(_ page: JSONLine, _ text: String, number: Int) {
            guard pages?.contains(number) ?? true else { return }
            shown += 1
            output.line(json ? numbered(page, number) : text + "\u{0C}")
        }
        func take(_ event: PDFTextEvent) {
            switch event {
            case .provisional: break
            case .withdrawn(let id): known.remove(id)
            case .pages(let ids): known.order = ids
            case .warning(let warning):
                losesText = losesText || warning.losesText
                if warnings.count < 20 { warnings.append("\(file): \(warning)") }
            case .final(let page):
                if file != "-" {
                    known.set(page.id, render(page))
                } else if let number = known.note(page) {
                    let (line, text) = render(page)
                    print(line, text, number: number)
                } else {
                    Output.note("\(file): a later part of the file changes a page that was printed; as a file it is read as it is now")
                }
            }
        }
        let given = password ?? ProcessInfo.processInfo.environment["TIDINGS_PDF_PASSWORD"] ?? ""
        var stream = PDFTextStream(password: given)
        if file != "-", !looksAhead(&stream, handle) { stream = PDFTextStream(password: given) }
        var failure: Failure?
        do {
            while let data = try handle.read(upToCount: 64 << 10), !data.isEmpty {
                try stream.append([UInt8](data), take)
                output.flush()
            }
            try stream.finish(take)
        } catch let error as PDFError {
            let hint = error.code == .needsPassword ? "; give it with --password" : ""
            failure = Failure(.source, "\(file): \(error)\(hint)")
        } catch {
            failure = Failure(.source, "\(file) cannot be read: \(error.localizedDescription)")
        }
        for (index, page) in known.inOrder.enumerated() { print(page.line, page.text, number: index + 1) }
        output.flush()
        if let failure { throw failure }
        if losesText { throw Failure(.source, warnings.joined(separator: "\n")) }
        warnings.forEach(Output.note)
        if shown == 0 { throw Failure(.nothingFound, pages == nil ? "\(file) has no pages with text" : "\(file) has none of these pages") }
    }

    private func open() throws -> FileHandle {
        var isFolder: ObjCBool = false
        if file == "-" { return .standardInput }
        if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
            throw Failure(.badUse, "'\(file)' is a folder")
        }
        guard let opened = FileHandle(forReadingAtPath: file) else {
            throw Failure(.badUse, "there is no file '\(file)' that can be read")
        }
        return opened
    }

    /// Returns false if the file needs another stream. A pipe has no end to look ahead to.
    private func looksAhead(_ stream: inout PDFTextStream, _ handle: FileHandle) -> Bool {
        guard let size = try? handle.seekToEnd() else { return true }
        let isUsable = stream.looksAhead(inFileOf: Int(clamping: size)) { range in
            try handle.seek(toOffset: UInt64(range.lowerBound))
            return [UInt8](try handle.read(upToCount: range.count) ?? Data())
        }
        try? handle.seek(toOffset: 0)
        return isUsable
    }

    /// A page as JSON without its number, or as text; the other is empty.
    private func render(_ page: PDFPageText) -> (JSONLine, String) {
        var line = JSONLine()
        let text = page.text(layout ? .columns : raw ? .raw : .reading)
        guard json else { return (line, text) }
        line.add("text", text)
        if words { line.add("words", PDFPageLayout(page).words.map(Self.json)) }
        return (line, "")
    }

    private static func json(_ word: PDFPageLayout.Word) -> JSONLine {
        var line = JSONLine()
        line.add("text", word.text)
        line.add("x", points: word.box.x)
        line.add("y", points: word.box.y)
        line.add("width", points: word.box.width)
        line.add("height", points: word.box.height)
        line.add("direction", word.direction)
        return line
    }

    private func numbered(_ page: JSONLine, _ number: Int) -> String {
        var line = JSONLine()
        line.add("page", number)
        line.add(page)
        return line.closed
    }
}

/// The pages of a file until their order is known, or the pages of a stream that have been printed.
private struct KnownPages {
    private var found: [Int: (line: JSONLine, text: String)] = [:]
    private var ids: [Int] = []
    private var printed: Set<Int> = []
    /// The ids of all pages in document order, once known.
    var order: [Int]?

    var inOrder: [(line: JSONLine, text: String)] { (order ?? ids).compactMap { found[$0] } }

    mutating func set(_ id: Int, _ page: (JSONLine, String)) {
        if found.updateValue(page, forKey: id) == nil { ids.append(id) }
    }

    mutating func remove(_ id: Int) { found[id] = nil }

    /// The page number in a stream; nil if the page was noted before.
    mutating func note(_ page: PDFPageText) -> Int? {
        printed.insert(page.id).inserted ? page.pageNumber ?? printed.count : nil
    }
}
