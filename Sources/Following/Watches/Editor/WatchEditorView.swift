import BoardPages
import Localisation
import Records
import Serving

/// The watch editor: the condition row by row, current matches, and notification options.
///
/// Works without a script: adding or removing a row and updating the preview are buttons that post the form and show it again. With the
/// script (`watch-editor.js`) the page updates as it is filled in.
struct WatchEditorView {
    let model: WatchEditorModel
    let words: Words

    private var schema: Schema { model.schema }
    private var form: WatchForm { model.form }

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = model.watch == nil ? words("Tell me when…") : words("Edit watch")
        return PageShell(title: "\(title) · \(model.boardTitle)", heading: title, assets: assets, kind: .watches, reader: reader).page(
            """
            <div class="watch-page">
            \(PageHeading.html(
                markup: "\(title)", back: BackLink.html(model.boardTitle, to: BoardPaths(model.boardName, model.choice).page),
                lead: model.record.map { "<bdi>\($0)</bdi>" }))
            <watch-editor preview="\(WatchPaths.preview)">
            <form class="watch-form" method="post" action="\(model.action)" novalidate>
            \(model.token)<input type="hidden" name="board" value="\(model.boardName)">\(model.choice.fields)
            <button class="unseen" type="submit" name="do" value="preview" tabindex="-1" aria-hidden="true"></button>
            <div class="watch-what">
            <div data-region="tests">\(tests)</div>
            <section class="watch-preview" aria-labelledby="watch-preview-title"><h2 id="watch-preview-title">\(words("Preview"))</h2>
            <div data-region="preview" aria-live="polite">\(preview)</div>
            <button class="quiet-button" type="submit" name="do" value="preview" data-script-hides>\(Symbols.lens)<span>\
            \(words("Show what matches"))</span></button>
            </section>
            </div>
            <div class="watch-how">\(how)\(actions)</div>
            </form>
            </watch-editor>
            \(removal)
            </div>
            """)
    }

    // MARK: Tests

    /// The rows and how they combine. A page region.
    var tests: HTML {
        if let written = form.written { return self.written(written) }
        let rows = form.rows.indices.map(row)
        let refusal =
            model.isRefused ? FieldProblem.html(words("Not saved yet. Check the marked fields.")) : nil
        let empty =
            rows.isEmpty
            ? #"<p class="watch-anything">\#(words("You’ll hear about every change. Add a condition to narrow it down."))</p>"# as HTML
            : nil
        let isFull = form.rows.count >= Condition.Limits.tests
        let add =
            isFull
            ? nil
            : """
            <button class="quiet-button" type="submit" name="do" value="add" data-edit>\(WatchSymbols.plus)<span>\
            \(words("Add a condition"))</span></button>
            """
                as HTML
        return """
            \(refusal)\(problem(form.problem, id: "condition-problem"))\(empty)\
            <ol class="test-rows">\(rows)</ol>
            <p class="test-add">\(add)<button class="quiet-button" type="submit" name="do" value="update" data-script-hides>\
            \(Symbols.refresh)<span>\(words("Show the conditions of the chosen fields"))</span></button></p>
            \(joining)
            """
    }

    private var joining: HTML {
        guard !form.rows.isEmpty else { return "" }
        func choice(_ joining: WatchForm.Joining, _ label: String) -> HTML {
            """
            <label class="choice"><input type="radio" name="joining" \
            value="\(joining.rawValue)"\(form.joining == joining ? " checked" : nil as HTML?)>\
            <span>\(label)</span></label>
            """
        }
        let how: HTML =
            form.rows.count < 2
            ? #"<input type="hidden" name="joining" value="\#(form.joining.rawValue)">"#
            : """
            <fieldset class="choices"><legend>\(words("Of these conditions"))</legend>\(choice(.all, words("all must be true")))\
            \(choice(.any, words("one is enough")))</fieldset>
            """
        return """
            \(how)<label class="choice"><input type="checkbox" name="begins"\(form.begins ? " checked" : nil as HTML?)>\
            <span>\(words("Only when it becomes true"))<small>\(words("Otherwise you hear about every change while it’s true."))</small>\
            </span></label>
            """
    }

    private func written(_ written: String) -> HTML {
        """
        <div class="field"><label class="field-label" for="watch-written">\(words("The original condition"))</label>\
        <p class="field-hint" id="watch-written-hint">\(words("The form can’t show nested groups. Edit it as JSON."))</p>\
        <textarea class="field-input is-code" id="watch-written" name="written" rows="8" spellcheck="false" autocapitalize="none" \
        aria-describedby="watch-written-hint condition-problem">\(written)</textarea>\(problem(form.problem, id: "condition-problem"))</div>
        """
    }

    private func row(_ index: Int) -> HTML {
        let row = form.rows[index]
        let field = schema[row.subject]
        let subjects = schema.fields.map { option($0.name, $0.label, isChosen: row.subject == $0.name) }
        let whole = option(TestRow.record, words("The row itself"), isChosen: row.subject == TestRow.record)
        let tests = RowTest.suiting(field).map { option($0.rawValue, $0.label(of: field, words), isChosen: row.test == $0) }
        let number = index + 1
        return """
            <li class="test-row\(row.problem == nil ? nil : " is-wrong" as HTML?)"><fieldset><legend class="unseen">\
            \(words("Condition \(number)"))</legend>\
            <div class="test-parts">\
            <label class="unseen" for="test-\(index)-subject">\(words("Field"))</label>\
            <select class="field-input" id="test-\(index)-subject" name="test-\(index)-subject" data-edit>\(subjects)\(whole)</select>\
            <label class="unseen" for="test-\(index)-test">\(words("Comparison", sense: "of a field"))</label>\
            <select class="field-input" id="test-\(index)-test" name="test-\(index)-test" data-edit>\(tests)</select>\
            \(TestInputs(row: row, index: index, field: field, words: words).html)</div>\
            <button class="round-button" type="submit" name="do" value="remove-\(index)" data-edit \
            aria-label="\(words("Remove condition \(number)"))">\(Symbols.close)</button>\
            </fieldset>\(problem(row.problem.map { _ in words.problem(of: row, field, begins: form.begins) }, id: "test-\(index)-problem"))\
            </li>
            """
    }

    private func option(_ value: String, _ label: String, isChosen: Bool) -> HTML {
        #"<option value="\#(value)"\#(isChosen ? " selected" : nil as HTML?)>\#(label)</option>"#
    }

    private func problem(_ problem: String?, id: String) -> HTML { TellingFields.problem(problem, id: id) }

    // MARK: Matches

    /// The condition in words and the matching records. A page region.
    var preview: HTML {
        let preview = model.preview
        if let problem = preview.problem { return #"<p class="watch-nothing">\#(problem)</p>"# }
        guard let sentence = preview.sentence else {
            return #"<p class="watch-nothing">\#(words("Fill in the condition to see matches."))</p>"#
        }
        let rows = preview.matches.map(match)
        let more = preview.count - preview.matches.count
        return """
            <p class="watch-sentence">\(words.asSentence(sentence))</p>\
            \(preview.ignored.map { Callout.caution($0) })\
            \(counts(preview))\
            \(rows.isEmpty ? nil : #"<ul class="watch-matches">\#(rows)</ul>"# as HTML?)\
            \(more > 0 ? #"<p class="watch-more">\#(words("and \(more) more"))</p>"# as HTML : nil)
            """
    }

    /// How many records match; for a condition about change, how many records it covers and how many notices it would have caused.
    private func counts(_ preview: WatchPreview) -> HTML {
        func number(_ count: Int, _ isCut: Bool) -> String { words.number(count) + (isCut ? "+" : "") }
        guard let told = preview.told else {
            return #"<p class="watch-count"><strong class="figures">\#(words.number(preview.count))</strong> \#(count(preview))</p>"#
        }
        let covered = words("Rows it covers: \(number(preview.count, preview.isCut)) of \(number(preview.total, preview.isCut))")
        let times = words("Changes it would have sent you in the last 7 days: \(number(told.count, told.isCut))")
        return #"<p class="watch-count">\#(covered)</p><p class="watch-count">\#(times)</p>"#
    }

    private func count(_ preview: WatchPreview) -> String {
        preview.isCut
            ? words("of the first \(preview.total) rows match now") : words("of \(preview.total) rows match now")
    }

    /// The tested fields come first, because they explain the match.
    private func match(_ stored: StoredRecord) -> HTML {
        let tested = form.rows.compactMap { schema.index(of: $0.subject) }
        let name = schema.headingFields
        let others = schema.fields.indices.filter { schema.fields[$0].kind != .image && !name.contains($0) }
        var shown: [Int] = []
        for index in tested + others where !shown.contains(index) && !name.contains(index) { shown.append(index) }
        let facts = shown.prefix(3).compactMap { index in
            stored.record.values[at: index].map { value -> HTML in
                """
                <span class="row-note"><span class="row-label">\(schema.fields[index].label)\
                </span> \(ValueView(words).plain(value, of: schema.fields[index]))</span>
                """
            }
        }
        let title = #"<span class="row-name"><bdi>\#(words.name(of: stored.record, schema))</bdi></span>"# as HTML
        return "<li>\(schema.isNameless ? nil : title)\(facts)</li>"
    }

    // MARK: Notifications

    private var telling: TellingFields { TellingFields(ways: form.ways, choices: model.channels, words: words) }

    private var how: HTML {
        let digests = Watch.Digest.allCases.map { digest in
            option(digest.rawValue, label(of: digest), isChosen: form.digest == digest)
        }
        return """
            <section class="watch-told" aria-labelledby="watch-told-title"><h2 id="watch-told-title">\(words("Channels"))</h2>
            \(telling.channels)
            <div class="field"><label class="field-label" for="watch-digest">\(words("When"))</label>\
            <select class="field-input" id="watch-digest" name="digest">\(digests)</select>\
            <p class="daily-at"><label for="daily-at">\(words("at", sense: "a time of day"))</label>\
            <input class="field-input" id="daily-at" name="daily-at" type="time" value="\(form.dailyAt)"></p></div>
            \(telling.quietHours)
            </section>
            """
    }

    private func label(of digest: Watch.Digest) -> String {
        switch digest {
        case .atOnce: words("At once")
        case .hourly: words("Hourly digest")
        case .daily: words("Daily digest")
        }
    }

    private var actions: HTML {
        let label = model.watch == nil ? words("Tell me") : words("Save")
        let muted =
            model.watch == nil
            ? nil
            : """
            <label class="choice"><input type="checkbox" name="muted"\(form.isMuted ? " checked" : nil as HTML?)>\
            <span>\(words("Muted"))<small>\(words("Muted. These notices are dropped, not delayed."))</small></span></label>
            """ as HTML
        return """
            \(muted)<div class="watch-actions"><button class="button" type="submit" name="do" value="save">\(WatchSymbols.bell)<span>\
            \(label)</span></button>\
            <a class="quiet-link" href="\(model.watch == nil ? BoardPaths(model.boardName, model.choice).page : WatchPaths.list)">\
            \(words("Cancel"))</a></div>
            """
    }

    private var removal: HTML {
        guard let watch = model.watch else { return "" }
        return WatchesView.removal(of: watch.id, model.token, words)
    }
}
