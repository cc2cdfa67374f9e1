/// People's documents, their texts, exports and bookmarks, and where documents come from.
package struct DocumentStore: Sendable {
    let database: Database

    var seal: AddressSeal { database.seal }
}
