import Serving

/// The drawings of the pages of stations.
enum StationSymbols {
    static let same: HTML = """
        <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round"><path d="M2 4.25h8M2 7.75h8"/></svg>
        """

    static let here: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round"><circle cx="10" cy="10" r="5.5"/><path d="M10 1.75v2.5M10 15.75v2.5M1.75 10h2.5M15.75 10h2.5"/>\
        <circle cx="10" cy="10" r="1.5" fill="currentColor" stroke="none"/></svg>
        """

    static let settings: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round"><path d="M3 6h7M14 6h3M3 14h3M10 14h7"/><circle cx="12" cy="6" r="2"/><circle cx="8" cy="14" r="2"/></svg>
        """

    static let way: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round"><path d="M3 17l4.5-14L10 9l7 2-14 6z"/></svg>
        """
}
