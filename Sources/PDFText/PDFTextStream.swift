/// Extracts the text of a PDF while it arrives: accepts bytes in chunks of any size and returns pages of positioned runs, each as soon as
/// it is known.
///
/// The stream needs no cross-reference table (ISO 32000-1, 7.5.4). It finds objects as they arrive, and a page's text is final when its
/// contents and the objects of its fonts have arrived. Text whose fonts arrive later is returned twice: provisional at once, if it looks
/// like plain text, and final later. Events depend only on the bytes, not on the chunks.
///
/// The stream works around damage and reports it in warnings. It throws for unreadable input (`PDFError.Code`) and for the limits of
/// `PDFLimits`. Memory and time are limited for every input; the work is linear in the bytes. An encrypted document is read with the given
/// password (ISO 32000-2, 7.6); its streams are buffered as stored until the key is known, which may be at the end. Characters come from
/// ToUnicode maps, encodings, embedded font programs, and predefined CMaps if Debian's poppler-data is installed. Without any of these they
/// are U+FFFD, with a warning.
///
/// Use it from one task at a time.
///
///     var stream = PDFTextStream()
///     for chunk in chunks {
///         try stream.append(chunk) { event in
///             if case .final(let page) = event { print(page.lines.joined(separator: "\n")) }
///         }
///     }
///     try stream.finish { … }
public struct PDFTextStream: ~Copyable {
    private let document: Document
    private let limits: PDFLimits
    private var scanner: ObjectScanner?
    private var head: [UInt8] = []
    private var failure: PDFError?
    private var isFinished = false
    /// Events from prefetched parts, to return first.
    private var early: [PDFTextEvent] = []
    private var reference = CrossReference()

    /// A stream that has read nothing yet.
    /// - Parameters:
    ///   - password: The user's or the owner's password of an encrypted document. Most encrypted documents have an empty one.
    ///   - includesAnnotations: Whether a page's text includes form fields, free text and other annotations.
    ///   - includesRules: Whether `PDFPageText.rules` lists the drawn lines, for tables. It takes slightly longer.
    public init(
        limits: PDFLimits = PDFLimits(), password: String = "", includesAnnotations: Bool = true, includesRules: Bool = false
    ) {
        self.init(
            limits: limits, password: password, includesAnnotations: includesAnnotations, includesRules: includesRules, keepsFacts: false)
    }

    /// `keepsFacts`: whether to keep what only `PDFDocument` reports.
    init(limits: PDFLimits, password: String, includesAnnotations: Bool, includesRules: Bool, keepsFacts: Bool) {
        self.limits = limits
        document = Document(
            limits: limits, password: password, includesAnnotations: includesAnnotations, includesRules: includesRules,
            keepsFacts: keepsFacts)
    }

    /// The engine, after the whole file has been read.
    var engine: Document { document }

    /// Accepts a part of the file before `append` reaches it: the end with the trailer, or the ranges of fonts. The stream uses its objects
    /// at once, so that it knows fonts and keys from the end of a file before the pages. Append the same bytes again at their position.
    /// Call it before the first `append`, once for each part.
    ///
    ///     try stream.foresee(tail, at: size - tail.count)
    public mutating func foresee(_ bytes: [UInt8], at offset: Int) throws {
        if let failure { throw failure }
        if isFinished { throw PDFError(.finished, "foresee was called after finish") }
        reference.read(bytes.span, at: offset, limits: limits)
        var part = ObjectScanner(limits: limits, offset: offset)
        document.ahead.isReading = true
        defer {
            document.ahead.isReading = false
            document.abandonStream()
        }
        do {
            part.append(bytes.span)
            while let event = try part.next() {
                if case .streamData(let range) = event {
                    let data = part.buffer
                    if try document.takeData(data.span.extracting(range), { early.append($0) }) { part.dataAreComplete() }
                    continue
                }
                if part.wentTooDeep { try document.warnOfNesting(at: part.offset) { early.append($0) } }
                if part.hadTooMany { try document.warnOfValues(at: part.offset) { early.append($0) } }
                if part.hadLongString { try document.warnOfLongString(at: part.offset, losesText: true) { early.append($0) } }
                if let answer = try document.take(event, generation: part.generation, { early.append($0) }) {
                    part.beginStream(length: answer.length, wantsData: answer.wantsData)
                }
            }
        } catch let error as PDFError {
            failure = error
            throw error
        }
    }

    /// Accepts the next bytes, in any number, and returns the events they complete. Before it throws for a limit of `PDFLimits`, it returns
    /// the pages that are known by then. After an error it throws the same error again. It rethrows errors of `receive`; the stream can't
    /// be used after that.
    public mutating func append(_ bytes: [UInt8], _ receive: (PDFTextEvent) throws -> Void) throws {
        if let failure { throw failure }
        if isFinished { throw PDFError(.finished, "append was called after finish") }
        do {
            // In slices, to avoid a second copy of a large array.
            var start = 0
            while start < bytes.count {
                let end = min(start + Window.size, bytes.count)
                try parse(bytes.span.extracting(start..<end), receive)
                start = end
            }
        } catch let error as PDFError {
            failure = error
            if error.code == .limit { try document.handOutKnown(receive) }
            throw error
        }
    }

