package import Localisation

/// The empty frame of a sheet, with its texts, which `js/sheets.js` copies. On every page.
package enum SheetView {
    package static func parts(_ words: Words) -> HTML {
        """
        <page-sheets hidden data-failed="\(words("That didn’t work. Try again in a few seconds."))" \
        data-offline="\(words("This needs a connection. Try again when you’re online."))">
        <template data-part="frame">\(closing(words))<div class="sheet-body" data-body></div></template>
        <template data-part="waiting">\(waiting(words))</template>
        <template data-part="offline">\(offline(words))</template>
        </page-sheets>
        """
    }

    /// The button in the corner of a sheet.
    package static func closing(_ words: Words) -> HTML {
        """
        <form method="dialog" class="sheet-close">\
        <button class="round-button" aria-label="\(words("Close"))">\(Symbols.close)</button></form>
        """
    }

    private static func offline(_ words: Words) -> HTML {
        Callout.caution(
            markup: #"\#(words("The rest needs a connection.")) <a href="" data-again>\#(words("Try again"))</a>"#, isLive: true)
    }

    package static func waiting(_ words: Words) -> HTML {
        """
        <p class="detail-waiting" role="status"><span class="spinner" aria-hidden="true"></span>\(words("Loading more…"))</p>
        """
    }
}
