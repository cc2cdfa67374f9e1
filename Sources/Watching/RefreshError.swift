import Extraction
import Fetching
import Foundation
package import Records
import Storage

/// Why a feed could not be brought up to date: whose fault it is, and a sentence for people.
package struct RefreshError: Error, CustomStringConvertible {
    package enum Fault: Sendable {
        /// The address is none we fetch.
        case persons
        /// The source is out of reach, or what it sends is not what its board expects.
        case sources
        case ours
        /// Cancelled.
        case nobodys
    }

    package let fault: Fault
    package let message: String
    /// The source asks to be left alone until then.
    package let notBefore: Timestamp?

    package var description: String { message }

    /// The one place where the errors of the stages become one.
    init(_ error: any Error, at url: String) {
        notBefore = (error as? FetchError)?.pause.map { Timestamp($0.until) }
        switch error {
        case let error as FetchError:
            message = error.description
            fault =
                switch error.code {
                case .refused: .persons
                case .cancelled: .nobodys
                default: .sources
                }
        case let error as ExtractionError:
            message = "\(url): \(error)"
            fault = .sources
        case is MissingSecret:
            message = "\(error)"
            fault = .persons
        case is CancellationError:
            message = "the fetch of \(url) was cancelled"
            fault = .nobodys
        default:
            message = "\(error)"
            fault = .ours
        }
    }
}
