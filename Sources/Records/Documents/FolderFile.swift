/// By what a file of a folder is known to be the same.
package struct FolderFile: Hashable, Sendable {
    /// Bytes.
    package let size: Int
    /// Microseconds since 1970.
    package let modified: Int64

    package init(size: Int, modified: Int64) { (self.size, self.modified) = (size, modified) }
}
