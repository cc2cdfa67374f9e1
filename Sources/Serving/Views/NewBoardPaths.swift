/// Where a board is made of an address, turned on out of the gallery, or brought along from another program.
package enum NewBoardPaths {
    package static let form = "/new-board"
    package static let take = "/new-board/take"
    package static let correct = "/new-board/correct"
    package static let point = "/new-board/point"
    /// The page of another site, cleaned, inside the page where it is pointed at.
    package static let pointed = "/new-board/pointed"
    package static let ready = "/new-board/ready"
    package static let readyBoard = "/new-board/ready/board"
    package static let ownBoard = "/new-board/own"
    package static let ownSteps = "/new-board/own/steps"
    package static let imports = "/new-board/import"
    /// A board that a link carries.
    package static let shared = "/new-board/shared"
    package static let ownFile = "/new-board/own/file"
    package static let takeImports = "/new-board/import/take"

    /// The form with an address in it.
    package static func form(for address: String) -> String { "\(form)?address=\(Percent.encoded(address))" }

    /// A list that was found, to be corrected.
    package static func correct(_ found: Int, list: Int) -> String { "\(correct)?found=\(found)&list=\(list)" }

    /// The list of a board that was found again, to be corrected.
    package static func correct(_ found: Int, of board: String) -> String { "\(correct)?found=\(found)&board=\(board)" }

    /// A board that was added here, to be changed.
    package static func own(_ name: String) -> String { "\(ownBoard)?name=\(name)" }

    /// Where its list is found again.
    package static func repair(_ name: String) -> String { "\(own(name))#look" }

    /// Its file, to be downloaded.
    package static func file(_ name: String) -> String { "\(ownFile)?name=\(name)" }

    /// What a browser does before it reads its page.
    package static func steps(_ name: String) -> String { "\(ownSteps)?name=\(name)" }

    /// One board of the gallery.
    package static func ready(_ name: String) -> String { "\(readyBoard)?name=\(name)" }
}
