package import Boards
import Foundation
import HTTPTypes
import Localisation
package import Records
package import Serving
import Storage

// Converts an API query to a query of the store.
extension BoardsAPI {
    /// The records that match a query. A query that scans many records waits for its turn.
    package func found(
        _ call: APICall, _ board: Board, _ shown: ShownFeeds
    ) async throws -> (records: [StoredRecord], next: QueryCursor?) {
        let query = try query(call, board)
        let read = { @Sendable in try await boards.store.feeds.records(of: shown.feeds, board.schema, query) }
        guard query.filter != nil || query.order != .source else { return try await read() }
        do {
            return try await boards.queries.run(for: call.context, read)
        } catch let error as EffortSpent {
            throw APICall.misfit("where", "\(error)", .unprocessableContent)
        }
    }

    /// Throws `Refusal` for values that the board's fields don't accept.
    package func query(_ call: APICall, _ board: Board) throws -> RecordQuery {
        var query = RecordQuery(limit: call.integer("limit") ?? 1000)
        query.equals = try Self.equals(call.rest, board)
        if let order = call.text("order") { query.order = try Self.order(order, board.schema) }
        if let after = call.text("after") {
            guard let cursor = QueryCursor(text: after) else { throw APICall.misfit("after", "is the 'next' of an answer before") }
            query.after = cursor
        }
        query.filter = try filter(call, board.schema)
        return query
    }

    /// Values of fields by name. A value of the asked field is parsed as on the board's page.
    package static func equals(_ values: [String: String], _ board: Board) throws -> [(field: String, value: Value)] {
        try values.sorted { $0.key < $1.key }.map { name, text in
            guard let field = board.schema[name] else { throw APICall.unknown(name, board.schema.fields.map(\.name)) }
            if field.isAsked {
                do throws(NeedleError) { return (name, try board.needle(text)) } catch {
                    throw APICall.misfit(name, error.description, .unprocessableContent)
                }
            }
            do throws(FieldError) {
                guard let value = try field.plain.value(from: text) else {
                    throw FieldError(field: name, found: text, wanted: "a value is expected")
                }
                return (name, value)
            } catch {
                throw APICall.misfit(name, error.description, .unprocessableContent)
            }
        }
    }

    private static func order(_ text: String, _ schema: Schema) throws -> RecordQuery.Order {
        let isDescending = text.hasPrefix("-")
        let name = isDescending ? String(text.dropFirst()) : text
        guard let field = schema[name], RecordQuery.isOrdered(field.kind) else {
            let names = schema.fields.filter { RecordQuery.isOrdered($0.kind) }.map(\.name)
            throw APICall.misfit("order", "is one of \(names.joined(separator: ", ")), with or without a minus")
        }
        return .field(name, isDescending: isDescending)
    }

    private func filter(_ call: APICall, _ schema: Schema) throws -> RecordFilter? {
        let condition = try call.text("where").map { json throws in
            do throws(ConditionError) { return try Condition(json: json).bound(to: schema) } catch {
                throw APICall.misfit("where", "\(error)", .unprocessableContent)
            }
        }
        if condition?.hasPatterns == true, call.context.person == nil {
            throw Refusal(
                .unauthorized, text: "Sign in to search with 'matches': patterns are for people with an account. Anyone can use 'contains'."
            )
        }
        let search = call.text("q").map { SearchText($0) }
        let moment = Moment(now: .system(), zone: call.context.words.zone)
        guard let search, !search.words.isEmpty else {
            return condition.map { condition in
                RecordFilter(lookingAt: condition.fields) { try condition.matches($0, moment, drawing: &$1) }
            }
        }
        return RecordFilter { record, effort in
            guard search.matches(record.values.compactMap { $0?.text }.joined(separator: "\n"), drawing: &effort) else { return false }
            return try condition?.matches(record, moment, drawing: &effort) ?? true
        }
    }
}
