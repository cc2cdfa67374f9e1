import Localisation
import Serving

/// The help sheet of keyboard shortcuts, opened with `?`, and the switch that turns them off (WCAG 2.2, 2.1.4).
struct ConsoleLegend {
    let words: Words

    var html: HTML {
        let rows = keys.map { FactList.fact(markup: "<kbd>\($0.0)</kbd>", "\($0.1)") }
        return """
            <dialog class="sheet console-legend" data-legend aria-labelledby="console-legend-title">\
            \(SheetView.closing(words))\
            <div class="sheet-body"><h2 id="console-legend-title">\(words("Keys"))</h2><dl class="legend-keys">\(rows)</dl>\
            <label class="check"><input type="checkbox" data-keys-on checked>\
            <span>\(words("Keyboard shortcuts on this device"))</span></label></div></dialog>
            """
    }

    private var keys: [(String, String)] {
        [
            ("N", words("Next")), ("R", words("Recall")), ("F", words("Finish")), ("M", words("No-show")), ("P", words("Park")),
            ("U", words("Undo")), ("S", words("Let others go first")), ("H", words("Hold until a time")),
            ("T", words("Move to another queue")),
            ("C", words("Call a number")), ("O", words("Open or close my counter")), ("?", words("Keys")),
        ]
    }
}

/// The console's icons.
enum ConsoleSymbols {
    static let sound = Symbols.drawing(
        """
        <path d="M3 7.75v4.5h2.75L10 16V4L5.75 7.75z"/>\
        <g class="is-on"><path d="M12.75 7.5a3.5 3.5 0 0 1 0 5M15 5.25a6.75 6.75 0 0 1 0 9.5"/></g>\
        <path class="is-off" d="M13 8l4 4M17 8l-4 4"/>
        """)

    static let keyboard = Symbols.drawing(
        """
        <rect x="2" y="5" width="16" height="10" rx="2"/><path d="M5.25 8.25v.01M8.4 8.25v.01M11.6 8.25v.01M14.75 8.25v.01M6.5 11.75h7"/>
        """)

    static let more: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="currentColor">\
        <circle cx="4.5" cy="10" r="1.6"/><circle cx="10" cy="10" r="1.6"/><circle cx="15.5" cy="10" r="1.6"/></svg>
        """
}
