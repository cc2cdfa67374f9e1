package import Boards
import Localisation
package import Records
package import Serving
import Storage
package import Watching

/// Offers to ignore fields that change with each reading of a board that a person has added, until they have decided.
package struct MovingOffer: Sendable {
    package let parts: MovingParts
    private let board: Board

    /// The numbers of fetches and changes that are examined: after these, nothing is offered.
    private static let (fetches, changes) = (100, 500)

    /// nil if no field changes with each reading, or the person has decided. Fields that a watch names aren't offered. The reader may
    /// change `board`.
    package init?(of board: Board, _ feeds: [Feed], in boards: KnownBoards) async throws {
        guard let feed = feeds.first, feeds.count == 1, feed.lastChange != nil, board.own?.person != nil else { return nil }
        let log = try await boards.store.feeds.fetches(of: feed, limit: Self.fetches)
        let read = log.reversed().filter { $0.outcome != .failed }
        guard log.count < Self.fetches, read.count > 1, read[1].outcome == .changed,
            read[1].ended - read[0].ended <= MovingParts.Limits.window
        else { return nil }
        let changes = try await boards.store.feeds.changes(of: [feed], board.schema, before: nil, limit: Self.changes)
        let readings = zip(read.dropFirst(), read).map { reading, last in
            MovingParts.Reading(
                changes.filter { $0.fetch == reading.id }.map(\.change), isSoon: reading.ended - last.ended <= MovingParts.Limits.window)
        }
        var parts = MovingParts(readings, of: board.schema, recordCount: feed.recordCount)
        guard !parts.isEmpty, let file = boards.own?.contents(of: board.name) else { return nil }
        let decided = BoardFileEdit.decided(in: file)
        parts.fields.removeAll { decided.contains($0) }
        if let field = board.schema.fields.first, decided.contains(field.name) { parts.texts = [] }
        parts.texts.removeAll { text in board.only.contains { $0.test == .lacks && $0.texts.contains(text) } }
        if !parts.fields.isEmpty {
            // Ignoring a field would silence the watches on it.
            let watched = try await boards.store.following.conditions(on: feed)
            parts.fields.removeAll { field in watched.contains { $0.namedFields.contains(field) } }
        }
        guard !parts.isEmpty else { return nil }
        (self.parts, self.board) = (parts, board)
    }

    /// The board's file after the person's decision; nil if it can't be edited.
    package func file(_ file: String, ignoring: Bool) -> String? {
        guard !parts.texts.isEmpty else { return BoardFileEdit.file(file, quiet: ignoring, parts.fields) }
        guard let field = board.schema.fields.first?.name else { return nil }
        guard ignoring else { return BoardFileEdit.file(file, quiet: false, [field]) }
        return BoardFileEdit.file(file, leavingOut: parts.texts, of: field)
    }

    package func html(_ reader: Reader) -> HTML {
        let words = reader.words
        let names = parts.fields.map { board.schema[$0]?.label ?? $0 } + parts.texts.map { "“\($0)”" }
        let what = words("Changed between the first two readings, a few minutes apart: \(names.joined(separator: ", ")).")
        let means =
            parts.texts.isEmpty
            ? words("Ignore them: their values are still shown, but changes of them are no longer stored or reported.")
            : words("Ignore them, and the board leaves them out.")
        return """
            <section class="offer moving" aria-label="\(words("What keeps changing"))"><p>\(what)</p><p>\(means)</p>
            <form class="offer-ways" method="post" action="\(NewBoardPaths.own(board.name))">\(reader.formField)\
            <button class="button is-soft" type="submit" name="do" value="ignore">\(words("Ignore them"))</button>\
            <button class="quiet-button" type="submit" name="do" value="keep">\(words("Keep them", sense: "changes"))</button></form>\
            </section>

            """
    }
}
