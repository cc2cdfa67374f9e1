/// The end of the file: returns the waiting pages and recomposes the pages that updates have changed.
extension Document {
    /// Ends the document. `isCutShort`: the file ends inside an object or a stream; otherwise it is truncated only if it lacks an `%%EOF`.
    func finish(isTruncated: Bool, isCutShort: Bool, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        if let wanted = security.wanted, security.handler == nil {
            throw PDFError(.unsupported, "the document is encrypted, and object \(wanted) that tells how is missing")
        }
        try releaseHeld(receive)
        isFinishing = true
        // A complete page tree shows that only the end is missing.
        let order = isCutShort ? nil : try orderAtEnd(receive)
        let losesText = isTruncated && order?.gaps.isEmpty != true
        if isTruncated { try warn(.truncated, at: offset, "the file ends too early, at byte \(offset)", losesText: losesText, receive) }
        let rest = pages.values.map { page in
            (page.sequence ?? page.parts.compactMap { contents[$0]?.sequence }.max() ?? .max, page.number)
        }
        let inTree =
            losesText
            ? nil
            : order.flatMap { order in
                order.gaps.isEmpty && order.pages.contains { pages[$0] != nil || finals[$0] != nil } ? Set(order.pages) : nil
            }
        for (_, number) in rest.sorted(by: { $0 < $1 }) {
            // Pages outside the page tree would be withdrawn again.
            guard let page = pages[number], inTree?.contains(number) != false else { continue }
            // A page without any of its contents is unknown.
            if losesText, !page.parts.isEmpty, page.parts.allSatisfy({ contents[$0] == nil && !store.isSeen($0) }) { continue }
            try advance(number, receive)
        }
        try renewChanged(receive)
        if tree.pageObjects.isEmpty { try handOutOrphans(receive) }
        for damage in damaged.values.sorted(by: { $0.offset < $1.offset }) {
            try warn(.corruptStream, at: damage.offset, damage.detail, losesText: tree.pageObjects.isEmpty, receive)
        }
        if !losesText, let order { try tell(order, receive) }
    }

    /// A limit was reached and reading stops: returns the pages whose contents have arrived, with the fonts known so far.
    func handOutKnown(_ receive: (PDFTextEvent) throws -> Void) throws {
        stream = nil
        isFinishing = true
        store.isBounded = false
        let known = pages.values.filter { page in page.parts.contains { contents[$0] != nil } }
        let order = known.map { page in (page.parts.compactMap { contents[$0]?.sequence }.max() ?? .max, page.number) }
        for (_, number) in order.sorted(by: { $0 < $1 }) {
            // One of them may hit another limit; the first is reported.
            do { try advance(number, receive) } catch is PDFError { continue }
        }
        do {
            if let order = try orderAtEnd(receive), order.gaps.isEmpty { try tell(order, receive) }
        } catch is PDFError {}
    }

    /// Recomposes final pages with redefined objects (ISO 32000-1, 7.5.6), and returns them if their text differs.
    private func renewChanged(_ receive: (PDFTextEvent) throws -> Void) throws {
        if let layers, layers.root != treeRoot { finals.noteRedefinition(of: layers.root) }
        for entry in finals.stale() {
            var page = entry.page
            page.id = entry.id
            if let list = page.list, contents[list] != nil { (page.parts, page.list) = ([list], nil) }
            if let number = page.list ?? (page.parts.count == 1 ? page.parts[0] : nil), case .array(let list)? = store[number] {
                (page.parts, page.list) = (Page.references(list), number)
            }
            pages[page.number] = page
            try store.count(bytes: page.cost, at: page.offset)
            try advance(page.number, receive)
        }
    }

    /// Reports the page order if the tree is known, and withdraws pages outside it.
    private func tell(_ order: PageOrder, _ receive: (PDFTextEvent) throws -> Void) throws {
        let pages = order.gaps.isEmpty ? order.pages : try mended(order, receive)
        let ids = pages.compactMap { finals[$0]?.id }
        guard !ids.isEmpty else { return }
        let known = Set(ids)
        for entry in finals.entries.values.sorted(by: { $0.id < $1.id }) where !known.contains(entry.id) {
            try receive(.withdrawn(id: entry.id))
        }
        try receive(.pages(ids))
    }

    /// The file ends before any page object: contents that look like plain text are returned as such.
    private func handOutOrphans(_ receive: (PDFTextEvent) throws -> Void) throws {
        for entry in contents.values.sorted(by: { $0.sequence < $1.sequence }) where entry.program.shows {
            guard entry.program.looksLikePlainText else { continue }
            let plain = PageText(plain: entry.program, plainFont)
            guard let shown = try unlessTooLarge({ try run(plain, at: 0, receive) }) else {
                let what = "glyphs of a page, \(limits.pageGlyphs); contents of no page are left out"
                try warn(.limit, at: nil, "limit reached: \(what)", receive)
                continue
            }
            try receive(.final(shown.page(entry.id ?? nextID())))
        }
    }
}
