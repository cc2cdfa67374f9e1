/// Determines when a page's text is known, and returns it.
extension Document {
    // Arrivals

    func take(_ page: Page, _ receive: (PDFTextEvent) throws -> Void) throws {
        var page = page
        tree.notePage(page.number)
        if let earlier = finals[page.number] {
            // The object of a final page was redefined. It matters only if its contents or resources differ.
            if earlier.page.isMadeOf(page), pages[page.number] == nil { return }
            page.id = earlier.id
            page.wasProvisional = true
        }
        try store.count(bytes: page.cost, at: page.offset)
        if let earlier = pages[page.number] {
            page.id = page.id ?? earlier.id
            page.wasProvisional = earlier.wasProvisional
            try drop(earlier)
        }
        pages[page.number] = page
        claim(page)
        // A page's contents may be a separate array object, which has arrived already.
        if page.parts.count == 1, case .array(let list)? = store[page.parts[0]] {
            return try replaceParts(of: [page.number], standingFor: page.parts[0], with: Page.contents(list), receive)
        }
        try advance(page.number, receive)
    }

    /// Sets the parts of a page from its contents array, replacing earlier ones.
    func replaceParts(
        of claimants: [Int], standingFor number: Int, with parts: [Int], _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        for claimant in claimants {
            guard var page = pages[claimant], page.parts == [number] || page.list == number else { continue }
            let earlier = page
            (page.parts, page.list, page.sequence) = (parts, number, nil)
            unclaim(earlier, but: Set(page.contentObjects))
            // Counted each time, because an array may be redefined repeatedly.
            try store.count(bytes: 40 + parts.count * 8, at: page.offset)
            pages[claimant] = page
            claim(page, but: Set(earlier.contentObjects))
            try advance(claimant, receive)
        }
    }

    func takeContents(
        _ number: Int, _ program: TextProgram, _ form: FormHead?, sequence: Int, at offset: Int, _ receive: (PDFTextEvent) throws -> Void
    ) throws {
        forget(number)
        if program.lacksToken { try warnOfLongString(at: offset, losesText: program.lacksString, receive) }
        var entry = Contents(program: program, sequence: sequence, form: form)
        if form == nil {
            if program.code.isEmpty && !program.isDoubtful { return }
            let isNew = claims[number] == nil && !finals.isUsed(number)
            // A font may have thousands of them, and no page needs them.
            if isNew, program.isGlyph {
                if passedOver.count < 100_000 { passedOver.insert(number) }
                return
            }
            if isNew, program.shows, !program.isDoubtful, program.looksLikePlainText, program.drawnNames.isEmpty, program.layerNames.isEmpty
            {
                let plain = PageText(plain: program, plainFont)
                if let shown = try unlessTooLarge({ try run(plain, at: offset, receive) }) {
                    let id = nextID()
                    entry.id = id
                    try receive(.provisional(shown.page(id)))
                }
            }
        }
        contents[number] = entry
        heldBytes += entry.cost
        if heldBytes > limits.heldTextBytes {
            throw PDFError.limit("bytes of text that waits for its fonts", limits.heldTextBytes, at: offset)
        }
    }

    /// An object has arrived: continues the pages that waited only for it, in the order in which their contents arrived.
    func arrived(_ number: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard let list = waiting.removeValue(forKey: number) else { return }
        try store.count(bytes: -list.count * Document.bytesOfPlace, at: 0)
        var ready: [(sequence: Int, page: Int)] = []
        for (waiter, definition) in list {
            guard var page = pages[waiter], page.definition == definition, page.missing > 0 else { continue }
            page.missing -= 1
            pages[waiter] = page
            if page.missing == 0 { ready.append((page.sequence ?? .max, waiter)) }
        }
        for (_, waiter) in ready.sorted(by: { $0 < $1 }) { try advance(waiter, receive) }
    }

    // Progress

    /// Returns the page's text if it is known; otherwise records what it waits for.
    func advance(_ number: Int, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard var page = pages[number] else { return }
        if page.sequence == nil {
            let missing = isFinishing ? [] : page.parts.filter { contents[$0] == nil && !store.isSeen($0) }
            if !missing.isEmpty { return try wait(page, for: missing) }
            page.sequence = page.parts.reduce(0) { max($0, contents[$1]?.sequence ?? 0) }
        }
        var missing: [Int] = []
        uses = []
        let text = try compose(page, &missing)
        defer { for form in text.forms { form.scope = nil } }  // forms may hold each other
        page.isDoubtful = text.isDoubtful
        if isFinishing || (missing.isEmpty && !page.isDoubtful && !text.waitsForEnd) {
            return try finish(page, text, receive)
        }
        if !page.wasProvisional, text.mayGuess, text.shows, !page.isDoubtful, text.looksLikePlainText {
            page.wasProvisional = true
            let earlier = page.parts.lazy.compactMap { self.contents[$0]?.id }.first
            if earlier == nil {
                let id = nextID()
                page.id = id
                try receive(.provisional(try run(text, of: page, at: page.offset, receive).page(id)))
            }
        }
        try wait(page, for: missing)
    }

