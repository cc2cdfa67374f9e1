import Boards
import Fetching
import Places
import Records
import Storage
import Watching

/// A command's failure. The one place that turns errors into exit statuses.
struct Failure: Error {
    enum Status: Int32 {
        case nothingFound = 1
        case badUse = 2
        case source = 3
        case ours = 4
    }

    let status: Status
    /// The message on standard error; nil if the error has already been reported.
    let message: String?

    init(_ status: Status, _ message: String? = nil) {
        self.status = status
        self.message = message
    }

    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as RefreshError:
            let status: Status =
                switch error.fault {
                case .persons: .badUse
                case .sources, .nobodys: .source
                case .ours: .ours
                }
            self.init(status, error.message)
        case let error as ServiceError:
            let status: Status =
                switch error.code {
                case .badUse, .secret: .badUse
                case .notFound: .nothingFound
                case .source, .cancelled: .source
                case .ours: .ours
                }
            self.init(status, "\(error)")
        case let error as GeocodingError:
            self.init([.off, .address].contains(error.code) ? .badUse : .source, "\(error)")
        case is MissingSecret: self.init(.badUse, "\(error)")
        case let error as FetchError: self.init(error.code == .refused ? .badUse : .source, "\(error)")
        case let error as StorageError where [.full, .exposed, .moving].contains(error.code): self.init(.badUse, error.detail)
        case let error as StorageError where error.code == .backup: self.init(.badUse, "\(error.doing): \(error.detail)")
        case let error as StorageError where error.code == .inUse: self.init(.badUse, "\(error)")
        case let error as StorageError where error.code == .unfit: self.init(.nothingFound, error.detail)
        case let error as StorageError where error.code == .noRoom: self.init(.ours, "\(error): the disk is full")
        case let error as StorageError where error.code == .folder:
            self.init(.badUse, "\(error); choose a folder you can write to with --data")
        case is ImportError, is NeedleError, is DeclarationError, is FieldError, is ParameterError, is PlacesError:
            self.init(.badUse, "\(error)")
        case let refusal as QueueRefusal:
            let isBadUse = [.noSuchQueue, .noSuchCounter].contains(refusal)
            self.init(isBadUse ? .badUse : .nothingFound, refusal.description)
        case is BoardCheckError: self.init(.nothingFound, "\(error)")
        default: self.init(.ours, "\(error)")
        }
    }
}
