package import Records

/// A mark by which the database finds watches that a change may concern.
///
/// A watch is a candidate for a change that shows a mark with the same hash, and with an edge that isn't greater. The edge orders limits:
/// "at most 5" has the edge of 5, and a change shows the edge of its number. Marks without an order have the edge 0.
package struct WatchMark: Hashable, Sendable {
    /// The same in every process, unlike Swift's own hashes.
    package let hash: Int64
    package let edge: Int64

    package init(hash: Int64, edge: Int64 = 0) { (self.hash, self.edge) = (hash, edge) }
}

/// How the watches of a feed are found and decided that has too many of them for memory: by their marks in the database, part by part.
package struct Marking: Sendable {
    package struct Limits: Hashable, Sendable {
        /// A feed with more watches has too many for memory.
        package var inMemory = 50_000
        /// Watches that one transaction marks.
        package var step = 10_000
        /// Watches that one transaction decides and posts to. Both are exceeded if one person has more.
        package var part = 20_000
        /// A fetch that shows more marks has all watches as candidates.
        package var shown = 50_000

        package init() {}
    }

    /// What the marks depend on, in addition to the watches. Marks that were made for something else are made again.
    let madeFor: String
    let schema: Schema
    let limits: Limits
    let marks: @Sendable (Watch) -> Set<WatchMark>
    let shown: @Sendable ([Change]) -> [WatchMark]?
    let drafts: @Sendable ([StoredChange], [Watch], StoredWatches, _ at: Timestamp) throws -> [NoticeDraft]

    /// `marks`: those of a watch, none if it can't be evaluated. `shown`: the marks that changes show; nil: more than are worth looking up.
    /// `drafts`: decides some watches by the changes of a fetch at that time.
    package init(
        madeFor: String, schema: Schema, limits: Limits = Limits(), marks: @Sendable @escaping (Watch) -> Set<WatchMark>,
        shown: @Sendable @escaping ([Change]) -> [WatchMark]?,
        drafts: @Sendable @escaping ([StoredChange], [Watch], StoredWatches, _ at: Timestamp) throws -> [NoticeDraft]
    ) {
        (self.madeFor, self.schema, self.limits) = (madeFor, schema, limits)
        (self.marks, self.shown, self.drafts) = (marks, shown, drafts)
    }
}