    /// The cost of an entry for a waiting page, in bytes.
    private static let bytesOfPlace = 24

    private func wait(_ page: Page, for objects: [Int]) throws {
        var page = page
        let missing = Set(objects)
        page.missing = missing.count
        pages[page.number] = page
        try store.count(bytes: missing.count * Document.bytesOfPlace, at: page.offset)
        for object in missing { waiting[object, default: []].append((page.number, page.definition)) }
    }

    // Output

    /// The text of a page, with its digest.
    struct Shown {
        var runs: [TextRun] = []
        var fonts: [PDFFontUse] = []
        var rules: [PDFBox] = []
        var digest = Digest()
        /// The numbers of runs in hidden layers, of runs outside the page, and of glyphs without a character.
        var hidden = 0
        var outside = 0
        var muteGlyphs = 0
        /// Whether some text has no known font.
        var usesPlainFont = false

        func page(_ id: Int, number: Int? = nil) -> PDFPageText {
            PDFPageText(id: id, pageNumber: number, runs: runs, fonts: fonts, rules: rules)
        }
    }

    /// `page` is nil for contents without a known page.
    func run(_ text: PageText, of page: Page? = nil, at offset: Int, _ receive: (PDFTextEvent) throws -> Void) throws -> Shown {
        var replay = TextReplay(
            scope: text.scope, bounds: page?.bounds, contentText: { identifier in page.flatMap { self.contentText(of: $0, identifier) } },
            limits: limits, byteLimit: limits.runTextBytes - ranBytes)
        // Counted even if it throws.
        defer { ranBytes += replay.ranBytes }
        try replay.run(text.program)
        try replay.addAnnotations(of: text)
        if replay.hasMoreCalls {
            try warn(.limit, at: offset, "limit reached: forms drawn by a page, \(limits.pageForms); the others are left out", receive)
        }
        if replay.wentTooDeep {
            try warn(
                .limit, at: offset, "limit reached: forms inside forms, \(TextReplay.deepestForm); what lies deeper is left out", receive)
        }
        let fonts = replay.fontUses.map { PDFFontUse(name: $0.font.name, glyphs: $0.glyphs, unmappedGlyphs: $0.unmapped) }
        return Shown(
            runs: replay.runs, fonts: fonts, rules: replay.rules.rules, digest: replay.digest, hidden: replay.hidden,
            outside: replay.outside, muteGlyphs: replay.muteGlyphs, usesPlainFont: replay.fontUses.contains { $0.font === plainFont })
    }

    /// Returns nil if a limit for a single page was exceeded.
    func unlessTooLarge(_ run: () throws -> Shown) throws -> Shown? {
        do { return try run() } catch let error as PDFError where error.isOfOne { return nil }
    }

    private func finish(_ page: Page, _ text: PageText, _ receive: (PDFTextEvent) throws -> Void) throws {
        let earlier = finals[page.number]
        let shown = text.shows ? try run(text, of: page, at: page.offset, receive) : Shown()
        try warnOfFonts(text, shown, page, receive)
        if text.program.lacksNames || text.forms.contains(where: { $0.program.lacksNames }) {
            let limit = ContentRecorder.nameLimit
            let what = "fonts and forms that one stream of contents names, \(limit); text of the others is missing or wrong"
            try warn(.limit, at: page.offset, "limit reached: \(what)", receive)
        }
        if page.parts.count == Page.partLimit {
            let what = "content streams of a page, \(Page.partLimit); the others are left out"
            try warn(.limit, at: page.offset, "limit reached: \(what)", receive)
        }
        if text.lacks {
            let what = "contents that page object \(page.number) shares with others, or with its earlier form, are given up"
            try warn(.limit, at: page.offset, "limit reached: bytes of shared text, \(limits.sharedTextBytes); \(what)", receive)
        }
        for part in page.parts {
            guard let filter = unsupported[part] else { continue }
            try warn(.unsupported, at: page.offset, "not supported yet: filter /\(filter) of object \(part), contents of a page", receive)
        }
        try warnOfLoss(text, shown, page, receive)
        let id = page.id ?? takeID(of: page.parts) ?? nextID()
        pages[page.number] = nil
        unclaim(page)
        for number in uses {
            if let form = contents[number], form.form != nil { shared.touch(number, cost: form.cost) }
        }
        trimShared()
        try store.count(bytes: finals.add(page, id: id, digest: shown.digest, uses: uses) - page.cost, at: page.offset)
        if let earlier, earlier.digest == shown.digest || text.lacks { return }
        try receive(.final(shown.page(id, number: pageNumber(of: page.number))))
    }

