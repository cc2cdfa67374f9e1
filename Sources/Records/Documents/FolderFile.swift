/// Identifies the version of a file in a folder.
package struct FolderFile: Hashable, Sendable {
    /// The file's size in bytes.
    package let size: Int
    /// The modification time in microseconds since 1970.
    package let modified: Int64

    package init(size: Int, modified: Int64) { (self.size, self.modified) = (size, modified) }
}
