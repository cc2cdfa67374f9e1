import JSONReading
package import Records
package import Serving

/// The JSON form of a bookmark in the API and a person's export.
package enum BookmarkResource {
    package struct Shown: Sendable {
        let bookmark: DocumentBookmark
        /// From 1; nil for text.
        let page: Int?

        package init(_ bookmark: DocumentBookmark, _ pages: [DocumentPart.PageStart]) {
            self.bookmark = bookmark
            page = pages.last { $0.word <= bookmark.word }?.page
        }
    }

    /// A character may have many bytes, so a note is truncated at its character limit.
    static let note = JSONSchema.text(0...16 * DocumentBookmark.Limits.note)

    package static let members = Resource<Shown, Never>([
        .told("id", .identifier) { $1.add("id", Int($0.bookmark.id)) },
        .told("word", .integer(), about: "The document's word, from 0.") { $1.add("word", $0.bookmark.word) },
        .told("page", .optional(.integer()), about: "From 1; null for text.") { $1.add("page", $0.page) },
        .told("before", .text(), about: "Its sentence before the word, cut with an ellipsis.") {
            $1.add("before", $0.bookmark.quote.before)
        },
        .told("text", .text(), about: "The word.") { $1.add("text", $0.bookmark.quote.word) },
        .told("after", .text(), about: "Its sentence behind the word.") { $1.add("after", $0.bookmark.quote.after) },
        .told("note", note) { $1.add("note", $0.bookmark.note) },
        .told("added", .moment) { $1.add("added", $0.bookmark.added.description) },
    ])
}
