import Foundation
import Records

/// How many of each kind of work run at once, by the cores of the processor. One core does as much at once as two.
///
/// Only work that a core has to do is counted here. What waits for the network, the disk or the store has limits of its own.
package struct Widths: Hashable, Sendable {
    /// Those that this process may use, or those that the operator has set.
    package let cores: Int
    /// Segments of films and music that ffmpeg encodes, with two threads each.
    package let encodings: Int
    /// Segments that ffmpeg copies, which is mostly reading.
    package let copies: Int
    /// Media files that ffprobe looks into.
    package let probes: Int
    /// Helpers of each engine that speak, but for Piper's, which uses several cores itself.
    package let speakers: Int
    /// Pages of documents that are drawn. One person has half of them.
    package let pictures: Int
    package let ownPictures: Int

    /// `cores`: at least 1. More than 16 count as 16 for what takes much memory, more than 8 for what a library rarely has at once.
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
