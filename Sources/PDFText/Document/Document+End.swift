/// The end of the file: whatever waits is handed out, and what updates have changed is made anew.
extension Document {
    /// No more objects come.
    func finish(isTruncated: Bool, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        if let wanted = security.wanted, security.handler == nil {
            throw PDFError(.unsupported, "the document is encrypted, and object \(wanted) that tells how is missing")
        }
        try releaseHeld(receive)
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
        try renewChanged(receive)
        if tree.pageObjects.isEmpty { try handOutOrphans(receive) }
        try tellOrder(isTruncated: isTruncated, receive)
    }

    /// Final pages of which an object came again (ISO 32000-1, 7.5.6): their text is made anew, and handed out if it differs.
    private func renewChanged(_ receive: (PDFTextEvent) throws -> Void) throws {
        for entry in finals.stale() {
            var page = entry.page
            page.id = entry.id
            if page.parts.count == 1, case .array(let list)? = store[page.parts[0]] { page.parts = Page.references(list) }
            pages[page.number] = page
            try store.count(bytes: page.cost, at: page.offset)
            try advance(page.number, receive)
        }
    }

    /// The order of the pages, where their tree is known; what is not in it is taken back.
    private func tellOrder(isTruncated: Bool, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard !isTruncated, let order = orderAtEnd(), !order.isEmpty else { return }
        let ids = order.compactMap { finals[$0]?.id }
        guard !ids.isEmpty else { return }
        let known = Set(ids)
        for entry in finals.entries.values.sorted(by: { $0.id < $1.id }) where !known.contains(entry.id) {
            try receive(.withdrawn(id: entry.id))
        }
        try receive(.pages(ids))
    }

    /// The file ends before any page object: contents are read as plain text, where they look like it.
    private func handOutOrphans(_ receive: (PDFTextEvent) throws -> Void) throws {
        for entry in contents.values.sorted(by: { $0.sequence < $1.sequence }) where entry.program.shows {
            guard entry.program.looksLikePlainText else { continue }
            let shown = try run(PageText(plain: entry.program, plainFont), at: 0, receive)
            try receive(.final(shown.page(entry.id ?? nextID())))
        }
    }
}
