/// When a page's text is known, and handing it out.
extension Document {
    // What comes

    func take(_ page: Page, _ receive: (PDFTextEvent) throws -> Void) throws {
        sawPage = true
        if finalPages.contains(page.number) {
            // The page object of a final page comes again: an update. Of interest only if it has other contents.
            if page.parts.contains(where: { !finalStreams.contains($0) }) {
                try warn(.replaced, at: page.offset, "page object \(page.number), which was final, is replaced by an update", receive)
            }
            return
        }
        try store.count(bytes: page.cost, at: page.offset)
        if let earlier = pages[page.number] { try drop(earlier) }
        pages[page.number] = page
        claim(page)
        // A page's contents may be an array under a number of its own, which has come already.
        if page.parts.count == 1, case .array(let list)? = store[page.parts[0]] {
            return try replaceParts(of: [page.number], standingFor: page.parts[0], with: Page.references(list), receive)
        }
        try advance(page.number, receive)
    }

    /// The array that a page's only part stands for.
    func replaceParts(
        of claimants: [Int], standingFor number: Int, with parts: [Int], _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        for claimant in claimants {
            guard var page = pages[claimant], page.parts == [number] else { continue }
            unclaim(page)
            page.parts = parts
            try store.count(bytes: parts.count * 8, at: page.offset)
            pages[claimant] = page
            claim(page)
            try advance(claimant, receive)
        }
    }

    func takeContents(
        _ number: Int, _ program: TextProgram, sequence: Int, at offset: Int, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        forget(number)
        if program.code.isEmpty && !program.isDoubtful { return }
        var entry = Contents(program: program, sequence: sequence)
        if claims[number] == nil, program.shows, !program.isDoubtful, program.looksLikePlainText {
            let id = nextID()
            entry.id = id
            let runs = try run(program, .init(fallback: plainFont))
            try receive(.provisional(PDFPageText(id: id, pageNumber: nil, runs: runs)))
        }
        contents[number] = entry
        heldBytes += program.cost
        if heldBytes > limits.heldTextBytes {
            throw PDFError.limit("bytes of text that waits for its fonts", limits.heldTextBytes, at: offset)
        }
    }

    /// An object has come: pages that waited for it and for nothing else go on, in the order in which their contents came.
    func arrived(_ number: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard let list = waiting.removeValue(forKey: number) else { return }
        var ready: [(sequence: Int, page: Int)] = []
        for (waiter, definition) in list {
            guard var page = pages[waiter], page.definition == definition, page.missing > 0 else { continue }
            page.missing -= 1
            pages[waiter] = page
            if page.missing == 0 { ready.append((page.sequence ?? .max, waiter)) }
        }
        for (_, waiter) in ready.sorted(by: { $0 < $1 }) { try advance(waiter, receive) }
    }

    // Going on

    /// Hands out the page's text if it is known, else says what it waits for.
    private func advance(_ number: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard var page = pages[number] else { return }
        if page.sequence == nil {
            let missing = isFinishing ? [] : page.parts.filter { contents[$0] == nil && !store.isSeen($0) }
            if !missing.isEmpty { return wait(page, for: missing) }
            page.sequence = page.parts.reduce(0) { max($0, contents[$1]?.sequence ?? 0) }
        }
        let program = try program(of: page)
        var missing: [Int] = []
        let (fonts, mayGuess) = try self.fonts(of: page, program, &missing)
        page.isDoubtful = program.isDoubtful
        if isFinishing || (missing.isEmpty && !page.isDoubtful) {
            return try finish(page, program, fonts, receive)
        }
        if !page.wasProvisional, mayGuess, program.shows, !page.isDoubtful, program.looksLikePlainText {
            page.wasProvisional = true
            let earlier = page.parts.lazy.compactMap { self.contents[$0]?.id }.first
            if earlier == nil {
                let id = nextID()
                page.id = id
                let runs = try run(program, fonts)
                try receive(.provisional(PDFPageText(id: id, pageNumber: nil, runs: runs)))
            }
        }
        wait(page, for: missing)
    }

    private func wait(_ page: Page, for objects: [Int]) {
        var page = page
        let missing = Set(objects)
        page.missing = missing.count
        pages[page.number] = page
        for object in missing { waiting[object, default: []].append((page.number, page.definition)) }
    }

    private func program(of page: Page) throws -> TextProgram {
        for part in page.parts {
            if let filter = unsupported[part] { throw unsupportedFilter(filter, at: page.offset) }
        }
        let parts = page.parts.compactMap { contents[$0]?.program }
        if parts.reduce(0, { $0 + $1.code.count }) > limits.pageTextBytes {
            throw PDFError.limit("bytes of a page's text operators", limits.pageTextBytes, at: page.offset)
        }
        return TextProgram.joined(parts)
    }

