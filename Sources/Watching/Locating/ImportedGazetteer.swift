import Foundation
import Logging
import Places
import Storage
import Synchronization

/// The places that were imported into a folder of data, as they are now, whoever has imported them.
///
/// An import puts a new file in the place of the old one. So whoever asks has the file looked at, so often at most, and read where it
/// has become another: milliseconds for whoever asks first; everybody else has the former places until then. A file that cannot be used is
/// said once and left out.
final class ImportedGazetteer: Sendable {
    /// By which a file is known to be the same: its number, its length, when it was written.
    private struct Mark: Hashable {
        let number: UInt64
        let length: UInt64
        let written: Date
    }

    private struct State {
        var places: Gazetteer?
        var mark: Mark?
        var looked: ContinuousClock.Instant
    }

    private let file: URL
    private let interval: Duration
    private let state: Mutex<State>
    private let logger = Logger(label: "tidings.places")

    init(in folder: URL, lookingEvery interval: Duration) {
        file = DataFolder.Apart.gazetteer.url(in: folder)
        self.interval = interval
        state = Mutex(State(looked: .now))
        read(Self.mark(of: file))
    }

    /// nil where nothing was imported.
    var places: Gazetteer? {
        let (known, isDue) = state.withLock { state in
            let isDue = state.looked.duration(to: .now) >= interval
            if isDue { state.looked = .now }
            return (state.mark, isDue)
        }
        if isDue, case let mark = Self.mark(of: file), mark != known { read(mark) }
        return state.withLock { $0.places }
    }

    private func read(_ mark: Mark?) {
        var places: Gazetteer?
        do throws(PlacesError) {
            if mark != nil { places = try Gazetteer(contentsOf: file) }
        } catch {
            logger.warning("imported places are left out", metadata: ["problem": "\(error)"])
        }
        state.withLock { ($0.places, $0.mark) = (places, mark) }
    }

    /// nil where there is no file.
    private static func mark(of file: URL) -> Mark? {
        guard let known = try? FileManager.default.attributesOfItem(atPath: file.path) else { return nil }
        return Mark(
            number: (known[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0, length: (known[.size] as? NSNumber)?.uint64Value ?? 0,
            written: known[.modificationDate] as? Date ?? .distantPast)
    }
}
