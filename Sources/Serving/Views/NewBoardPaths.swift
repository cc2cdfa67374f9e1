/// Where a board is made of an address, turned on out of the gallery, or brought along from another program.
package enum NewBoardPaths {
    package static let form = "/new-board"
    package static let take = "/new-board/take"
    package static let ready = "/new-board/ready"
    package static let readyBoard = "/new-board/ready/board"
    package static let ownBoard = "/new-board/own"
    package static let imports = "/new-board/import"
    /// A board that a link carries.
    package static let shared = "/new-board/shared"
    package static let ownFile = "/new-board/own/file"
    package static let takeImports = "/new-board/import/take"

    /// The form with an address in it.
    package static func form(for address: String) -> String { "\(form)?address=\(Percent.encoded(address))" }

    /// A board that was added here, to be changed.
    package static func own(_ name: String) -> String { "\(ownBoard)?name=\(name)" }

    /// Its file, to be downloaded.
    package static func file(_ name: String) -> String { "\(ownFile)?name=\(name)" }

    /// One board of the gallery.
    package static func ready(_ name: String) -> String { "\(readyBoard)?name=\(name)" }
}
