package import Records

/// Other servers' answers about works: whether something was found, where, and when to ask again. At most one row per work, deleted with
/// it.
extension MediaStore {
    static let mediaLookUpTables = """
        CREATE TABLE media_look_ups (
            work INTEGER PRIMARY KEY REFERENCES media_works(id) ON DELETE CASCADE,
            -- What was asked (`MediaQuestion.text`). Another question is asked at once.
            question TEXT NOT NULL,
            -- 'tmdb' or 'musicbrainz'
            source TEXT NOT NULL,
            -- What the source calls it; null if it knows nothing that fits.
            found TEXT,
            plot TEXT,
            -- The name of its picture in the folder of those.
            picture TEXT,
            asked INTEGER NOT NULL,
            -- When it may be asked again.
            due INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE media_source_rests (
            source TEXT PRIMARY KEY,
            -- A digest of the key that it refused; empty for another reason.
            "key" TEXT NOT NULL,
            -- Null: once another key is set.
            ends INTEGER
        ) STRICT, WITHOUT ROWID;
        """

    static let mediaLookUpTablesInPostgres = """
        CREATE TABLE media_look_ups (
            work BIGINT PRIMARY KEY REFERENCES media_works (id) ON DELETE CASCADE,
            question TEXT COLLATE "C" NOT NULL,
            source TEXT COLLATE "C" NOT NULL,
            found TEXT COLLATE "C",
            plot TEXT COLLATE "C",
            picture TEXT COLLATE "C",
            asked BIGINT NOT NULL,
            due BIGINT NOT NULL
        );
        CREATE TABLE media_source_rests (
            source TEXT COLLATE "C" PRIMARY KEY,
            "key" TEXT COLLATE "C" NOT NULL,
            ends BIGINT
        );
        """

    /// How long an answer is valid. The Movie Database allows half a year.
    static let longestLookUpRest = Duration.seconds(150 * 86_400)

    /// Works of these kinds that lack something and haven't been looked up this way, or may be again, in the order of their numbers. Leaves
    /// out guessed names, works without files, and films without a year or an id.
    package func mediaQuestions(of kinds: [MediaWork.Kind], limit: Int, at now: Timestamp) async throws -> [MediaQuestion] {
        guard !kinds.isEmpty else { return [] }
        return try await database.read("reading what is missing in the media library") { database in
            let parts = "FROM media_parts WHERE work = works.id AND here = 1 AND extra = 0"
            let named = kinds.map { $0.rawValue as (any Argument)? }
            let page = try database.cachedStatement(
                sql: """
                    SELECT works.id, works.kind, works.title, works.creator, works.year, looked.question, looked.due,
                        (works.poster_path IS NOT NULL OR EXISTS (SELECT 1 \(parts) AND (art = 2 OR sleeve = 1))) AS pictured,
                        (works.plot IS NOT NULL OR EXISTS (SELECT 1 \(parts) AND works.kind = 'film' AND plot IS NOT NULL)) AS plotted,
                        (SELECT ids \(parts) AND ids IS NOT NULL ORDER BY ordinal, media LIMIT 1) AS ids
                    FROM media_works AS works LEFT JOIN media_look_ups AS looked ON looked.work = works.id
                    WHERE works.id > ? AND works.kind IN (\(kinds.map { _ in "?" }.joined(separator: ", "))) AND works.title <> ''
                        AND works.key NOT LIKE 'file:%' AND EXISTS (SELECT 1 \(parts))
                    ORDER BY works.id LIMIT \(Self.lookUpPage)
                    """)
            var (questions, last, isMore): ([MediaQuestion], MediaWork.ID, Bool) = ([], 0, true)
            while isMore, questions.count < limit {
                let rows = try Row.fetchAll(page, arguments: Arguments([last] + named))
                isMore = rows.count == Self.lookUpPage
                for row in rows where questions.count < limit {
                    last = row["id"]
                    guard let question = Self.question(row) else { continue }
                    let (asked, due): (String?, Int64?) = (row["question"], row["due"])
                    if asked == question.text, let due, due > now.milliseconds { continue }
                    questions.append(question)
                }
            }
            return questions
        }
    }

    private static let lookUpPage = 500

    /// nil if there is no question: nothing is missing, or too little is known for a reliable answer.
    private static func question(_ row: Row) -> MediaQuestion? {
        guard let kind = MediaWork.Kind(rawValue: row["kind"]) else { return nil }
        let question = MediaQuestion(
            id: row["id"], kind: kind, title: row["title"], creator: row["creator"], year: row["year"], ids: ids(in: row["ids"]),
            wantsPicture: !(row["pictured"] as Bool), wantsPlot: kind != .album && !(row["plotted"] as Bool))
        guard question.wantsPicture || question.wantsPlot else { return nil }
        switch kind {
        case .film: return question.year != nil || !question.ids.isEmpty ? question : nil
        case .series: return question
        case .album: return question.creator != nil ? question : nil
        case .book, .artist: return nil
        }
    }

