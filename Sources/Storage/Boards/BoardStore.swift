/// Boards that people have added: their owners, and who may see them.
package struct BoardStore: Sendable {
    let database: Database

    /// The table of the migration. A board whose file an operator added has no row.
    static let ownBoardTable = """
        CREATE TABLE own_boards (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            board TEXT NOT NULL UNIQUE,
            -- Null once they were removed.
            person INTEGER REFERENCES people(id) ON DELETE SET NULL,
            -- Whether everyone with an account sees it.
            shared INTEGER NOT NULL DEFAULT 0,
            -- Whether its file is there, or about to be.
            there INTEGER NOT NULL DEFAULT 1,
            added INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX own_boards_of_person ON own_boards (person);
        """
}

extension BoardStore {
    static let times = [StoredTimes("own_boards", ["added": .told])]
}
