import Serving

/// The icons of the queue's pages, in the colour of the surrounding text.
enum QueueSymbols {
    static let sound = Symbols.drawing(
        """
        <path d="M3.5 7.75v4.5h2.75L10.5 16V4L6.25 7.75z"/><path d="M13.25 7.25a4 4 0 0 1 0 5.5M15.5 5a7.1 7.1 0 0 1 0 10"/>
        """)

    static let paper = Symbols.drawing(
        """
        <path d="M6 7V3h8v4M6 14H4.5A1.5 1.5 0 0 1 3 12.5V8.5A1.5 1.5 0 0 1 4.5 7h11A1.5 1.5 0 0 1 17 8.5v4a1.5 1.5 0 0 1-1.5 1.5H14"/>\
        <path d="M6 11.5h8V17H6z"/>
        """)

    static let screen = Symbols.drawing(
        """
        <rect x="2.5" y="3.5" width="15" height="10" rx="1.5"/><path d="M7 17h6M10 13.5V17"/>
        """)

    static let leave = Symbols.drawing(
        """
        <path d="M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M12.5 6.5L16 10l-3.5 3.5M15.5 10H8"/>
        """)

    static let clock = Symbols.drawing(
        """
        <circle cx="10" cy="10" r="7.25"/><path d="M10 5.75V10l2.75 1.75"/>
        """)

    static let plus: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round"><path d="M10 4v12M4 10h12"/></svg>
        """

    /// An arrow to the counter.
    static let onward: HTML = """
        <svg class="queue-onward" viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" \
        stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M3.5 10h13M11.5 5l5 5-5 5"/></svg>
        """
}
