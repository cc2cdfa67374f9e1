/// People's documents, their texts, exports and bookmarks, and the sources of documents.
package struct DocumentStore: Sendable {
    let database: Database

    var seal: AddressSeal { database.seal }
}
