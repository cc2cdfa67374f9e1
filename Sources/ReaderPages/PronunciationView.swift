import Localisation
import Records
import Serving
import Speaking

/// Pronunciation rules: a form to add one, the list, and a text to test them. Needs no script.
struct PronunciationView {
    let words: Words
    let rules: [Pronunciation]
    /// The document that the person came from.
    let document: StoredDocument?
    let token: HTML
    /// The test text.
    var tried = ""
    /// nil if there is no test or it has no words.
    var trial: PronunciationTrial?
    var problem: String?
    /// The rejected input, and the rule being edited; nil for a new rule.
    var refused: Pronunciation.Rule?
    var changing: Pronunciation.ID?

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Pronunciation")
        let back =
            document.map { (ReaderPage.path(of: $0.id), DocumentFacts.title($0, words)) } ?? (ReaderPage.path, words("Reader"))
        let lead = words("Change how words are read aloud, or skip them, in all your documents. The text itself doesn’t change.")
        return PageShell(title: title, assets: assets, kind: .reader, reader: reader).page(
            """
            <div class="reader-page">
            \(BackLink.html(markup: "<bdi>\(back.1)</bdi>", to: back.0))
            \(PageHeading.html(title, lead: lead))
            \(FormView.problem(problem))
            \(trying)
            <section class="reader-add" aria-labelledby="rule-new"><h2 id="rule-new">\(words("New rule"))</h2>\
            \(form(changing == nil ? refused : nil, of: nil))</section>
            <section class="reader-add" aria-labelledby="rule-list"><h2 id="rule-list">\(words("Your rules"))</h2>\(list)</section>
            </div>
            """)
    }

    // MARK: Test

    private var trying: HTML {
        """
        <section class="reader-add" aria-labelledby="rule-try"><h2 id="rule-try">\(words("Try it"))</h2>
        <form class="form" method="get" action="\(PronunciationPage.path)">\(document.map { FormView.hidden("document", "\($0.id)") })\
        \(FormField(name: "try", label: words("Text to read"), value: tried, longest: PronunciationTrial.limit).html)\
        <button class="button" type="submit">\(words("Listen"))</button></form>\(result)</section>
        """
    }

    private var result: HTML? {
        guard let trial else { return nil }
        let text: HTML = "<bdi>\(trial.said)</bdi>"
        let said: HTML = trial.said.isEmpty ? "\(words("Nothing is read aloud."))" : words.html("Read aloud: \(text)")
        let from = document.map { "&document=\($0.id)" } ?? ""
        // The rules are part of the address, so that changed rules have another address.
        let path = "\(PronunciationPage.path)/sound?text=\(Percent.encoded(tried))&said=\(Fingerprint(trial.said))\(from)"
        return """
            <p class="reader-said" role="status">\(said)</p><audio controls autoplay src="\(path)" aria-label="\(words("Try it"))"></audio>
            """
    }

    // MARK: Rules

    private var list: HTML {
        guard !rules.isEmpty else { return EmptyState.html(words("No rules yet. Add one for a name that’s mispronounced.")) }
        return #"<div class="reader-rules">\#(rules.map(row))</div>"#
    }

    private func row(_ one: Pronunciation) -> HTML {
        let said: HTML = one.rule.said.isEmpty ? "<em>\(words("nothing"))</em>" : "<bdi>\(one.rule.said)</bdi>"
        let removal = ButtonForm.html(
            words("Remove"), to: "\(PronunciationPage.path)/\(one.id)", token, "\(from)\(FormView.hidden("act", "remove"))", kind: .harsh,
            about: words("Remove the rule for \(one.rule.text)"))
        let isOpen = changing == one.id
        let form = form(isOpen ? refused ?? one.rule : one.rule, of: one.id)
        let rule = Disclosure.html(
            markup: "<span><bdi>\(one.rule.text)</bdi> → \(said)</span>", isOpen: isOpen, "\(form)\n\(removal)")
        return "\(rule)\n"
    }

    private func form(_ rule: Pronunciation.Rule?, of id: Pronunciation.ID?) -> HTML {
        let mark = id.map { "-\($0)" } ?? ""
        let action = id.map { "\(PronunciationPage.path)/\($0)" } ?? PronunciationPage.path
        let kinds = FormChoice(
            name: "kind", label: words("Finds"), options: Pronunciation.Kind.allCases.map { ($0.rawValue, name($0)) },
            chosen: (rule?.kind ?? .word).rawValue, id: "kind\(mark)")
        let text = FormField(
            name: "text", label: words("Written"), value: rule?.text ?? "", longest: Pronunciation.Limits.text, id: "text\(mark)")
        let said = FormField(
            name: "said", label: words("Read as"), value: rule?.said ?? "",
            hint: words("Leave it empty to skip the words. In a pattern, $1 stands for the first group."),
            longest: Pronunciation.Limits.said, id: "said\(mark)", isRequired: false)
        return """
            <form class="form" method="post" action="\(action)">\(token)\(from)\(kinds.html)\(text.html)\(said.html)\
            \(Checkbox.html(words("Match case"), name: "matches-case", value: "on", isTicked: rule?.matchesCase == true))\
            <button class="button" type="submit">\(id == nil ? words("Add rule") : words("Save"))</button></form>
            """
    }

    private var from: HTML? { document.map { FormView.hidden("document", "\($0.id)") } }

    private func name(_ kind: Pronunciation.Kind) -> String {
        switch kind {
        case .word: words("Whole words")
        case .text: words("Text anywhere, even inside words")
        case .pattern: words("Pattern (regular expression)")
        }
    }
}
