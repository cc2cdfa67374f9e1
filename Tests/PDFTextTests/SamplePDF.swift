import CZlib
import Testing

@testable import PDFText

/// A small PDF written by hand: objects in the order in which they are added, without a cross-reference table unless asked
/// for, since none is read.
struct SamplePDF {
    var bytes: [UInt8] = Array("%PDF-1.7\n".utf8)

    /// The five objects of a one-page file with Helvetica in WinAnsi as /F1; contents are object 5.
    static func page(_ content: String, resources: String = "<</Font<</F1 4 0 R>>>>", font: String = SamplePDF.helvetica) -> SamplePDF {
        var file = SamplePDF()
        file.add(1, "<</Type/Catalog/Pages 2 0 R>>")
        file.add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        file.add(3, "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources \(resources)>>")
        file.add(4, font)
        file.addStream(5, Array(content.utf8))
        return file
    }

    static let helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"

    mutating func add(_ text: String) { bytes += Array(text.utf8) }

    mutating func add(_ number: Int, _ body: String) { add("\(number) 0 obj\n\(body)\nendobj\n") }

    mutating func addStream(_ number: Int, _ data: [UInt8], entries: String = "", length: String? = nil) {
        add("\(number) 0 obj\n<<\(entries)/Length \(length ?? "\(data.count)")>>\nstream\n")
        bytes += data
        add("\nendstream\nendobj\n")
    }

    mutating func addFlate(_ number: Int, _ content: String, entries: String = "") {
        addStream(number, SamplePDF.deflated(Array(content.utf8)), entries: "/Filter/FlateDecode" + entries)
    }

    /// The file with its end.
    func finished(trailer: String = "<</Root 1 0 R>>") -> [UInt8] {
        bytes + Array("trailer\n\(trailer)\nstartxref\n0\n%%EOF\n".utf8)
    }

    static func deflated(_ data: [UInt8]) -> [UInt8] {
        var size = compressBound(UInt(data.count))
        var result = [UInt8](repeating: 0, count: Int(size))
        _ = compress2(&result, &size, data, UInt(data.count), 9)
        return Array(result.prefix(Int(size)))
    }
}

/// What reading a file gave: all events, and the error that ended it.
struct Reading: Equatable {
    var events: [PDFTextEvent] = []
    var error: PDFError?

    var finals: [PDFPageText] { events.compactMap { if case .final(let page) = $0 { page } else { nil } } }
    var provisionals: [PDFPageText] { events.compactMap { if case .provisional(let page) = $0 { page } else { nil } } }
    var warnings: [PDFWarning] { events.compactMap { if case .warning(let warning) = $0 { warning } else { nil } } }
    /// The texts of all final runs.
    var texts: [String] { finals.flatMap { $0.runs.map(\.text) } }

    init(_ bytes: [UInt8], cut: Int, limits: PDFLimits = PDFLimits()) {
        var stream = PDFTextStream(limits: limits)
        do {
            var start = 0
            while start < bytes.count {
                let end = min(start + cut, bytes.count)
                try stream.append(Array(bytes[start..<end])) { events.append($0) }
                start = end
            }
            try stream.finish { events.append($0) }
        } catch {
            self.error = error as? PDFError
        }
    }
}

/// Reads a file whole and in cuts of 1, 2, 3, 7 and 4,096 bytes, and expects the same each time.
func read(_ bytes: [UInt8], limits: PDFLimits = PDFLimits(), sourceLocation: SourceLocation = #_sourceLocation) -> Reading {
    let whole = Reading(bytes, cut: max(bytes.count, 1), limits: limits)
    for cut in [1, 2, 3, 7, 4_096] {
        #expect(Reading(bytes, cut: cut, limits: limits) == whole, "cut in pieces of \(cut)", sourceLocation: sourceLocation)
    }
    return whole
}

/// The texts of a page with such contents.
func texts(_ content: String, font: String = SamplePDF.helvetica, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    read(SamplePDF.page(content, font: font).finished(), sourceLocation: sourceLocation).texts
}
