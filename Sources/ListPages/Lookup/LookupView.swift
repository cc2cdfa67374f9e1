import BoardPages
import Localisation
import Records
import Serving

/// The board view `lookup`, "Is my number on the list yet?": a single screen with a field, a button, the reading's progress, the rows of
/// the number, when they were last read, their changes, and their source.
///
/// The page consists of its form and regions. The page and live updates render a region with the same code, so an event shows the same as a
/// reload. Works without a script: the form is posted, and the page reloads every two seconds while the source is being read.
struct LookupView {
    let reader: Reader
    private var words: Words { reader.words }
    private var values: ValueView { ValueView(words) }

    func page(_ model: LookupModel, assets: String) -> HTML {
        let paths = BoardPaths(model.boardName, model.choice)
        let shell = PageShell(
            title: model.title, assets: assets, kind: .lookup, reader: reader, alternates: paths.alternates(title: model.title),
            refreshSeconds: model.isRunning && model.problem == nil ? 2 : nil)
        let needle = model.needle.isEmpty || model.problem != nil ? nil : #" needle="\#(model.needle)""# as HTML?
        let unkept = words("Can’t check now: no connection. This device has nothing saved for it yet. Try again when you’re online.")
        return shell.page(
            """
            <live-lookup live="\(paths.live)" field="\(model.field.name)"\(needle) \
            data-kept="\(words("Can’t check now: no connection. This is from \("{time}")."))" \
            data-unkept="\(unkept)">
            <div class="lookup\(model.rows == nil ? nil : " is-asked" as HTML?)">
            \(PageHeading.html(
                markup: "\(model.title)", lead: "\(model.about)",
                rest: ChoiceForm(choice: model.choice, page: BoardPaths(model.boardName).page, words: words).html))
            <div class="lookup-main">
            \(form(model, paths))
            \(element(.progress, model))
            \(model.isSetUp ? nil : NotSetUp.offer(model.boardName, reader))\
            \(element(.result, model))
            \(element(.watch, model))
            \(samples(model, paths))
            \(element(.updated, model))
            </div>
            <div class="lookup-aside">
            \(element(.history, model))
            \(element(.source, model))
            </div>
            </div>
            </live-lookup>
            """)
    }

    /// The content of each region, keyed by the id of its element.
    func regions(_ model: LookupModel) -> [(id: String, html: HTML)] {
        Region.allCases.map { ($0.rawValue, content($0, model)) }
    }

    enum Region: String, CaseIterable, Sendable {
        case problem = "lookup-problem"
        case progress = "lookup-progress"
        case result = "lookup-result"
        case watch = "lookup-watch"
        case updated = "lookup-updated"
        case history = "lookup-history"
        case source = "lookup-source"

        /// The regions kept up to date by events; the others depend on the visitor.
        static let told = Set([Region.progress, .result, .updated, .history, .source].map(\.rawValue))
    }

    private func content(_ region: Region, _ model: LookupModel) -> HTML {
        switch region {
        case .problem: problem(model)
        case .progress: progress(model)
        case .result: LookupAnswer(words: words).html(model)
        case .watch: model.tellMe?.html ?? ""
        case .updated: updated(model)
        case .history: LookupHistory(words: words).html(model)
        case .source: source(model)
        }
    }

    /// The element around a region. An empty one contains no white space, so the style sheet can detect it.
    private func element(_ region: Region, _ model: LookupModel) -> HTML {
        let html = content(region, model)
        return switch region {
        case .problem, .progress: #"<div class="region" id="\#(region.rawValue)" aria-live="polite">\#(html)</div>"#
        case .result:
            #"<section class="region" id="\#(region.rawValue)" aria-live="polite" aria-label="\#(words("Result"))">\#(html)</section>"#
        case .history: #"<section class="region" id="\#(region.rawValue)" aria-label="\#(words("History"))">\#(html)</section>"#
        case .watch, .updated, .source: #"<div class="region" id="\#(region.rawValue)">\#(html)</div>"#
        }
    }

