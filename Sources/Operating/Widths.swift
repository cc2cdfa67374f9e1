import Foundation
import Records

/// How much of each kind of work runs at once, by the number of CPU cores. One core is treated like two.
///
/// Only CPU-bound work is included. Work that waits for the network, the disk or the store has its own limits.
package struct Widths: Hashable, Sendable {
    /// The cores available to this process, or the operator's setting.
    package let cores: Int
    /// Segments of films and music that ffmpeg encodes, with two threads each.
    package let encodings: Int
    /// Segments that ffmpeg copies, which is mostly reading.
    package let copies: Int
    /// Media files that ffprobe examines.
    package let probes: Int
    /// Speech helpers per engine, except Piper, which uses several cores itself.
    package let speakers: Int
    /// Pages of documents that are rendered. One person may use half of them.
    package let pictures: Int
    package let ownPictures: Int

    /// `cores`: at least 1. More than 16 count as 16 for memory-intensive work, more than 8 for work that a library rarely has in parallel.
    package init(cores: Int = ProcessInfo.processInfo.activeProcessorCount) {
        self.cores = cores
        encodings = cores.clamped(to: 2...16)
        copies = 2 * encodings
        probes = cores.clamped(to: 2...8)
        speakers = cores.clamped(to: 2...8)
        pictures = cores.clamped(to: 2...8)
        ownPictures = pictures / 2
    }
}
