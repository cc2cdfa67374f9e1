import CZlib
import Testing

@testable import PDFText

/// A small handwritten PDF: objects in the order in which they are added, without a cross-reference table unless requested (`finish`),
/// because the reader needs none.
struct SamplePDF {
    var bytes: [UInt8] = Array("%PDF-1.7\n".utf8)
    /// The offsets of objects added since the last `finish`.
    private(set) var places: [Int: Int] = [:]
    /// The offset of the last cross-reference section.
    private(set) var section: Int?
    /// One more than the highest number so far.
    private var size = 0

    /// The five objects of a one-page file with Helvetica in WinAnsi as /F1; the contents are object 5.
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

    mutating func add(_ number: Int, _ body: String) {
        places[number] = bytes.count
        add("\(number) 0 obj\n\(body)\nendobj\n")
    }

    mutating func addStream(_ number: Int, _ data: [UInt8], entries: String = "", length: String? = nil) {
        places[number] = bytes.count
        add("\(number) 0 obj\n<<\(entries)/Length \(length ?? "\(data.count)")>>\nstream\n")
        bytes += data
        add("\nendstream\nendobj\n")
    }

    mutating func addFlate(_ number: Int, _ content: String, entries: String = "") {
        addStream(number, SamplePDF.deflated(Array(content.utf8)), entries: "/Filter/FlateDecode" + entries)
    }

    mutating func addStream(_ number: Int, _ text: String, entries: String = "", length: String? = nil) {
        addStream(number, Array(text.utf8), entries: entries, length: length)
    }

    /// The end: a cross-reference table of the objects added since the last one, and the trailer. `shift` falsifies its offsets.
    mutating func finish(_ entries: String = "", shift: Int = 0) {
        let start = bytes.count
        add("xref\n0 1\n0000000000 65535 f \n")
        for (number, place) in places.sorted(by: { $0.key < $1.key }) {
            let digits = "\(place + shift)"
            add("\(number) 1\n\(String(repeating: "0", count: 10 - digits.count))\(digits) 00000 n \n")
        }
        size = max(size, (places.keys.max() ?? 0) + 1)
        let previous = section.map { "/Prev \($0)" } ?? ""
        add("trailer\n<</Root 1 0 R/Size \(size)\(previous)\(entries)>>\nstartxref\n\(start)\n%%EOF\n")
        (section, places) = (start, [:])
    }

    /// The end as a cross-reference stream (7.5.8), which also lists `members` of the object stream `container`.
    mutating func finishWithStream(_ number: Int, members: [Int] = [], of container: Int = 0) {
        let start = bytes.count
        places[number] = start
        var rows: [UInt8] = []
        let size = max(number, places.keys.max() ?? 0, members.max() ?? 0) + 1
        for object in 0..<size {
            if let place = places[object] {
                rows += [1, UInt8(place >> 8), UInt8(place & 255), 0]
            } else if let index = members.firstIndex(of: object) {
                rows += [2, UInt8(container >> 8), UInt8(container & 255), UInt8(index)]
            } else {
                rows += [0, 0, 0, 0]
            }
        }
        addStream(number, rows, entries: "/Type/XRef/W[1 2 1]/Size \(size)/Root 1 0 R")
        add("startxref\n\(start)\n%%EOF\n")
        (section, places) = (start, [:])
    }

    /// An object stream (7.5.7) of these objects.
    mutating func addObjects(_ number: Int, _ objects: [(number: Int, body: String)]) {
        var heads = ""
        var bodies = ""
        for object in objects {
            heads += "\(object.number) \(bodies.utf8.count) "
            bodies += object.body + " "
        }
        addStream(number, heads + bodies, entries: "/Type/ObjStm/N \(objects.count)/First \(heads.utf8.count)")
    }

    /// The complete file.
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

/// The result of reading a file: all events, and the final error.
struct Reading: Equatable {
    var events: [PDFTextEvent] = []
    var error: PDFError?

    var finals: [PDFPageText] { events.compactMap { if case .final(let page) = $0 { page } else { nil } } }
    var provisionals: [PDFPageText] { events.compactMap { if case .provisional(let page) = $0 { page } else { nil } } }
    var warnings: [PDFWarning] { events.compactMap { if case .warning(let warning) = $0 { warning } else { nil } } }
    /// The texts of all final runs.
    var texts: [String] { finals.flatMap { $0.runs.map(\.text) } }

    /// The last text of each page, in the order of the document.
    var kept: [PDFPageText] { KeptPages(events).inOrder }

    init(_ bytes: [UInt8], cut: Int, limits: PDFLimits = PDFLimits(), password: String = "", includesRules: Bool = false) {
        var stream = PDFTextStream(limits: limits, password: password, includesRules: includesRules)
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

/// Reads a file whole and in chunks of 1, 2, 3, 7 and 4,096 bytes, and expects the same result.
func read(
    _ bytes: [UInt8], limits: PDFLimits = PDFLimits(), password: String = "", includesRules: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
) -> Reading {
    let whole = Reading(bytes, cut: max(bytes.count, 1), limits: limits, password: password, includesRules: includesRules)
    for cut in [1, 2, 3, 7, 4_096] {
        #expect(
            Reading(bytes, cut: cut, limits: limits, password: password, includesRules: includesRules) == whole, "cut in pieces of \(cut)",
            sourceLocation: sourceLocation
        )
    }
    return whole
}

/// The texts of a page with these contents.
func texts(_ content: String, font: String = SamplePDF.helvetica, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    read(SamplePDF.page(content, font: font).finished(), sourceLocation: sourceLocation).texts
}
