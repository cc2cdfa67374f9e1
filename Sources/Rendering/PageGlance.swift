/// A summary of a page, from the three lines of `PageScripts.glance`.
struct PageGlance {
    enum Kind: String { case page, login, captcha }

    let kind: Kind
    let title: String
    /// The page's text about an error.
    let said: String

    init(_ text: String) {
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        kind = lines.first.flatMap(Kind.init) ?? .page
        (title, said) = (lines.count > 1 ? lines[1] : "", lines.count > 2 ? lines[2] : "")
    }
}