    /// Stores a finding, or that nothing was found (`nil`). Returns the name of a picture that is no longer used. A work that has been
    /// removed meanwhile is skipped.
    package func noteLookUp(
        _ finding: MediaFinding?, from source: MediaFinding.Source, of question: MediaQuestion, at now: Timestamp, for rest: Duration
    ) async throws -> String? {
        try await database.write("noting what was found about a work") { database in
            guard try Int64.fetchOne(database, sql: "SELECT id FROM media_works WHERE id = ?", arguments: [question.id]) != nil else {
                return finding?.picture
            }
            let former = try String.fetchOne(
                database, sql: "SELECT picture FROM media_look_ups WHERE work = ? AND picture IS NOT NULL", arguments: [question.id])
            let due = now + min(rest, Self.longestLookUpRest)
            try database.execute(
                sql: """
                    INSERT INTO media_look_ups (work, question, source, found, plot, picture, asked, due) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (work) DO UPDATE SET question = excluded.question, source = excluded.source, found = excluded.found,
                        plot = excluded.plot, picture = excluded.picture, asked = excluded.asked, due = excluded.due
                    """,
                arguments: [
                    question.id, question.text, source.rawValue, finding?.id.limited(to: 100),
                    finding?.plot?.limited(to: MediaFinding.Source.plotLimit), finding?.picture, now.milliseconds, due.milliseconds,
                ])
            return former == finding?.picture ? nil : former
        }
    }

    /// Records a failed lookup whose cause is specific to this work. Earlier findings for the same question stay.
    package func noteFailedLookUp(
        from source: MediaFinding.Source, of question: MediaQuestion, at now: Timestamp, for rest: Duration
    ) async throws {
        let due = now + min(rest, Self.longestLookUpRest)
        let kept = try await database.write("noting that a look-up has failed") { database in
            try database.execute(
                sql: "UPDATE media_look_ups SET due = ? WHERE work = ? AND question = ?",
                arguments: [due.milliseconds, question.id, question.text])
            return database.changesCount > 0
        }
        if !kept { _ = try await noteLookUp(nil, from: source, of: question, at: now, for: rest) }
    }

    /// Has a picture that is missing from its folder fetched again, at this time.
    package func forgetMediaPicture(of work: MediaWork.ID, due: Timestamp) async throws {
        try await database.write("forgetting a picture") { database in
            try database.execute(
                sql: "UPDATE media_look_ups SET picture = NULL, due = ? WHERE work = ? AND picture IS NOT NULL",
                arguments: [due.milliseconds, work])
        }
    }

    /// Has the work of this file looked up again, because a person has corrected it.
    static func forgetLookUps(of file: MediaFile.ID, in database: Connection) throws {
        try database.cachedStatement(
            sql: "UPDATE media_look_ups SET question = '' WHERE work IN (SELECT work FROM media_parts WHERE media = ?)"
        ).execute(arguments: [file])
    }

    /// Removes all answers, including negative ones, and asks every source again.
    package func removeMediaLookUps() async throws {
        try await database.write("removing what was found about the media library") { database in
            try database.execute(sql: "DELETE FROM media_look_ups")
            try database.execute(sql: "DELETE FROM media_source_rests WHERE ends IS NOT NULL")
        }
    }

    /// Removes answers from before this time. Returns the names of their pictures.
    package func removeMediaLookUps(before time: Timestamp) async throws -> [String] {
        let isOld = "FROM media_look_ups WHERE asked < ?"
        let arguments: Arguments = [time.milliseconds]
        let isAny = try await database.read("looking for old answers about the media library") { database in
            try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 \(isOld))", arguments: arguments) ?? false
        }
        guard isAny else { return [] }
        return try await database.write("removing old answers about the media library") { database in
            let pictures = try String.fetchAll(database, sql: "SELECT picture \(isOld) AND picture IS NOT NULL", arguments: arguments)
            try database.execute(sql: "DELETE \(isOld)", arguments: arguments)
            return pictures
        }
    }

    /// The number of works with findings.
    package func foundMediaCount() async throws -> Int {
        try await database.read("counting what was found about the media library") { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM media_look_ups WHERE found IS NOT NULL") ?? 0
        }
    }

    /// The pauses of sources, including past ones.
    package func mediaSourceRests() async throws -> [MediaSourceRest] {
        try await database.read("reading which sources rest") { database in
            try Row.fetchAll(database, sql: #"SELECT source, "key", ends FROM media_source_rests ORDER BY source"#).compactMap { row in
                MediaFinding.Source(rawValue: row["source"]).map { source in
                    MediaSourceRest(source, until: (row["ends"] as Int64?).map { Timestamp(milliseconds: $0) }, key: row["key"])
                }
            }
        }
    }

    /// Replaces the source's stored pause; nil: it may be asked.
    package func note(_ rest: MediaSourceRest?, of source: MediaFinding.Source) async throws {
        try await database.write("noting that a source rests") { database in
            try database.execute(sql: "DELETE FROM media_source_rests WHERE source = ?", arguments: [source.rawValue])
            guard let rest else { return }
            try database.execute(
                sql: #"INSERT INTO media_source_rests (source, "key", ends) VALUES (?, ?, ?)"#,
                arguments: [source.rawValue, rest.key, rest.ends?.milliseconds])
        }
    }

    /// `imdb=tt0012345 tmdb=7`
    static func ids(in text: String?) -> [String: String] {
        let pairs = (text ?? "").split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        return Dictionary(pairs.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { first, _ in first }
    }
}
