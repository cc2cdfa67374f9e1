import Records

extension Board {
    /// How a board's page is laid out: the name of a view, as a board file has it. Which views there are is said by those who show boards.
    package struct View: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// Of a file that names none.
        static let standard = View(rawValue: "lookup")
    }
}

/// What a view wants of a board.
package struct ViewForm: Sendable {
    package let view: Board.View
    /// What a board lacks for it, as the end of the sentence "the view 'lookup' needs …"; nil: nothing.
    package let lack: @Sendable (Board) -> String?

    package init(_ name: String, lack: @Sendable @escaping (Board) -> String? = { _ in nil }) {
        view = Board.View(rawValue: name)
        self.lack = lack
    }
}

extension [ViewForm] {
    /// Throws where a file names a view that is none of these.
    func check(_ name: Declaration) throws(DeclarationError) {
        let view = try name.text()
        guard !contains(where: { $0.view.rawValue == view }) else { return }
        throw name.unknown(view, among: map(\.view.rawValue))
    }

    /// Throws where the board's view is none of these, or lacks something.
    func check(_ board: Board, named name: Declaration?, in file: Declaration) throws(DeclarationError) {
        guard let form = first(where: { $0.view == board.view }) else {
            throw (name ?? file).unknown(board.view.rawValue, among: map(\.view.rawValue))
        }
        if let lack = form.lack(board) { throw file.error("the view '\(board.view.rawValue)' needs \(lack)") }
    }
}
