import Crypto
package import Foundation
package import Serving
import Storage

extension LinkKey {
    /// Reads the key from a file, which is created if it doesn't exist yet. Throws `WebServerError` if the file isn't a key, and
    /// `StorageError` if it can't be read or written.
    package static func stored(in file: URL) throws -> LinkKey {
        let bytes = try DataFolder.key(in: file) { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }
        guard let key = LinkKey(bytes) else { throw WebServerError(detail: "\(file.path) isn't a key; move it away and a new one is made") }
        return key
    }
}
