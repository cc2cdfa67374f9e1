/// What a file holds, in a few letters: a digest of its size, its beginning, its middle and its end. Files with the same mark are taken for the same
/// film, wherever they lie and whatever they are called.
package struct MediaMark: Hashable, Sendable {
    package let text: String

    package init(text: String) { self.text = text }
}
