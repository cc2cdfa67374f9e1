import Localisation

/// The links to the main pages, on every page: a row in the header, on a phone a bar at the bottom. Visitors get the link to the boards.
package enum MainWays {
    /// Larger counts of unread notices aren't shown exactly.
    static let countedUnread = 99
    package static let jobs = "/jobs"
    package static let server = "/server"
    /// The page of all boards; the home page shows only some.
    package static let boards = "/boards"
    /// Pages that are reached from the home page.
    private static let belowHome = [boards, "/queue", "/reader", "/media", NewBoardPaths.form]
    /// The page of bundled boards that have only an example address.
    package static let setUp = "/server/board"

    /// The form that sets the address of one of these boards.
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
        #"<li><a href="\#(address)"\#(current(address, path))>\#(symbol)<span>\#(label)</span>\#(count)</a></li>"#
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

    /// `page` for the page itself, `true` for a page below it.
    private static func current(_ address: String, _ path: String) -> HTML? {
        if path == address { return #" aria-current="page""# }
        let isBelow = address == "/" ? belowHome.contains(where: path.hasPrefix) : path.hasPrefix(address + "/")
        return isBelow ? #" aria-current="true""# : nil
    }
}
