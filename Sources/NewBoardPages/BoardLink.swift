import Boards
package import Drafting
import Extraction
import Foundation
import NIOCore
import Serving

/// A board in a link: its file, compressed with gzip, in base64url (RFC 4648, section 5).
package enum BoardLink {
    /// The most characters of a compressed file. Servers and proxies accept addresses of 8 KB.
    package static let longest = 8000
    /// The most bytes of a decompressed file.
    private static let byteLimit = 64 << 10

    /// Why a link doesn't lead to a board.
    package enum Refusal: Error, Hashable, Sendable {
        case damaged
        case board(SharedBoard.Refusal)
    }

    /// The board in a link, checked like any file from a stranger.
    static func board(of code: String, _ views: [ViewForm]) throws(Refusal) -> SharedBoard {
        guard let file = file(of: code) else { throw .damaged }
        do throws(SharedBoard.Refusal) { return try SharedBoard(file, views: views) } catch { throw .board(error) }
    }

    /// nil: the file is too large for a link.
    package static func code(of file: String) -> String? {
        guard let packed = try? Compression.gzip(ByteBuffer(string: file)) else { return nil }
        let code = Data(packed.readableBytesView).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
        return code.count <= longest ? code : nil
    }

    /// nil: not a compressed file.
    package static func file(of code: String) -> String? {
        guard code.utf8.count <= longest else { return nil }
        let plain = code.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let packed = Data(base64Encoded: plain + padding), packed.starts(with: [0x1F, 0x8B]),
            let unpacked = try? PackedDocument([UInt8](packed), byteLimit: byteLimit)
        else { return nil }
        return String(validating: unpacked.document, as: UTF8.self)
    }

    package static func path(to code: String) -> String { "\(NewBoardPaths.shared)?board=\(code)" }

    /// The compressed file in a link of any installation; nil: not such a link.
    static func code(in address: String) -> String? {
        guard let place = address.firstRange(of: "\(NewBoardPaths.shared)?board=")?.upperBound else { return nil }
        return String(address[place...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    }
}
