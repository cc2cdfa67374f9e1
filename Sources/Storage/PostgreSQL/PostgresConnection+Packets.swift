/// Several statements in one packet, by libpq's pipeline mode. (https://www.postgresql.org/docs/15/libpq-pipeline-mode.html)
extension PostgresConnection {
    /// A statement and its parameters.
    struct Gathered {
        let text: PostgresText
        let parameters: PostgresParameters
        let isKept: Bool
    }

    var isGathering: Bool { gathered != nil }

    func gather(_ text: PostgresText, _ values: [ColumnValue], isKept: Bool) {
        if let table = text.insertsInto { inserted.insert(table) }
        gathered?.append(Gathered(text: text, parameters: PostgresParameters(values), isKept: isKept))
    }

    /// Sends what was gathered, so that the next statement sees it.
    func sendGathered() throws {
        guard let statements = gathered, !statements.isEmpty else { return }
        gathered = []
        _ = try together(statements)
    }

    /// Runs a transaction in two packets: the first begins it and asks `questions`, whose rows `body` gets; the second has what `body`
    /// writes, and commits. Throws `CommitLost` if the connection was lost during the commit.
    func transactionInTwoPackets<Result>(
        _ beginning: [String], asking questions: [Question], _ body: (PostgresConnection, [[PostgresRow]]) throws -> Result
    ) throws -> Result {
        (inserted, hasBegun, hasNews, gathered) = ([], false, false, nil)
        var isCommitting = false
        do {
            let asked = try questions.map { question in
                let text = text(of: question.sql)
                return Gathered(text: text, parameters: PostgresParameters(try text.values(question.arguments)), isKept: true)
            }
            let answers = try together(beginning.map(plain) + asked)
            hasBegun = true
            gathered = []
            let result = try body(self, answers.dropFirst(beginning.count).map { try $0.all() })
            current?.end()
            let writes = gathered ?? []
            gathered = nil
            isCommitting = true
            _ = try together(writes + [plain("COMMIT")])
            return result
        } catch {
            gathered = nil
            current?.end()
            if !isLost { try? run("ROLLBACK") }
            forgetStatements(after: error)
            guard isCommitting, let cause = error as? PostgresError, isLost || cause.endsConnection else { throw error }
            isLost = true
            throw CommitLost(cause: cause)
        }
    }

    private func plain(_ sql: String) -> Gathered { Gathered(text: text(of: sql), parameters: PostgresParameters([]), isKept: true) }

    /// Sends statements at once, and returns the rows of each. If one fails, the server skips the rest. Throws the first error.
    private func together(_ statements: [Gathered]) throws -> [PostgresRows] {
        try settle()
        // Statements are prepared one by one, once per connection.
        let names = try statements.map { $0.isKept ? try prepare($0.text, $0.parameters) : nil }
        guard library.enterPipeline(handle) == 1 else { throw lost() }
        for (statement, name) in zip(statements, names) {
            counting?.note(statement.text.sql)
            try send(statement, name)
        }
        try sent(library.syncPipeline(handle))
        var (answers, failure): ([PostgresRows], PostgresError?) = ([], nil)
        for _ in statements {
            let rows = PostgresRows(self)
            while let result = try nextResult() {
                if let error = result.error {
                    failure = failure ?? noted(error)
                } else {
                    note(result)
                    rows.add(result)
                }
            }
            answers.append(rows)
        }
        guard try nextResult()?.status == .endOfPipeline, library.exitPipeline(handle) == 1 else {
            let loss = lost()
            throw failure ?? loss
        }
        if let failure { throw failure }
        return answers
    }

    private func send(_ statement: Gathered, _ name: String?) throws {
        let parameters = statement.parameters
        let result = parameters.withPointers { values, lengths, formats in
            if let name { return library.sendQueryPrepared(handle, name, CInt(parameters.count), values, lengths, formats, 1) }
            return library.sendQueryParams(
                handle, statement.text.sql, CInt(parameters.count), parameters.types, values, lengths, formats, 1)
        }
        guard result == 1 else { throw lost() }
    }
}
