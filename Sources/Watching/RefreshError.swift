import Extraction
package import Fetching
import Foundation
package import Records
import Storage

/// Why a feed could not be updated: who is responsible, and a sentence for people.
package struct RefreshError: Error, CustomStringConvertible {
    package enum Fault: Sendable {
        /// The address can't be fetched.
        case persons
        /// The source is unreachable, or its data doesn't match its board.
        case sources
        case ours
        /// Cancelled.
        case nobodys
    }

    package let fault: Fault
    /// In the stored form.
    package let failure: SourceFailure
    package var message: String { failure.message }
    /// The source asks for no requests until then.
    package let notBefore: Timestamp?

    /// The host doesn't exist, or isn't allowed.
    package let isUnlisted: Bool

    /// The document arrived, and the board can't read it.
    package let isUnreadable: Bool

    /// Another server has the feed's lease, and stores what it reads.
    package let isLost: Bool

    package var description: String { message }

    /// The only place where the errors of the stages are converted. `isBounded`: of a member's board.
    init(_ error: any Error, at url: String, isBounded: Bool = false) {
        notBefore = (error as? FetchError)?.pause.map { Timestamp($0.until) }
        isUnlisted = (error as? FetchError)?.isUnlisted ?? false
        isUnreadable = error is ExtractionError
        isLost = error is LeaseLost
        switch error {
        case let error as FetchError:
            failure = SourceFailure(error, isBounded: isBounded)
            fault =
                switch error.code {
                case .refused: .persons
                case .cancelled: .nobodys
                case .browser(.absent), .browser(.start): .persons
                default: .sources
                }
        case let error as ExtractionError:
            let address = FetchError.withoutSecrets(url)
            let (kind, detail): (SourceFailure.Kind, String) =
                switch error.code {
                case .noRows: (.noRows, error.remark)
                case .severalRows: (.severalRows, error.remark)
                default: (.unreadable, "\(error)")
                }
            failure = SourceFailure(kind, at: address, detail: detail, message: "\(address): \(error)")
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
    /// `isBounded`: the board belongs to a member, so the operator's list of hosts doesn't apply.
    package init(_ error: FetchError, isBounded: Bool = false) {
        let (kind, status): (Kind, Int?) =
            switch error.code {
            case .refused where !error.isUnlisted: (.refused, nil)
            case .refused: (isBounded ? .publicOnly : .privateHost, nil)
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
        let why = "is on a private network, or this server itself, which members’ boards can’t reach. Ask an administrator to add this one"
        let message = kind == .publicOnly ? "\(error.url) \(why)" : error.description
        self.init(kind, at: error.url, status: status, detail: isDetailed ? error.detail : "", message: message)
    }
}
