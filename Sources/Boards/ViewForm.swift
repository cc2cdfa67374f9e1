import Records

extension Board {
    /// The layout of a board's page: the name of a view in a board file. The modules that show boards define the existing views.
    package struct View: RawRepresentable, Hashable, Sendable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The view of a file that names none.
        static let standard = View(rawValue: "lookup")
    }
}

/// The requirements of a view for a board.
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
    /// Throws if a file names an unknown view.
    func check(_ name: Declaration) throws(DeclarationError) {
        let view = try name.text()
        guard !contains(where: { $0.view.rawValue == view }) else { return }
        throw name.unknown(view, among: map(\.view.rawValue))
    }

    /// Throws if the board's view is unknown, or the board lacks something for it.
    func check(_ board: Board, named name: Declaration?, in file: Declaration) throws(DeclarationError) {
        guard let form = first(where: { $0.view == board.view }) else {
            throw (name ?? file).unknown(board.view.rawValue, among: map(\.view.rawValue))
        }
        if let lack = form.lack(board) { throw file.error("the view '\(board.view.rawValue)' needs \(lack)") }
    }
}
