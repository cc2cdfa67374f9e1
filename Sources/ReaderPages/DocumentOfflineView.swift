import Localisation
import Records
import Serving

/// The offline section of a document's page; implemented by the script `document-offline.js`.
struct DocumentOfflineView {
    let words: Words
    let document: StoredDocument
    let edition: String
    /// The approximate size of its audio; nil without speech.
    let bytes: Int?

    /// Shown by the script if the stored copy has another edition.
    var notice: HTML {
        let sentence = words("The audio has changed since you saved this. Update it under “Keep offline”.")
        return "\(Callout.caution(sentence, " data-stale hidden"))\n"
    }

    var html: HTML {
        let pair = { (name: String, label: String) -> HTML in FactList.fact(label, "", " data-\(name)") }
        let note = words(
            "Saves text and audio on this device, so you can listen without a connection. Your place is synced when you’re online again.")
        return """
            <document-offline data-document="\(document.id)" data-edition="\(edition)" data-bytes="\(bytes ?? 0)"\(sentences)>\
            <section class="reader-option" id="offline"><h2>\(words("Keep offline"))</h2>
            <p class="section-note">\(note)</p>
            <p class="section-note" data-estimate hidden></p>
            <dl class="reader-saved" data-kept-facts hidden>\(pair("share", words("Saved")))\
            \(pair("size", words("Size")))\(pair("checked", words("Last checked")))</dl>
            <progress data-progress max="1" value="0" aria-label="\(words("Keep offline"))" hidden></progress>
            <p class="reader-said" role="status" data-state></p>
            <div class="reader-keeping"><button class="button" type="button" data-keep hidden>\(words("Keep offline"))</button>\
            <button class="quiet-button" type="button" data-again hidden>\(Symbols.refresh)<span>\(words("Update"))</span></button>\
            <button class="quiet-button is-harsh" type="button" data-remove hidden>\(words("Remove from this device"))</button></div>
            <noscript>\(EmptyState.html(words("This needs JavaScript.")))</noscript></section></document-offline>
            """
    }

    /// With `{…}` for values inserted by the script.
    private var sentences: [HTML] {
        let said = [
            ("about", words("It needs about \("{size}").")), ("saving", words("Saving part \("{part}") of \("{parts}")…")),
            ("saved", words("Saved on this device.")),
            ("no-worker", words("This browser can’t save pages here. Use a secure address (https), and not a private window.")),
            ("no-room", words("This device doesn’t have room for all of it. \("{share}") is saved, starting at your place.")),
            ("no-answer", words("Can’t reach the server. What is saved stays.")),
            ("failed", words("Not everything could be saved. Try again in a few seconds.")),
        ]
        return said.map { name, sentence in #" data-say-\#(name)="\#(sentence)""# }
    }
}
