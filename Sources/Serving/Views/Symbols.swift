/// The drawings shared by pages, in the colour of the surrounding text.
package enum Symbols {
    /// The product's mark: a list of lines, one of them new. `Assets/icon.svg` is the same drawing; here, the style sheet sets the colour
    /// of the lines.
    package static let mark: HTML = """
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="currentColor"/>\
        <g stroke-linecap="round" stroke-width="3"><path d="M8 9h11M8 23h8" stroke-opacity=".55"/>\
        <path d="M8 16h9"/></g><circle cx="23" cy="16" r="3.25"/></svg>
        """

    /// Hollow; the style sheet fills it for favourites.
    package static let star: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round">\
        <path d="M10 2.6l2.25 4.7 5.15.7-3.77 3.57.93 5.13L10 14.2l-4.56 2.5.93-5.13L2.6 8l5.15-.7z"/></svg>
        """

    package static let up: HTML = """
        <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false" fill="currentColor"><path d="M6 2l5 8H1z"/></svg>
        """

    package static let down: HTML = """
        <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false" fill="currentColor"><path d="M6 10L1 2h10z"/></svg>
        """

    package static let caution = drawing(
        """
        <circle cx="10" cy="10" r="8"/><path d="M10 5.75v5M10 14v.01"/>
        """)

    package static let check = drawing(
        """
        <circle cx="10" cy="10" r="8"/><path d="M6.5 10.25l2.5 2.5 4.5-5"/>
        """)

    package static let boards: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linejoin="round"><rect x="2.75" y="2.75" width="6" height="6" rx="1.5"/>\
        <rect x="11.25" y="2.75" width="6" height="6" rx="1.5"/>\
        <rect x="2.75" y="11.25" width="6" height="6" rx="1.5"/><rect x="11.25" y="11.25" width="6" height="6" rx="1.5"/></svg>
        """

    static let copy = drawing(
        """
        <rect x="6.75" y="6.75" width="10" height="10" rx="2"/><path d="M3.25 12.75v-7.5a2 2 0 0 1 2-2h7.5"/>
        """)

    package static let person = drawing(
        """
        <circle cx="10" cy="6.75" r="3.5"/><path d="M3.5 17c.6-3.4 3.2-5 6.5-5s5.9 1.6 6.5 5"/>
        """)

    /// Up and down arrows; the style sheet shows the current direction.
    package static let sort: HTML = """
        <svg viewBox="0 0 12 16" aria-hidden="true" focusable="false" fill="currentColor"><path class="sort-up" d="M6 2l4 5H2z"/>\
        <path class="sort-down" d="M6 14l4-5H2z"/></svg>
        """

    package static let lens = drawing(
        """
        <circle cx="8.75" cy="8.75" r="5.5"/><path d="M13 13l4 4"/>
        """)

    package static let refresh = drawing(
        """
        <path d="M16.5 10a6.5 6.5 0 1 1-2-4.7"/><path d="M16.75 2.75v3.5h-3.5"/>
        """)

    package static let phone = drawing(
        """
        <path d="M6.5 3H4a1 1 0 0 0-1 1c0 7.2 5.8 13 13 13a1 1 0 0 0 1-1v-2.5l-3.5-1.5-1.75 1.75a10.5 10.5 0 0 1-5-5L8.5 7z"/>
        """)

    package static let letter = drawing(
        """
        <rect x="2.75" y="4.25" width="14.5" height="11.5" rx="2"/><path d="M3.25 5.5L10 10.75l6.75-5.25"/>
        """)

    package static let globe = drawing(
        """
        <circle cx="10" cy="10" r="7.25"/><path d="M2.75 10h14.5M10 2.75c4.5 4.5 4.5 10 0 14.5M10 2.75c-4.5 4.5-4.5 10 0 14.5"/>
        """)

    package static let keep = drawing(
        """
        <path d="M10 3v9M6.5 9l3.5 3.5L13.5 9M3.5 13.5v2a1.5 1.5 0 0 0 1.5 1.5h10a1.5 1.5 0 0 0 1.5-1.5v-2"/>
        """)

    package static let close = drawing(
        """
        <path d="M5 5l10 10M15 5L5 15"/>
        """)

    /// A line drawing on a square of 20 by 20.
    package static func drawing(_ lines: HTML) -> HTML {
        """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round">\(lines)</svg>
        """
    }
}
