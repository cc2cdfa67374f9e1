import Records

/// Documents that people listen to.
extension DocumentStore {
    static let documentTables = """
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            -- SHA-256 of the file.
            content TEXT NOT NULL,
            -- 'pdf', 'epub', 'html' or 'text'
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            added INTEGER NOT NULL,
            -- 'reading', 'ready' or 'failed'
            state TEXT NOT NULL,
            -- How often it was begun to be read.
            attempts INTEGER NOT NULL DEFAULT 0,
            -- Why it can't be read.
            fault TEXT,
            words INTEGER NOT NULL DEFAULT 0,
            pages INTEGER,
            -- JSON of the words with which pages begin.
            page_starts TEXT,
            language TEXT,
            -- The one that was chosen.
            voice TEXT,
            -- The word at which the person stopped.
            position INTEGER NOT NULL DEFAULT 0,
            heard INTEGER,
            UNIQUE (person, content)
        ) STRICT;
        CREATE INDEX documents_to_read ON documents (id) WHERE state = 'reading';
        CREATE TABLE document_parts (
            document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
            part INTEGER NOT NULL,
            -- Words of the document before it.
            first_word INTEGER NOT NULL,
            -- JSON of its sentences.
            text TEXT NOT NULL,
            PRIMARY KEY (document, part)
        ) STRICT;
        """
    static let documentExportTables = """
        -- JSON of where its own chapters begin; null: none are known.
        ALTER TABLE documents ADD COLUMN chapters TEXT;

        CREATE TABLE document_exports (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
            -- 'mp3' or 'm4b'
            format TEXT NOT NULL,
            asked INTEGER NOT NULL,
            -- 'making', 'ready' or 'failed'
            state TEXT NOT NULL,
            -- How often it was begun.
            attempts INTEGER NOT NULL DEFAULT 0,
            -- Why it can't be made.
            fault TEXT,
            made INTEGER,
            bytes INTEGER NOT NULL DEFAULT 0,
            voice TEXT,
            -- JSON of its chapters, once it is ready.
            chapters TEXT,
            UNIQUE (document, format)
        ) STRICT;
        """

    static let pronunciationTable = """
        CREATE TABLE pronunciations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            -- 'word', 'text' or 'pattern'
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            -- Empty: nothing.
            said TEXT NOT NULL,
            matches_case INTEGER NOT NULL,
            UNIQUE (person, kind, text)
        ) STRICT;
        """
    static let documentBookmarkTable = """
        CREATE TABLE document_bookmarks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            document INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
            word INTEGER NOT NULL,
            -- The word as it is written, and its sentence around it.
            text TEXT NOT NULL,
            text_before TEXT NOT NULL,
            text_after TEXT NOT NULL,
            note TEXT NOT NULL,
            added INTEGER NOT NULL,
            UNIQUE (document, word)
        ) STRICT;
        """
    static let documentLanguages = """
        -- Whether a paragraph in another language is read by a voice of that language.
        ALTER TABLE documents ADD COLUMN follows_languages INTEGER NOT NULL DEFAULT 1;
        """
    static let documentFolderTable = """
        -- Files of people's folders that have become documents.
        CREATE TABLE document_folder_files (
            person INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
            path TEXT NOT NULL,
            size INTEGER NOT NULL,
            -- Microseconds since 1970.
            modified INTEGER NOT NULL,
            PRIMARY KEY (person, path)
        ) STRICT;
        """
    static let documentPassages = """
        -- Kinds of passages that aren't read, with commas; null: the usual ones.
        ALTER TABLE documents ADD COLUMN leaves_out TEXT;
        -- The first words of passages that are read all the same, with commas.
        ALTER TABLE documents ADD COLUMN read_passages TEXT NOT NULL DEFAULT '';
        """
    static let documentTextBytes = """
        -- What the database has of it, in UTF-8: text, chapters, bookmarks, chosen passages.
        ALTER TABLE documents ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;
        """
    static let documentExportEdition = """
        -- What it was made of: the document, the voice, what is left out, and the rules; null in an older one.
        ALTER TABLE document_exports ADD COLUMN edition TEXT;
        """
    /// The documents' own metadata, and their words for searches (`DocumentWords`).
    static func documentWords(_ dialect: Dialect) -> String {
        let (text, number) = dialect == .sqlite ? ("TEXT", "INTEGER") : ("TEXT COLLATE \"C\"", "BIGINT")
        let columns = [
            // The series or group of the document; `title_words` and `author_words` are folded.
            "author \(text) NOT NULL DEFAULT ''", "shelf \(text) NOT NULL DEFAULT ''", "summary \(text) NOT NULL DEFAULT ''",
            "title_words \(text) NOT NULL DEFAULT ''", "author_words \(text) NOT NULL DEFAULT ''",
            // Whether the title is the file's name, and whether there is a picture of the cover.
            "named_by_file \(number) NOT NULL DEFAULT 0", "has_cover \(number) NOT NULL DEFAULT 0",
        ]
        return columns.map { "ALTER TABLE documents ADD COLUMN \($0);\n" }.joined() + """
            CREATE TABLE document_words (
                document \(number) NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
                part \(number) NOT NULL,
                -- Folded, each behind a blank.
                words \(text) NOT NULL,
                PRIMARY KEY (document, part)
            )\(dialect == .sqlite ? " STRICT" : "");
            """
    }
    static let documentMailboxTable = """
        -- Mailboxes whose mails become documents.
        CREATE TABLE document_mailboxes (
            person INTEGER PRIMARY KEY REFERENCES people(id) ON DELETE CASCADE,
            host TEXT NOT NULL,
            port INTEGER NOT NULL,
            -- 'tls', 'starttls' or 'none'
            security TEXT NOT NULL,
            folder TEXT NOT NULL,
            -- JSON of user and password, sealed.
            login TEXT NOT NULL,
            -- Whether mails are taken that were there before.
            takes_old INTEGER NOT NULL,
            added INTEGER NOT NULL,
            -- UIDVALIDITY of the folder, and the number of the mail that was looked at last; null: never looked.
            validity INTEGER,
            last_mail INTEGER NOT NULL DEFAULT 0,
            looked INTEGER,
            due INTEGER NOT NULL,
            -- In a row.
            failures INTEGER NOT NULL DEFAULT 0,
            -- Why nothing comes.
            fault TEXT,
            -- Mails that became documents.
            taken INTEGER NOT NULL DEFAULT 0,
            -- JSON of the last mails that became none.
            skipped TEXT NOT NULL DEFAULT '[]'
        ) STRICT;
        """
}

extension DocumentStore {
    static let times = [
        StoredTimes("documents", ["added": .told, "heard": .past]),
        StoredTimes("document_exports", ["asked": .told, "made": .past]),
        StoredTimes("document_bookmarks", ["added": .told]),
        StoredTimes("document_folder_files", ["modified": .told]),
        StoredTimes("document_mailboxes", ["added": .told, "looked": .past, "due": .due(within: DocumentMailbox.Limits.longestPause)]),
    ]
}
