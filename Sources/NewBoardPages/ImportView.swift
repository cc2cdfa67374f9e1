import BoardPages
import Drafting
import Localisation
import Records
import Serving

struct ImportModel: Sendable {
    var problem: String?
    var found: FoundImport?
    var result: ImportResult?

    /// The prefix of the index in names of checkboxes.
    static let mark = "take."
}

extension PageKind {
    static let imports = PageKind("imports", styles: ["account", "ready", "imports"])
}

/// The form for a file; below it the watches in the file, each with a checkbox, and those that can't be imported, each with the reason.
struct ImportView: Sendable {
    let words: Words

    func page(_ model: ImportModel, _ reader: Reader, _ assets: String) -> HTML {
        let title = words("Import from another program")
        return PageShell(title: title, assets: assets, kind: .imports, reader: reader).page(
            """
            <div class="account"><h1>\(title)</h1>
            \(model.result.map(done))
            \(model.found.map { found($0, model.problem, reader) } ?? form(model.problem, reader))
            <p><a class="quiet-link" href="\(model.found == nil ? NewBoardPaths.form : NewBoardPaths.imports)">\
            \(model.found == nil ? words("Add a board from any page") : words("Choose another file"))</a></p></div>
            """)
    }

    // MARK: File

    private func form(_ problem: String?, _ reader: Reader) -> HTML {
        let about = problem == nil ? "import-hint" : "import-hint import-problem"
        let refused = FormView.fieldProblem(problem, of: "import")
        return """
            <p class="lead">\(words("Bring what you already watch. You see what can be carried over before anything is added."))</p>
            <form class="form" method="post" action="\(NewBoardPaths.imports)" enctype="multipart/form-data">\(reader.formField)\
            <div class="form-field"><label class="field-label" for="import-file">\(words("File"))</label>\
            <p class="field-hint" id="import-hint">\
            \(words("A backup of changedetection.io (ZIP), urls.yaml of urlwatch, feeds as OPML, or a list of addresses."))</p>\
            <input class="field-input" id="import-file" name="file" type="file" required aria-describedby="\(about)"\
            \(problem == nil ? nil : #" aria-invalid="true""# as HTML)>\(refused)</div>\
            <button class="button" type="submit">\(words("Show what is in it"))</button></form>

            """
    }

    // MARK: Watches in the file

    private func found(_ found: FoundImport, _ problem: String?, _ reader: Reader) -> HTML {
        let watches = Array(found.file.watches.enumerated())
        let able = watches.filter { $0.element.file != nil }
        let unable = watches.filter { $0.element.file == nil }
        let limit = "\(WatchImport.limit)"
        let surplus = words("The file has more. Only the first \(limit) are listed.")
        let note = Callout.caution(surplus)
        return """
            \(FormView.problem(problem))\(found.file.surplus > 0 ? note : nil)
            \(able.isEmpty ? nil : choice(able.map { (place: $0.offset, watch: $0.element) }, found, reader))
            \(unable.isEmpty ? nil : refused(unable.map(\.element)))
            """
    }

    private func choice(_ able: [(place: Int, watch: ImportedWatch)], _ found: FoundImport, _ reader: Reader) -> HTML {
        guard able.contains(where: { found.twins[$0.place] == nil }) else { return known(able, found) }
        let rows = able.map { row($0.watch, $0.place, found) }
        let list: HTML = #"<ul class="import-list">\#(rows)</ul>\#(FormView.hidden("found", "\(found.number)"))"#
        return PageSection.html(
            words("What can be carried over"), id: "able",
            FormView.form(NewBoardPaths.takeImports, reader, button: words("Add the ticked boards"), list))
    }

    /// The watches, if each already has a board.
    private func known(_ able: [(place: Int, watch: ImportedWatch)], _ found: FoundImport) -> HTML {
        let rows = able.map { place, watch -> HTML in
            """
            <li><p class="ready-title"><bdi>\(watch.title)</bdi></p>
            <div class="import-about">\(address(watch))<p><bdi>\(words.name(of: watch.subject))</bdi></p>\
            \(list([twin(of: place, found)].compactMap { $0 }))</div></li>

            """
        }
        return PageSection.html(
            words("What you already have"), id: "known",
            """
            <p>\(words("Nothing is left to carry over: you already have a board for each of these addresses."))</p>
            <ul class="import-list">\(rows)</ul>
            """)
    }

    private func twin(of place: Int, _ found: FoundImport) -> String? {
        found.twins[place].map { words("You already have a board for this address: “\($0)”.") }
    }

    private func row(_ watch: ImportedWatch, _ place: Int, _ found: FoundImport) -> HTML {
        let id = "import-\(place)"
        let remarks = [twin(of: place, found)].compactMap { $0 } + watch.remarks.map { words.sentence(for: $0) }
        // Parts may differ in text direction.
        let about = ([words.name(of: watch.subject), words.every(.seconds(watch.every))] + watch.folders).map { "<bdi>\($0)</bdi>" as HTML }
        return """
            <li><label class="check"><input type="checkbox" name="\(ImportModel.mark)\(place)" value="on" aria-describedby="\(id)"\
            \(found.isOffered(place) ? " checked" as HTML : nil)> <span class="ready-title"><bdi>\(watch.title)</bdi></span></label>
            <div class="import-about" id="\(id)">\(address(watch))<p>\(about.joined(by: " · "))</p>\(list(remarks))</div></li>

            """
    }

    private func refused(_ watches: [ImportedWatch]) -> HTML {
        let rows = watches.map { watch -> HTML in
            let reasons = watch.refusal.map { [words.sentence(for: $0)] } ?? []
            return """
                <li><p class="ready-title"><bdi>\(watch.title)</bdi></p>
                <div class="import-about">\(watch.address.isEmpty ? nil : address(watch))\(list(reasons))</div></li>

                """
        }
        return PageSection.html(
            words("What can’t be carried over"), id: "unable",
            """
            <ul class="import-list">\(rows)</ul>
            """)
    }

    private func address(_ watch: ImportedWatch) -> HTML { #"<p class="import-address"><bdi dir="ltr">\#(watch.address)</bdi></p>"# }

    private func list(_ sentences: [String]) -> HTML? {
        sentences.isEmpty ? nil : "<ul>\(sentences.map { "<li>\($0)</li>" as HTML })</ul>"
    }

    // MARK: Results

    private func done(_ result: ImportResult) -> HTML {
        let made = result.made.map { board -> HTML in
            #"<li><a href="\#(BoardPaths(board.name).page)"><span class="ready-title">\#(board.title)</span></a></li>\#n"#
        }
        let list: HTML? =
            made.isEmpty
            ? nil
            : PageSection.html(
                words("\(made.count) boards added"), id: "made",
                """
                <p>\(words("Tidings reads them for the first time now. Open one to watch it."))</p>
                <ul class="ready-list">\(made)</ul>
                """)
        let missed: HTML? = result.reason.map { reason in
            let missed = words("Not added: \(result.missed.joined(separator: ", ")).")
            return "\(Callout.block(.error, "<span>\(words.sentence(for: reason))</span><span>\(missed)</span>"))\n"
        }
        return "\(missed)\(list)"
    }
}
