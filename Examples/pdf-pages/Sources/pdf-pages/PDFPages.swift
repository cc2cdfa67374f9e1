import Foundation
import PDFText

/// Prints the pages of a PDF that is piped into it, each as soon as it is known:
///
///     curl --no-buffer https://example.org/list.pdf | swift run pdf-pages
@main struct PDFPages {
    static func main() {
        var stream = PDFTextStream()
        do {
            while let bytes = try FileHandle.standardInput.read(upToCount: 64 << 10), !bytes.isEmpty {
                try stream.append([UInt8](bytes), show)
            }
            try stream.finish(show)
        } catch {
            note("\(error)")
            exit(1)
        }
    }

    static func show(_ event: PDFTextEvent) {
        switch event {
        case .provisional(let page): note("page \(page.id): some text, not yet certain")
        case .final(let page):
            print("— page \(page.pageNumber.map { "\($0)" } ?? "with id \(page.id)")")
            print(PDFPageLayout(page).text(.reading, joiningHyphens: true))
            fflush(nil)
        case .withdrawn(let id): note("page \(id) is not of the document")
        case .pages(let ids): note("\(ids.count) pages")
        case .warning(let warning): note("\(warning)")
        }
    }

    static func note(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
}
