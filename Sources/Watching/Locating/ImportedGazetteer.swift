import Foundation
import Logging
import Places
import Storage
import Synchronization

/// The places imported into a data folder, reloaded when any process imports new ones.
///
/// An import replaces the file. A lookup checks the file, at most once per `interval`, and loads a changed one, which takes milliseconds;
/// concurrent lookups get the former places until then. An unusable file is reported once and ignored.
final class ImportedGazetteer: Sendable {
    /// Identifies a version of the file: inode, length, modification time.
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

    /// nil if nothing was imported.
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

    /// nil if there is no file.
    private static func mark(of file: URL) -> Mark? {
        guard let known = try? FileManager.default.attributesOfItem(atPath: file.path) else { return nil }
        return Mark(
            number: (known[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0, length: (known[.size] as? NSNumber)?.uint64Value ?? 0,
            written: known[.modificationDate] as? Date ?? .distantPast)
    }
}
