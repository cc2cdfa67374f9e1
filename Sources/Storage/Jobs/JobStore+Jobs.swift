package import Records

extension LongJob {
    init(_ row: Row) {
        self.init(
            id: row["id"], kind: row["kind"], subject: Subject(board: row["board"], title: row["title"]), person: row["person"],
            state: State(rawValue: row["state"]) ?? .failed, progress: Progress(done: row["done"], total: row["total"]),
            isCancelling: row["cancelling"], created: Timestamp(milliseconds: row["created"]),
            began: (row["began"] as Int64?).map(Timestamp.init(milliseconds:)),
            ended: (row["ended"] as Int64?).map(Timestamp.init(milliseconds:)), failure: row["failure"])
    }
}

/// Jobs that take longer than a request. A job is stored before it starts, and for a while after it ends.
extension JobStore {
    static let jobTables = """
        CREATE TABLE jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            board TEXT NOT NULL,
            title TEXT NOT NULL,
            -- Who asked; null for the server itself.
            person INTEGER REFERENCES people(id) ON DELETE CASCADE,
            -- 'waiting', 'running', 'done', 'failed', 'cancelled' or 'interrupted'
            state TEXT NOT NULL,
            done INTEGER NOT NULL DEFAULT 0,
            total INTEGER,
            -- Somebody wants it to end.
            cancelling INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            began INTEGER,
            ended INTEGER,
            failure TEXT
        ) STRICT;
        CREATE INDEX jobs_under_way ON jobs (id) WHERE ended IS NULL;
        CREATE INDEX jobs_of_person ON jobs (person, id);
        """

    /// How long ended jobs are stored, and how many of them.
    package static let jobsAreKept = Duration.seconds(7 * 86_400)
    package static let jobLimit = 1_000

    /// `node`: the server that does it; empty: it is the only one.
    package func addJob(
        _ kind: String, about subject: LongJob.Subject, for person: Person.ID?, on node: String = "", at now: Timestamp
    ) async throws -> LongJob {
        try await database.write("noting a job") { database in
            let id = try Statement.inserted(
                database.cachedStatement(
                    sql: """
                        INSERT INTO jobs (kind, board, title, person, state, created, node) VALUES (?, ?, ?, ?, 'waiting', ?, ?)
                        RETURNING id
                        """),
                [kind, subject.board, subject.title.limited(to: 300), person, now.milliseconds, node])
            // Each new job checks only a few of the oldest, not all of them.
            try database.cachedStatement(
                sql: """
                    DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE ended IS NOT NULL ORDER BY id LIMIT 20)
                        AND (ended < ? OR id <= ?)
                    """
            ).execute(arguments: [(now + (.zero - Self.jobsAreKept)).milliseconds, id - Int64(Self.jobLimit)])
            return LongJob(id: id, kind: kind, subject: subject, person: person, state: .waiting, created: now)
        }
    }

    package func beginJob(_ id: LongJob.ID, at now: Timestamp) async throws {
        try await database.write("noting that a job begins") { database in
            try database.execute(
                sql: "UPDATE jobs SET state = 'running', began = ? WHERE id = ? AND ended IS NULL", arguments: [now.milliseconds, id])
        }
    }

    /// Stores the progress of running jobs in one transaction.
    package func note(_ progress: [(id: LongJob.ID, progress: LongJob.Progress)]) async throws {
        try await database.write("noting how far jobs are") { database in
            let statement = try database.cachedStatement(sql: "UPDATE jobs SET done = ?, total = ? WHERE id = ? AND ended IS NULL")
            for (id, progress) in progress { try statement.execute(arguments: [progress.done, progress.total, id]) }
        }
    }

