/// The paths of pages that make a board from an address, turn one on from the gallery, or import one from another program.
package enum NewBoardPaths {
    package static let form = "/new-board"
    package static let take = "/new-board/take"
    package static let correct = "/new-board/correct"
    package static let point = "/new-board/point"
    /// Another site's page, sanitised, inside the page where the person points at its parts.
    package static let pointed = "/new-board/pointed"
    package static let ready = "/new-board/ready"
    package static let readyBoard = "/new-board/ready/board"
    package static let ownBoard = "/new-board/own"
    package static let ownSteps = "/new-board/own/steps"
    package static let imports = "/new-board/import"
    /// A board in a shared link.
    package static let shared = "/new-board/shared"
    package static let ownFile = "/new-board/own/file"
    package static let takeImports = "/new-board/import/take"

    /// The form, prefilled with an address.
    package static func form(for address: String) -> String { "\(form)?address=\(Percent.encoded(address))" }

    /// The same for a page without a list, with the offer to open it in a browser.
    package static func browser(for address: String) -> String { "\(form(for: address))&browser=offer" }

    /// The detected lists of an address. Once they have expired, the form has the address.
    package static func found(_ found: Int, at address: String) -> String { "\(form)?found=\(found)&address=\(Percent.encoded(address))" }

    /// The form that corrects a detected list.
    package static func correct(_ found: Int, list: Int, at address: String) -> String {
        "\(correct)?found=\(found)&list=\(list)&address=\(Percent.encoded(address))"
    }

    /// The form that corrects a board's list after it was detected again.
    package static func correct(_ found: Int, of board: String) -> String { "\(correct)?found=\(found)&board=\(board)" }

    /// The form that changes a board that was added here.
    package static func own(_ name: String) -> String { "\(ownBoard)?name=\(name)" }

    /// The same with the list that was detected again.
    package static func found(_ found: Int, of board: String) -> String { "\(own(board))&found=\(found)" }

    /// The part of that form that detects the list again.
    package static func repair(_ name: String) -> String { "\(own(name))#look" }

    /// The board's file, as a download.
    package static func file(_ name: String) -> String { "\(ownFile)?name=\(name)" }

    /// The watches that were found in a file.
    package static func imports(_ found: Int) -> String { "\(imports)?found=\(found)" }

    /// The steps that a browser takes before it reads the board's page.
    package static func steps(_ name: String) -> String { "\(ownSteps)?name=\(name)" }

    /// One board of the gallery.
    package static func ready(_ name: String) -> String { "\(readyBoard)?name=\(name)" }
}
