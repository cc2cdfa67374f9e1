import Extraction
package import Fetching
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
    /// As it is stored.
    package let failure: SourceFailure
    package var message: String { failure.message }
    /// The source asks to be left alone until then.
    package let notBefore: Timestamp?

    /// The host doesn't exist, or may not be reached from here.
    package let isUnlisted: Bool

    /// The document arrived, and the board can't read it.
    package let isUnreadable: Bool

    /// Another server has the feed's lease, and stores what it reads.
    package let isLost: Bool

    package var description: String { message }

    /// The one place where the errors of the stages become one.
    init(_ error: any Error, at url: String) {
        notBefore = (error as? FetchError)?.pause.map { Timestamp($0.until) }
        isUnlisted = (error as? FetchError)?.isUnlisted ?? false
        isUnreadable = error is ExtractionError
        isLost = error is LeaseLost
        switch error {
        case let error as FetchError:
            failure = SourceFailure(error)
            fault =
                switch error.code {
                case .refused: .persons
                case .cancelled: .nobodys
                case .browser(.absent), .browser(.start): .persons
                default: .sources
                }
        case let error as ExtractionError:
            let address = FetchError.withoutSecrets(url)
            failure = SourceFailure(.unreadable, at: address, detail: "\(error)", message: "\(address): \(error)")
            fault = .sources
        case is MissingSecret:
            failure = SourceFailure(.other, message: "\(error)")
            fault = .persons
        case is LeaseLost:
            let address = FetchError.withoutSecrets(url)
            failure = SourceFailure(.other, message: "what was read of \(address) isn’t stored: another server has the feed now")
            fault = .nobodys
        case is CancellationError:
            failure = SourceFailure(.other, message: "the fetch of \(FetchError.withoutSecrets(url)) was cancelled")
            fault = .nobodys
        default:
            failure = SourceFailure(.other, message: "\(error)")
            fault = .ours
        }
    }
}

extension SourceFailure {
    package init(_ error: FetchError) {
        let (kind, status): (Kind, Int?) =
            switch error.code {
            case .refused: (error.isUnlisted ? .privateHost : .refused, nil)
            case .unreachable: (.unreachable, nil)
            case .status(let status): (.status, status)
            case .redirects: (.redirects, nil)
            case .timedOut: (.timedOut, nil)
            case .truncated: (.truncated, nil)
            case .tooLarge: (.tooLarge, nil)
            case .damaged: (.damaged, nil)
            case .browser(.absent): (.noBrowser, nil)
            case .browser(.late): (.browserLate, nil)
            case .browser(.memory): (.browserMemory, nil)
            case .browser(.page), .browser(.start): (.browser, nil)
            case .cancelled: (.other, nil)
            }
        let isDetailed = kind == .refused || kind == .browser
        self.init(kind, at: error.url, status: status, detail: isDetailed ? error.detail : "", message: error.description)
    }
}