    package func endJob(
        _ id: LongJob.ID, _ state: LongJob.State, _ progress: LongJob.Progress, failure: String? = nil, at now: Timestamp
    ) async throws {
        try await database.write("noting the end of a job") { database in
            try database.execute(
                sql: "UPDATE jobs SET state = ?, done = ?, total = ?, failure = ?, ended = ? WHERE id = ? AND ended IS NULL",
                arguments: [state.rawValue, progress.done, progress.total, failure?.limited(to: 1_000), now.milliseconds, id])
        }
    }

    /// At the start of a server: jobs that are stored as running belonged to a run of it that has ended. A node leaves those of other nodes
    /// alone. Returns how many there were. `node`: its name; empty: it is the only server.
    package func interruptJobs(of node: String = "", at now: Timestamp) async throws -> Int {
        try await database.write("noting jobs that were interrupted") { database in
            try database.execute(
                sql: """
                    UPDATE jobs SET state = 'interrupted', ended = ?1 WHERE ended IS NULL AND (?2 = '' OR node = ?2 OR node = '')
                    """, arguments: [now.milliseconds, node])
            return database.changesCount
        }
    }

    /// Ends the jobs of nodes that have given no sign of life for this long. Returns how many there were.
    package func interruptJobs(ofNodesGoneFor time: Duration, at now: Timestamp) async throws -> Int {
        try await database.write("noting jobs of servers that are gone") { database in
            try database.execute(
                sql: """
                    UPDATE jobs SET state = 'interrupted', ended = ? WHERE ended IS NULL AND \(LeaseStore.isGone("jobs", in: database))
                    """, arguments: [now.milliseconds, time.wholeMilliseconds])
            return database.changesCount
        }
    }

    /// Whether a person (second argument) may see a job: it is theirs, or they are an administrator (first argument) and no other person
    /// keeps the board private.
    private static let isSeen = """
        (person = ?2 OR (?1 <> 0
            AND (kind NOT IN ('reading', 'readings') OR \(BoardStore.isVisible("jobs.board", to: "?2")) OR ?2 IS NULL)))
        """

    /// The jobs that a person may see, newest first: administrators see all except refreshes of boards hidden from them, others see their
    /// own. nil: everyone's jobs.
    package func all(seenBy person: Person? = nil, limit: Int) async throws -> [LongJob] {
        try await database.read("reading jobs") { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM jobs WHERE \(Self.isSeen) ORDER BY id DESC LIMIT ?3",
                arguments: [person.map { $0.role == .administrator } ?? true, person?.id, limit]
            ).map { LongJob($0) }
        }
    }

    /// nil if there is no such job, or this person may not see it.
    package func job(_ id: LongJob.ID, seenBy person: Person? = nil) async throws -> LongJob? {
        try await database.read("reading a job") { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM jobs WHERE id = ?3 AND \(Self.isSeen)",
                arguments: [person.map { $0.role == .administrator } ?? true, person?.id, id]
            ).map { LongJob($0) }
        }
    }

    /// Asks a job to end. The person who started it may, and administrators, by their current role; nil may end any. False if there is
    /// nothing to end.
    package func cancelJob(_ id: LongJob.ID, by person: Person? = nil) async throws -> Bool {
        try await database.write("cancelling a job") { database in
            try database.execute(
                sql: """
                    UPDATE jobs SET cancelling = 1 WHERE id = ?1 AND ended IS NULL AND (person = ?2 OR ?2 IS NULL
                        OR EXISTS (SELECT 1 FROM people WHERE id = ?2 AND role = 'administrator' AND disabled = 0))
                    """, arguments: [id, person?.id])
            return database.changesCount > 0
        }
    }

    /// Running jobs that have been asked to end.
    package func jobsToCancel() async throws -> [LongJob.ID] {
        try await database.read("reading jobs to cancel") { database in
            try Int64.fetchAll(database, sql: "SELECT id FROM jobs WHERE ended IS NULL AND cancelling = 1")
        }
    }
}

extension JobStore {
    static let times = [StoredTimes("jobs", ["created": .told, "began": .told, "ended": .told])]
}
