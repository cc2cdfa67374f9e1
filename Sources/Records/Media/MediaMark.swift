/// A short digest of a file: its size, beginning, middle and end. Files with the same digest count as the same film, even at
/// different paths.
package struct MediaMark: Hashable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }
}
