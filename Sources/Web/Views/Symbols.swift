/// The few drawings that stand in the pages themselves, in the colour of the text around them.
enum Symbols {
    /// The product's mark: a list of lines, one of which has something new. `Assets/icon.svg` is the same; here the style
    /// sheet gives the lines the colour of the page.
    static let mark: HTML = """
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="currentColor"/>\
        <g stroke-linecap="round" stroke-width="3"><path d="M8 9h11M8 23h8" stroke-opacity=".55"/>\
        <path d="M8 16h9"/></g><circle cx="23" cy="16" r="3.25"/></svg>
        """

    static let caution: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round"><circle cx="10" cy="10" r="8"/><path d="M10 5.75v5M10 14v.01"/></svg>
        """
}
