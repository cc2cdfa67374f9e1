extension ReminderStore {
    static let reminderTables = """
        CREATE TABLE reminders (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            board TEXT NOT NULL,
            -- JSON: of what, how long before.
            settings TEXT NOT NULL,
            -- JSON: what is known of the guide, and was told; null while nothing was looked at.
            state TEXT,
            created INTEGER NOT NULL,
            -- Another with every alteration, also of the state.
            version INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX reminders_of_person ON reminders (person, id);

        CREATE TABLE reminder_calendars (
            person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
            hash BLOB NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT;

        -- Null but for programmes.
        ALTER TABLE notices ADD COLUMN reminder INTEGER REFERENCES reminders(id) ON DELETE SET NULL;
        -- What is said of a programme, as JSON.
        ALTER TABLE notices ADD COLUMN programme TEXT;
        CREATE INDEX notices_of_reminder ON notices (reminder, id);
        """
}

extension ReminderStore {
    static let times = [StoredTimes("reminders", ["created": .told])]
}