    /// Warns of fonts that aren't in the file, that map no characters, or that leave half of a sufficient number of shown glyphs unmapped.
    private func warnOfFonts(_ text: PageText, _ shown: Shown, _ page: Page, _ receive: (PDFTextEvent) throws -> Void) throws {
        guard !shown.runs.isEmpty else { return }
        if let lost = text.lostFont, shown.usesPlainFont, store.isBounded {
            let what = "the object of font /\(lost) of page object \(page.number) is missing; its text is read as plain Latin text"
            try warn(.missingFont, at: page.offset, what, losesText: !text.looksLikePlainText, receive)
        }
        if let unreadable = text.scope.named.first(where: { !$0.font.isReadable }) {
            let name = String(decoding: unreadable.name, as: UTF8.self)
            let problem = unreadable.font.problem.map { ": \($0)" } ?? ""
            try warn(
                .unreadableFont, at: page.offset, "font /\(name) of page object \(page.number) doesn't tell its characters\(problem)",
                receive)
        } else if let suspect = shown.fonts.first(where: { $0.unmappedGlyphs >= 8 && $0.unmappedShare >= 0.5 }) {
            let share = "\(suspect.unmappedGlyphs) of \(suspect.glyphs) characters"
            try warn(
                .unreadableFont, at: page.offset,
                "font \(suspect.name) doesn't tell \(share) on the page of object \(page.number)", receive)
        }
    }

    /// Warns of contents that are damaged, missing or misclassified, and of pages that show text but gave none; otherwise the page would
    /// look empty.
    private func warnOfLoss(_ text: PageText, _ shown: Shown, _ page: Page, _ receive: (PDFTextEvent) throws -> Void) throws {
        var isToldOf = false
        for number in Set(page.parts).union(uses).sorted() {
            guard let damage = damaged.removeValue(forKey: number) else { continue }
            isToldOf = true
            try warn(.corruptStream, at: damage.offset, damage.detail, receive)
        }
        for part in page.parts where contents[part] == nil {
            if passedOver.contains(part) {
                let what = "object \(part), contents of page object \(page.number), was taken for something else, and left out"
                try warn(.noText, at: page.offset, what, receive)
            } else if !store.isSeen(part) {
                let what = "object \(part), contents of page object \(page.number), is missing"
                try warn(.noText, at: page.offset, what, receive)
            } else if case .dictionary? = store[part] {
                let what = "object \(part), contents of page object \(page.number), isn't a stream"
                try warn(.noText, at: page.offset, what, receive)
            }
        }
        guard shown.runs.isEmpty, text.shows || text.isDoubtful, !isToldOf else { return }
        let (offset, what) = (page.offset, "page object \(page.number) shows text, and nothing of it came out: ")
        if text.isDoubtful {
            try warn(.noText, at: offset, what + "its contents are damaged", receive)
        } else if shown.hidden > 0, shown.muteGlyphs == 0 {
            return  // All of it is in hidden layers.
        } else if shown.muteGlyphs > 0 {
            try warn(.noText, at: offset, what + "its fonts have no character for any of its \(shown.muteGlyphs) glyphs", receive)
        } else if shown.outside > 0 {
            try warn(.noText, at: offset, what + "all of it lies outside of the page", losesText: false, receive)
        } else {
            try warn(.noText, at: offset, what + "its strings are empty, or stand for empty text", losesText: false, receive)
        }
    }

    /// The id of a provisional text made from one of the streams; used once.
    private func takeID(of parts: [Int]) -> Int? {
        for part in parts {
            if let id = contents[part]?.id {
                contents[part]?.id = nil
                return id
            }
        }
        return nil
    }

    // Claims of streams by pages

    private func claim(_ page: Page, but known: Set<Int> = []) {
        for part in page.contentObjects where !known.contains(part) {
            if claims[part]?.last != page.number { claims[part, default: []].append(page.number) }
            if let entry = contents[part] { shared.remove(part, cost: entry.cost) }
        }
    }

    private func drop(_ page: Page) throws {
        unclaim(page)
        try store.count(bytes: -page.cost, at: page.offset)
    }

    /// Releases a page's streams, except `but`. Streams that no other page needs are kept for a while for late pages.
    private func unclaim(_ page: Page, but kept: Set<Int> = []) {
        for part in page.contentObjects where !kept.contains(part) {
            guard var claimants = claims[part] else { continue }
            claimants.removeAll { $0 == page.number }
            claims[part] = claimants.isEmpty ? nil : claimants
            if claimants.isEmpty, let entry = contents[part] { shared.touch(part, cost: entry.cost) }
        }
        trimShared()
    }

    private func trimShared() {
        while shared.bytes > limits.sharedTextBytes {
            shared.skipOld()
            guard let number = shared.oldest() else { return }
            forget(number)
            givenUp.insert(number)
        }
    }

    private func forget(_ number: Int) {
        guard let entry = contents.removeValue(forKey: number) else { return }
        heldBytes -= entry.cost
        shared.remove(number, cost: entry.cost)
    }
}