    /// The fonts that a page uses; whether a guess may be made while some are missing.
    private func fonts(of page: Page, _ program: TextProgram, _ missing: inout [Int]) throws -> (TextReplay.Fonts, mayGuess: Bool) {
        var result = TextReplay.Fonts(fallback: plainFont)
        guard program.shows, let dictionary = fontDictionary(of: page, &missing) else { return (result, true) }
        var mayGuess = true
        fontWork += program.fontNames.count * dictionary.entries.count
        if fontWork > limits.fontWork { throw PDFError.limit("values looked at for fonts", limits.fontWork, at: page.offset) }
        for name in program.fontNames {
            guard let entry = dictionary[String(decoding: name, as: UTF8.self)] else { continue }
            switch try font(entry, &missing) {
            case .ready(let font): result.named.append((name, font))
            case .unknown: break
            case .pending: mayGuess = false
            }
        }
        return (result, mayGuess)
    }

    // Handing out

    private func run(_ program: TextProgram, _ fonts: TextReplay.Fonts) throws -> [TextRun] {
        ranBytes += program.code.count
        if ranBytes > limits.runTextBytes { throw PDFError.limit("bytes of text operators that are run", limits.runTextBytes) }
        return try TextReplay.run(program, fonts: fonts, limits: limits)
    }

    private func finish(
        _ page: Page, _ program: TextProgram, _ fonts: TextReplay.Fonts, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        let runs = program.shows ? try run(program, fonts) : []
        if !runs.isEmpty, let unreadable = fonts.named.first(where: { !$0.font.isReadable }) {
            let name = String(decoding: unreadable.name, as: UTF8.self)
            let problem = unreadable.font.problem.map { ": \($0)" } ?? ""
            try warn(
                .unreadableFont, at: page.offset, "font /\(name) of page object \(page.number) doesn't tell its characters\(problem)",
                receive)
        }
        let id = page.id ?? takeID(of: page.parts) ?? nextID()
        pages[page.number] = nil
        finalPages.insert(page.number)
        finalStreams.formUnion(page.parts)
        unclaim(page)
        try store.count(bytes: 40 - page.cost, at: page.offset)
        try receive(.final(PDFPageText(id: id, pageNumber: nil, runs: runs)))
    }

    /// The id under which one of the streams was handed out before its page was known; it is used once.
    private func takeID(of parts: [Int]) -> Int? {
        for part in parts {
            if let id = contents[part]?.id {
                contents[part]?.id = nil
                return id
            }
        }
        return nil
    }

    /// No more objects come: whatever waits is handed out as well as it can be told.
    func finish(isTruncated: Bool, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        isFinishing = true
        if isTruncated { try warn(.truncated, at: offset, "the file ends too early, at byte \(offset)", receive) }
        let rest = pages.values.map { page in
            (page.sequence ?? page.parts.compactMap { contents[$0]?.sequence }.max() ?? .max, page.number)
        }
        for (_, number) in rest.sorted(by: { $0 < $1 }) {
            guard let page = pages[number] else { continue }
            // Of a page whose contents have not come nothing is known.
            if isTruncated, !page.parts.isEmpty, page.parts.allSatisfy({ contents[$0] == nil && !store.isSeen($0) }) { continue }
            try advance(number, receive)
        }
        if !sawPage { try handOutOrphans(receive) }
    }

    /// The file ends before any page object: contents are read as plain text, where they look like it.
    private func handOutOrphans(_ receive: (PDFTextEvent) throws -> Void) throws {
        for entry in contents.values.sorted(by: { $0.sequence < $1.sequence }) where entry.program.shows {
            guard entry.program.looksLikePlainText else { continue }
            let runs = try run(entry.program, .init(fallback: plainFont))
            try receive(.final(PDFPageText(id: entry.id ?? nextID(), pageNumber: nil, runs: runs)))
        }
    }

    // Which page needs which stream

    private func claim(_ page: Page) {
        for part in page.parts where claims[part]?.last != page.number { claims[part, default: []].append(page.number) }
    }

    private func drop(_ page: Page) throws {
        unclaim(page)
        try store.count(bytes: -page.cost, at: page.offset)
    }

    /// The page needs its streams no longer. Those that no other page needs either are kept a while, for one that comes late.
    private func unclaim(_ page: Page) {
        for part in page.parts {
            guard var claimants = claims[part] else { continue }
            claimants.removeAll { $0 == page.number }
            claims[part] = claimants.isEmpty ? nil : claimants
            if claimants.isEmpty, let entry = contents[part] {
                recent.append(part)
                recentBytes += entry.program.cost
            }
        }
        trimRecent()
    }

    private static let longestRecent = 1_000_000

    private func trimRecent() {
        guard recentBytes > Document.longestRecent else { return }
        var kept: [Int] = []
        var bytes = 0
        for part in recent.reversed() where claims[part] == nil {
            guard let entry = contents[part] else { continue }
            bytes += entry.program.cost
            if bytes > Document.longestRecent / 2 { forget(part) } else { kept.append(part) }
        }
        recent = kept.reversed()
        recentBytes = min(bytes, Document.longestRecent / 2)
    }

    private func forget(_ number: Int) {
        guard let entry = contents.removeValue(forKey: number) else { return }
        heldBytes -= entry.program.cost
    }
}
