package import Records
package import Serving

extension WatchPaths {
    /// The watch editor, prefilled with a field's value.
    package static func new(on board: String, _ choice: BoardChoice, where field: Field, is value: String) -> String {
        "\(new(on: board, choice))&\(Percent.encoded("equals-\(field.name)"))=\(Percent.encoded(value))"
    }

    package static func new(on board: String, _ choice: BoardChoice, record: Int64) -> String {
        "\(new(on: board, choice))&record=\(record)"
    }

    package static func new(on board: String, _ choice: BoardChoice, search: String) -> String {
        search.isEmpty ? new(on: board, choice) : "\(new(on: board, choice))&q=\(Percent.encoded(search))"
    }

    package static func new(on board: String, _ choice: BoardChoice = .standard) -> String {
        "\(new)?board=\(Percent.encoded(board))" + (choice.given.isEmpty ? "" : "&\(choice.query)")
    }
}