    /// Ends the input and returns everything that was waiting, if it can be read.
    public mutating func finish(_ receive: (PDFTextEvent) throws -> Void) throws {
        if let failure { throw failure }
        if isFinished { throw PDFError(.finished, "finish was called twice") }
        isFinished = true
        do {
            if scanner == nil { try findHeader(isLast: true) }
            guard scanner != nil else { return }
            scanner?.end()
            try drain(receive)
            let isCutShort = scanner?.isCutShort ?? true
            let isTruncated = isCutShort || scanner?.sawEndOfFile != true
            try document.finish(isTruncated: isTruncated, isCutShort: isCutShort, at: scanner?.offset ?? 0, receive)
        } catch let error as PDFError {
            failure = error
            if error.code == .limit { try document.handOutKnown(receive) }
            throw error
        }
    }

    /// The ranges of a file of `size` bytes to fetch before the body, so that keys and fonts are known first. Call it after passing the end
    /// of the file to `foresee`, and again after passing these ranges, until there are none. At most 16 ranges; none if the cross-reference
    /// section can't be read.
    public func rangesWorthFetching(size: Int) -> [Range<Int>] {
        document.wantedRanges(reference, size: size)
    }

    /// The same for a complete file, without the limit of ranges.
    func rangesWorthReading(inFileOf size: Int) -> [Range<Int>] {
        document.wantedRanges(reference, size: size, atMost: .max)
    }

    /// Bytes that the scanner has examined, counting repeats. Tests use it to guard against quadratic work.
    var examinedBytes: Int { scanner?.examined ?? 0 }

    private mutating func parse(_ bytes: Span<UInt8>, _ receive: (PDFTextEvent) throws -> Void) throws {
        if scanner != nil {
            scanner?.append(bytes)
        } else {
            for index in bytes.indices { head.append(bytes[index]) }
            try findHeader(isLast: false)
        }
        try drain(receive)
    }

    private mutating func drain(_ receive: (PDFTextEvent) throws -> Void) throws {
        for event in early { try receive(event) }
        early = []
        while let event = try scanner?.next() {
            if case .streamData(let range) = event {
                guard let data = scanner?.buffer else { return }
                if try document.takeData(data.span.extracting(range), receive) { scanner?.dataAreComplete() }
                continue
            }
            if scanner?.wentTooDeep == true { try document.warnOfNesting(at: scanner?.offset, receive) }
            if scanner?.hadTooMany == true { try document.warnOfValues(at: scanner?.offset, receive) }
            if scanner?.hadLongString == true { try document.warnOfLongString(at: scanner?.offset, losesText: true, receive) }
            if let answer = try document.take(event, generation: scanner?.generation ?? 0, receive) {
                scanner?.beginStream(length: answer.length, wantsData: answer.wantsData)
            }
        }
    }

    /// Searches for `%PDF-` in the first 1,024 bytes. File offsets are still relative to the first byte.
    private mutating func findHeader(isLast: Bool) throws {
        let marker = Array("%PDF-".utf8)
        let last = min(head.count - marker.count, FileHeader.longestJunk - 1)
        if last >= 0 {
            for start in 0...last where head[start] == marker[0] && head[start..<start + marker.count].elementsEqual(marker) {
                var found = ObjectScanner(limits: limits, offset: start)
                found.append(head.span.extracting(start..<head.count))
                scanner = found
                head = []
                return
            }
        }
        if isLast || head.count >= FileHeader.longestJunk + marker.count {
            if FileHeader.holdsObject(head) {
                var found = ObjectScanner(limits: limits, offset: 0)
                found.append(head.span)
                scanner = found
                head = []
                return
            }
            throw PDFError(.notPDF, at: 0, "not a PDF: \(FileHeader.likeness(of: head))")
        }
    }
}

/// Recognises other formats by their first bytes.
enum FileHeader {
    static let longestJunk = 1_024

    /// Whether an object begins in the first 1,024 bytes. Some files have lost their header.
    static func holdsObject(_ bytes: [UInt8]) -> Bool {
        let span = bytes.span
        for index in span.indices.prefix(longestJunk).dropFirst(4) where span[index] == 0x6F && span.holds("obj", at: index) {
            if span[index - 1] == 0x20, span[index - 2] &- 0x30 < 10, span[index - 3] == 0x20, span[index - 4] &- 0x30 < 10 { return true }
        }
        return false
    }

    static func likeness(of bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "nothing at all" }
        func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
        if bytes.starts(with: [0x1F, 0x8B]) { return "gzip data" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "a PNG image" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG image" }
        if begins("PK\u{3}\u{4}") { return "a ZIP archive, or a Word or Excel file" }
        if begins("%!PS") { return "a PostScript file" }
        let text = String(decoding: bytes.prefix(512).drop { Bytes.isWhiteSpace($0) || $0 > 0x7F }, as: UTF8.self).lowercased()
        if text.hasPrefix("<!doctype html") || text.contains("<html") { return "an HTML page" }
        if text.hasPrefix("<?xml") || text.hasPrefix("<") { return "an XML document" }
        if text.hasPrefix("{") || text.hasPrefix("[") { return "JSON" }
        let isText = bytes.prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || Bytes.isWhiteSpace($0) && $0 != 0 }
        if isText { return "plain text" }
        let start = bytes.prefix(4).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }
        return "unknown data, beginning \(start.joined(separator: " "))"
    }
}