    private func form(_ model: LookupModel, _ paths: BoardPaths) -> HTML {
        let input = FieldInput(model.field)
        let hint = model.field.hint.map { #"<p class="field-hint" id="lookup-hint">\#($0)</p>"# } as HTML?
        return """
            <form class="lookup-form" method="post" action="\(paths.page)" novalidate>\(reader.formField)
            <label class="field-label" for="lookup-needle">\(model.field.label)</label>
            \(hint)
            <div class="lookup-ask">
            <input class="field-input" id="lookup-needle" data-needle type="text" name="\(model.field.name)" value="\(model.needle)" \
            inputmode="\(input.keyboard.rawValue)" maxlength="\(input.maximumLength)" autocomplete="off" autocapitalize="none" \
            spellcheck="false" enterkeyhint="search" aria-invalid="\(model.problem == nil ? "false" : "true")" \
            aria-describedby="\(hint == nil ? "" : "lookup-hint ")\(Region.problem.rawValue)">
            <button class="button" type="submit" data-submit\(model.isAnswering ? " disabled" : nil as HTML?)>\
            <span class="button-label">\(words("Check"))</span><span class="spinner" aria-hidden="true"></span></button>
            </div>
            \(element(.problem, model))
            </form>
            """
    }

    /// In a demo, sample numbers to tap.
    private func samples(_ model: LookupModel, _ paths: BoardPaths) -> HTML? {
        let numbers = Demo.samples(of: model.boardName)
        guard !numbers.isEmpty else { return nil }
        let buttons = numbers.map { number -> HTML in
            #"<button class="chip-link" type="submit" name="\#(model.field.name)" value="\#(number)">\#(number)</button>"#
        }
        return """
            <form class="lookup-samples" method="post" action="\(paths.page)">\(reader.formField)\
            <p class="field-hint">\(words("Try one of these:"))</p>\
            <div class="chips">\(buttons)</div></form>
            """
    }

    private func problem(_ model: LookupModel) -> HTML {
        guard let problem = model.problem else { return "" }
        return #"<p class="field-problem">\#(Symbols.caution)<span>\#(problem)</span></p>"#
    }

    private func progress(_ model: LookupModel) -> HTML {
        let reading = ReadingView(words: words).html(
            model.progress, isRunning: model.isRunning, failure: model.failure, shown: model.rows == nil ? nil : model.updated)
        return "\(reading)\(model.troubles)"
    }

    private func updated(_ model: LookupModel) -> HTML {
        guard let updated = model.updated else { return "" }
        return #"<p class="updated">\#(words.html("Last updated \(values.time(updated))"))</p>"#
    }

    private func source(_ model: LookupModel) -> HTML {
        let source = model.source
        let paths = BoardPaths(model.boardName, model.choice)
        var pairs = [FactList.fact(words("Source"), ValueView.link(to: source.url, id: "source-address"))]
        if let every = source.every { pairs.append(FactList.fact(words("Checked"), "\(words.every(every))")) }
        if let next = source.next { pairs.append(FactList.fact(words("Next check"), values.time(next))) }
        pairs.append(FactList.fact(words("Rows in the list"), "\(words.number(source.recordCount))", #" class="figures""#))
        var links: [HTML] = []
        if !model.needle.isEmpty, model.problem == nil {
            let mine = paths.records(where: model.field, is: model.needle)
            links.append(#"<a id="source-mine" href="\#(mine)">\#(words("These rows"))</a>"#)
        }
        links.append(#"<a id="source-records" href="\#(paths.records)">\#(words("All rows"))</a>"#)
        links.append(#"<a id="source-changes" href="\#(paths.changes)">\#(words("All changes"))</a>"#)
        pairs += [SourceLinks.html(paths, words), SourceLinks.fact(words("JSON"), links)]
        return """
            <details class="source" id="source-details"><summary id="source-summary">\(words("About this list"))</summary>\
            \(FactList.html(pairs))</details>
            """
    }
}
