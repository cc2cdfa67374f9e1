import Serving

/// The drawings on the map's buttons.
enum StationMapSymbols {
    static let plus = symbol(#"<path d="M10 4v12M4 10h12"/>"#)
    static let minus = symbol(#"<path d="M4 10h12"/>"#)
    static let all = symbol(#"<path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4"/><circle cx="10" cy="10" r="2"/>"#)

    private static func symbol(_ shape: HTML) -> HTML {
        """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round">\(shape)</svg>
        """
    }
}
