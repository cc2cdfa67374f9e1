package import Foundation
package import Notifying
import Storage

extension VAPIDKey {
    /// The key in a file, created if there is none.
    package static func stored(in file: URL) throws -> VAPIDKey {
        let pem = try DataFolder.key(in: file) { Data(VAPIDKey().pem.utf8) }
        return try VAPIDKey(pem: String(decoding: pem, as: UTF8.self))
    }
}
