import Foundation
import Records

extension Channel {
    /// The error of a channel whose address was sealed with another key than this folder's.
    private static let lostKey = "its address was sealed with another key; remove this channel and add it again"

    init(_ row: Row, _ seal: AddressSeal) {
        let opened = seal.open(row["address"], for: .channel)
        self.init(
            id: row["id"], person: row["person"], name: row["name"], kind: row["kind"], address: opened ?? "",
            created: Timestamp(milliseconds: row["created"]),
            lastDelivered: (row["last_delivered"] as Int64?).map(Timestamp.init(milliseconds:)),
            failure: opened == nil ? Self.lostKey : (row["failure"] as String?).flatMap { seal.open($0, for: .failure) },
            isGone: row["gone"] || opened == nil)
    }
}
