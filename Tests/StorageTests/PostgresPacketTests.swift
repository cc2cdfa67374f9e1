import Foundation
import Records
import StorageSupport
import TestSupport
import Testing

@testable import Storage

@Suite("Transactions of PostgreSQL in two packets", .enabled(if: Engine.hasPostgres)) struct PostgresPacketTests {
    private let folder: TemporaryFolder
    private let connection: PostgresConnection
    private static let beginning = WriteScope.nothing.steps()

    init() throws {
        folder = try TemporaryFolder()
        connection = try PostgresConnection(Engine.emptyDatabase(for: folder.url))
        try connection.run("CREATE TABLE numbers (number BIGINT PRIMARY KEY)")
    }

    private func add(_ number: Int) throws {
        try connection.statement("INSERT INTO numbers (number) VALUES (?)", isKept: true).execute([number])
    }

    private func stored() throws -> [Int] { try Int.fetchAll(.postgres(connection), sql: "SELECT number FROM numbers ORDER BY number") }

    private func transaction(
        asking questions: [Question] = [], _ body: ([[PostgresRow]]) throws -> Void
    ) throws {
        try connection.transactionInTwoPackets(Self.beginning, asking: questions) { try body($1) }
    }

    @Test("the answers to all questions come before the body, and what it writes is there after it")
    func whole() throws {
        let questions = [
            Question("SELECT 1 AS one"), Question("SELECT n FROM generate_series(1, ?) AS n", [3]), Question("SELECT 1 WHERE false"),
        ]
        for round in 1...2 {
            try transaction(asking: questions) { answers in
                #expect(answers.map(\.count) == [1, 3, 0])
                #expect(answers[1].map { $0.needed(0) as Int } == [1, 2, 3])
                try add(round)
            }
        }
        #expect(try stored() == [1, 2])
    }

    @Test("a statement whose rows the body needs sees what was written before it")
    func reading() throws {
        try transaction { _ in
            try add(1)
            #expect(try stored() == [1])
            try add(2)
        }
        #expect(try stored() == [1, 2])
    }

    @Test("if a statement of either packet or the body fails, nothing is stored, and the connection goes on")
    func failing() throws {
        try add(1)
        #expect(throws: PostgresError.self) { try transaction(asking: [Question("SELECT 1 / 0")]) { _ in try add(2) } }
        #expect(throws: StoredFault.self) {
            try transaction { _ in
                try add(2)
                throw StoredFault("the body fails")
            }
        }
        let error = #expect(throws: PostgresError.self) {
            try transaction { _ in
                try add(2)
                try add(1)
                try add(3)
            }
        }
        #expect(error?.state == "23505")
        #expect(try stored() == [1])
        try transaction { _ in try add(4) }
        #expect(try stored() == [1, 4])
    }

    @Test("a connection that ends in the commit leaves it open whether it was committed")
    func lost() throws {
        // At the end of the transaction.
        try connection.run(
            """
            CREATE FUNCTION vanish() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
                PERFORM pg_terminate_backend(pg_backend_pid());
                PERFORM pg_sleep(10);
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER vanishing AFTER INSERT ON numbers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION vanish()
            """)
        #expect(throws: CommitLost.self) { try transaction { _ in try add(1) } }
        #expect(connection.isLost)
        let other = try PostgresConnection(Engine.emptyDatabase(for: folder.url))
        #expect(try Int.fetchOne(.postgres(other), sql: "SELECT count(*) FROM numbers") == 0)
    }
}
