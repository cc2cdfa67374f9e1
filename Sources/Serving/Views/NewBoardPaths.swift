/// Where a board is made of an address.
package enum NewBoardPaths {
    package static let form = "/new-board"
    package static let take = "/new-board/take"

    /// The form with an address in it.
    package static func form(for address: String) -> String { "\(form)?address=\(Percent.encoded(address))" }
}
