/// The drawings of watches and notices.
package enum WatchSymbols {
    package static let bell = Symbols.drawing(
        """
        <path d="M10 2.75a4.75 4.75 0 0 0-4.75 4.75c0 4.5-1.75 6-1.75 6h13s-1.75-1.5-1.75-6A4.75 4.75 0 0 0 10 2.75"/>\
        <path d="M8.25 16.5a1.9 1.9 0 0 0 3.5 0"/>
        """)

    static let eye = Symbols.drawing(
        """
        <path d="M1.75 10S4.75 4.5 10 4.5 18.25 10 18.25 10 15.25 15.5 10 15.5 1.75 10 1.75 10"/><circle cx="10" cy="10" r="2.5"/>
        """)

    package static let muted = Symbols.drawing(
        """
        <path d="M6.1 4.7a4.75 4.75 0 0 1 8.65 2.8c0 2.2.4 3.7.85 4.7\
        M13.5 13.5h-10s1.75-1.5 1.75-6v-.2M8.25 16.5a1.9 1.9 0 0 0 3.5 0M3 2.5l14 15"/>
        """)

    package static let plus: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round"><path d="M10 4v12M4 10h12"/></svg>
        """

    package static let here: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round"><circle cx="10" cy="10" r="5"/><path d="M10 2v3M10 15v3M2 10h3M15 10h3"/></svg>
        """
}
