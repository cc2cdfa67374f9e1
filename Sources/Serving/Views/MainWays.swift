import Localisation

/// The ways to the main pages, on every page: a row of links in its header, on a phone a bar at the bottom.
/// A stranger has the way to the boards.
package enum MainWays {
    /// More new notices than this aren't counted out.
    static let countedUnread = 99
    package static let jobs = "/jobs"
    package static let server = "/server"
    /// All boards; the first page shows some.
    package static let boards = "/boards"
    /// Where pages are that the home page leads to.
    private static let belowHome = [boards, "/queue", "/reader", "/media", NewBoardPaths.form]
    /// Boards that come along with only an example of an address.
    package static let setUp = "/server/board"

    /// Where administrators give one of them an address.
    package static func setUp(_ board: String) -> String { "\(setUp)?name=\(board)" }

    package static func html(_ reader: Reader, offersBoards: Bool) -> HTML? {
        let words = reader.words
        guard reader.person != nil else {
            guard offersBoards || reader.path == "/" else { return nil }
            return """
                <nav class="main-ways is-for-strangers" aria-label="\(words("Main pages"))"><ul>
                \(way("/", words("Boards"), Symbols.boards, reader.path))
                </ul></nav>

                """
        }
        return """
            <nav class="main-ways" aria-label="\(words("Main pages"))"><ul>
            \(way("/", words("Home", sense: "page"), BoardSymbols.home, reader.path))
            \(way(WatchPaths.list, words("Watches"), WatchSymbols.eye, reader.path))
            \(way(WatchPaths.notices, words("Notices"), WatchSymbols.bell, reader.path, count: count(reader)))
            </ul></nav>

            """
    }

    private static func way(_ address: String, _ label: String, _ symbol: HTML, _ path: String, count: HTML? = nil) -> HTML {
        "<li><a href=\"\(address)\"\(current(address, path))>\(symbol)<span>\(label)</span>\(count)</a></li>"
    }

    private static func count(_ reader: Reader) -> HTML? {
        let unread: Int = reader.unread
        let words = reader.words
        guard unread > 0 else { return nil }
        let shown = words.number(min(unread, countedUnread)) + (unread > countedUnread ? "+" : "")
        return """
            <span class="way-count" data-unread><span class="figures" aria-hidden="true"><bdi>\(shown)</bdi></span>\
            <span class="unseen">\(words("\(unread) new"))</span></span>
            """
    }

    /// `page` for the page itself, `true` for one below it.
    private static func current(_ address: String, _ path: String) -> HTML? {
        if path == address { return " aria-current=\"page\"" }
        let isBelow = address == "/" ? belowHome.contains(where: path.hasPrefix) : path.hasPrefix(address + "/")
        return isBelow ? " aria-current=\"true\"" : nil
    }
}
