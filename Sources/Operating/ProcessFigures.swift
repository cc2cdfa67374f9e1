import Foundation

/// The kernel's figures of this process (proc(5)), under the names that Prometheus' own libraries use.
package enum ProcessFigures {
    package static func samples() -> [Sample] {
        var samples: [Sample] = []
        // The fields after the command's name, which is in parentheses and may contain any characters.
        let stat = text("/proc/self/stat").split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        if stat.count > 21, let user = Double(stat[11]), let system = Double(stat[12]), let start = Double(stat[19]),
            let pages = Double(stat[21])
        {
            samples.append(Sample(.processorTime, (user + system) / ticks))
            samples.append(Sample(.memory, pages * Double(sysconf(Int32(_SC_PAGESIZE)))))
            samples.append(Sample(.processStart, Self.boot + start / ticks))
        }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            samples.append(Sample(.openFiles, Double(open)))
        }
        if let limit = text("/proc/self/limits").split(separator: "\n").first(where: { $0.hasPrefix("Max open files") })?
            .split(separator: " ").dropFirst(3).first.flatMap({ Double($0) })
        {
            samples.append(Sample(.openFilesLimit, limit))
        }
        return samples
    }

    /// When the machine started, in seconds since 1970.
    private static var boot: Double {
        var running = timespec()
        clock_gettime(CLOCK_BOOTTIME, &running)
        return Date().timeIntervalSince1970 - Double(running.tv_sec) - Double(running.tv_nsec) / 1e9
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
