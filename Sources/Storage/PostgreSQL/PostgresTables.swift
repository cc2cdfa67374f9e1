/// The tables of a store in PostgreSQL, equal to those that all steps of `Store.migrations` up to `last` create in SQLite. The columns are
/// documented there, and a test compares both.
///
/// Flags are numbers, 0 or 1, as in SQLite. The database assigns ids unless a row brings its own.
enum PostgresTables {
    /// The last step of `Store.migrations` that these tables include.
    private static let last = "shelves of media"

    /// The migrations that a database has; empty if there are no tables of ours.
    static func migrations(in connection: Connection) throws -> Set<String> {
        guard try connection.tableExists("migrations") else { return [] }
        return Set(try String.fetchAll(connection, sql: "SELECT name FROM migrations"))
    }

    /// Creates the tables if there are none, and applies missing steps to others. Steps of a later version that only add may be there.
    static func migrate(_ connection: Connection, _ steps: [Migration]) throws {
        let names = steps.map(\.name)
        var known = try migrations(in: connection)
        if known.isEmpty { known = try create(in: connection, names) }
        if try hasAll(of: names, in: known) { return }
        for step in steps where !known.contains(step.name) {
            try step.body(connection)
            try note([step.name], in: connection)
        }
    }

    /// Throws if a later version's steps do more than add.
    static func hasAll(of names: [String], in known: Set<String>) throws -> Bool {
        guard known.subtracting(names).allSatisfy(Migration.onlyAdds) else {
            throw StoredFault("a later version of Tidings has made the tables of this database")
        }
        return known.isSuperset(of: names)
    }

    private static func note(_ names: some Sequence<String>, in connection: Connection) throws {
        for name in names { try connection.execute(sql: "INSERT INTO migrations (name) VALUES (?)", arguments: [name]) }
    }

    /// Creates all tables up to `last`. Returns the steps of `names` that they include.
    private static func create(in connection: Connection, _ names: [String]) throws -> Set<String> {
        guard try connection.tableNames().isEmpty else {
            throw StoredFault("the database has tables that aren’t Tidings’: give it one of its own")
        }
        guard let end = names.firstIndex(of: last) else { throw StoredFault("there is no step called \(last)") }
        // Texts are compared bytewise, as in SQLite, in a database of any locale.
        try connection.execute(sql: tables.replacing(" TEXT", with: " TEXT COLLATE \"C\""))
        try connection.execute(sql: functions)
        try note(names[...end], in: connection)
        return Set(names[...end])
    }

    private static let functions = """
        -- What a process that holds watches in memory reads.
        CREATE FUNCTION log_watch() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
            IF TG_OP = 'DELETE' THEN
                INSERT INTO watch_log (feed, watch) VALUES (OLD.feed, OLD.id);
            ELSE
                INSERT INTO watch_log (feed, watch) VALUES (NEW.feed, NEW.id);
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER watch_logged AFTER INSERT OR UPDATE OR DELETE ON watches FOR EACH ROW EXECUTE FUNCTION log_watch();
        CREATE FUNCTION log_watches_of_person() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
            INSERT INTO watch_log (feed, watch) SELECT feed, id FROM watches WHERE person = NEW.id;
            RETURN NULL;
        END $$;
        CREATE TRIGGER person_altered AFTER UPDATE OF zone, disabled ON people FOR EACH ROW
            WHEN (OLD.zone IS DISTINCT FROM NEW.zone OR OLD.disabled <> NEW.disabled) EXECUTE FUNCTION log_watches_of_person();
        -- As SQLite's function of that name (RFC 7396).
        CREATE FUNCTION json_patch(target JSONB, patch JSONB) RETURNS JSONB LANGUAGE plpgsql IMMUTABLE AS $$ DECLARE
            member TEXT;
            given JSONB;
        BEGIN
            IF jsonb_typeof(patch) IS DISTINCT FROM 'object' THEN RETURN patch; END IF;
            IF jsonb_typeof(target) IS DISTINCT FROM 'object' THEN target := '{}'; END IF;
            FOR member, given IN SELECT * FROM jsonb_each(patch) LOOP
                IF jsonb_typeof(given) = 'null' THEN
                    target := target - member;
                ELSE
                    target := jsonb_set(target, ARRAY[member], json_patch(target -> member, given));
                END IF;
            END LOOP;
            RETURN target;
        END $$;
        """

    /// Each after those that it references.
    private static let tables = [
        feedTables, peopleTables, followingTables, placeTables, queueTables, mediaTables, documentTables,
    ].joined(separator: "\n")
}
