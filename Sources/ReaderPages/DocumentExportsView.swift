import Localisation
import Records
import Serving

/// The exports section of a document's page.
package struct DocumentExportsView {
    let words: Words
    let document: StoredDocument
    let exports: [DocumentExports.Shown]
    /// Whether ffmpeg is installed.
    let canMake: Bool
    let token: HTML

    var html: HTML {
        let content: HTML =
            canMake || !exports.isEmpty
            ? #"<job-list from="\#(DocumentExports.path(document.id))">\#(list)</job-list>"#
            : Callout.caution(
                markup: words.html(
                    """
                    This server can’t make audio files yet. Install ffmpeg on it: \
                    \(#"<code dir="ltr">apt install ffmpeg</code>"# as HTML)
                    """))
        return """
            <section class="reader-option" id="export"><h2>\(words("Export as audio"))</h2>\
            <p class="section-note">\
            \(words("Export the whole document as audio. Long documents take a while; files are kept for 30 days."))</p>\
            \(content)</section>
            """
    }

    /// The list that a script reloads.
    var list: HTML {
        let isUnderWay: HTML? = exports.contains { $0.export.state == .making } ? " data-under-way" : nil
        return #"<ul class="ledger"\#(isUnderWay)>\#(DocumentExport.Format.allCases.map(row))</ul>"#
    }

    private func row(_ format: DocumentExport.Format) -> HTML {
        let shown = exports.first { $0.export.format == format }
        return """
            <li class="ledger-row"><div><strong>\(name(format))</strong>\(note(shown))</div>\(ways(format, shown))</li>
            """
    }

    private func name(_ format: DocumentExport.Format) -> String {
        switch format {
        case .mp3: words("MP3 files, one for each chapter")
        case .m4b: words("Audiobook (M4B) with chapters")
        }
    }

    private func note(_ shown: DocumentExports.Shown?) -> HTML? {
        switch shown?.export.state {
        case nil: nil
        case .making: progress(shown?.progress)
        case .ready(let made): #"<p class="ledger-note">\#(facts(made))</p>\#(shown?.isOutdated == true ? outdated : nil)"#
        case .failed(let fault): #"<p class="ledger-note reader-fault">\#(reason(fault))</p>"#
        }
    }

    private var outdated: HTML {
        """
        <p class="ledger-note reader-fault" data-outdated>\
        \(words("The voice, a pronunciation or the skipped passages have changed since."))</p>
        """
    }

    private func progress(_ progress: LongJob.Progress?) -> HTML {
        let known = progress?.total.map { #" max="\#($0)" value="\#(min(progress?.done ?? 0, $0))""# } as HTML?
        let text = progress.flatMap { progress in
            progress.total.map { words("\(words.number(progress.done)) of \(words.number($0))") }
        }
        return """
            <progress aria-label="\(words("Exporting a document"))"\(known)></progress>\
            <p class="ledger-note figures">\(text ?? words("Waiting for its turn"))</p>
            """
    }

    private func facts(_ made: DocumentExport.Made) -> HTML {
        let chapterCount: Int = made.chapters.count
        let until = ValueView(words).time(made.at + DocumentExport.Limits.time)
        return "\(words.bytes(made.bytes)) · \(words("\(chapterCount) chapters")) · \(words.html("kept until \(until)"))"
    }

    private func ways(_ format: DocumentExport.Format, _ shown: DocumentExports.Shown?) -> HTML {
        func button(_ act: String, _ label: String) -> HTML {
            let (value, harsh) = (format.rawValue, act == "remove" ? " is-harsh" : nil as HTML?)
            return """
                <button class="quiet-button\(harsh)" type="submit" name="\(act)" \
                value="\(value)" data-key="\(act)-\(value)">\(label)</button>
                """
        }
        func form(_ content: HTML) -> HTML {
            #"<form method="post" action="\#(DocumentExports.path(document.id))">\#(token)\#(content)</form>"#
        }
        switch shown?.export.state {
        case nil: return form(button("make", words("Create file")))
        case .making: return form(button("remove", words("Cancel")))
        case .failed: return form(button("make", words("Try again")))
        case .ready:
            let path = shown.map { DocumentExports.path($0.export) } ?? ""
            return """
                <div class="ledger-ways">\
                <a class="quiet-button" href="\(path)" download data-key="get-\(format.rawValue)">\(words("Download"))</a>\
                \(shown?.isOutdated == true ? form(button("again", words("Create again"))) : nil)\
                \(form(button("remove", words("Remove"))))</div>
                """
        }
    }

    private func reason(_ fault: DocumentExport.Fault) -> String {
        switch fault {
        case .noEngine: words("This server can’t speak now. Try again later.")
        case .noVoice: words("There’s no voice for this language. Choose another voice and try again.")
        case .voice: words("The voice failed. Choose another voice and try again.")
        case .storage: words("The server has no room for the files. Try again later.")
        case .cancelled: words("Cancelled")
        }
    }
}
