import Foundation
import Records

extension Person {
    init(_ row: Row) {
        self.init(
            id: row["id"], name: row["name"], role: Role(rawValue: row["role"]) ?? .member, settings: PersonSettings(json: row["settings"]),
            isDisabled: row["disabled"], created: Timestamp(milliseconds: row["created"]))
    }

    static func active(_ person: Int64, _ database: Connection) throws -> Person? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM people WHERE id = ? AND disabled = 0")
        return try Row.fetchOne(statement, arguments: [person]).map(Person.init)
    }
}
