import Foundation
import GRDB
import Records

extension Person {
    init(_ row: Row) {
        self.init(
            id: row["id"], name: row["name"], role: Role(rawValue: row["role"]) ?? .member, settings: PersonSettings(json: row["settings"]),
            isDisabled: row["disabled"], created: Timestamp(milliseconds: row["created"]))
    }
}
