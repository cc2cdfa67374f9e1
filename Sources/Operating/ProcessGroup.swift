import Foundation
import Glibc

/// The processes of a group, for a program with several, from proc(5).
package enum ProcessGroup {
    /// The size in bytes of the processes' private and shared memory; files, such as the program, don't count. Memory shared by two
    /// processes counts twice.
    package static func memory(of group: Int32) -> Int {
        processes(of: group).reduce(0) { sum, process in
            text("/proc/\(process)/status").split(separator: "\n").reduce(sum) { sum, line in
                guard line.hasPrefix("RssAnon:") || line.hasPrefix("RssShmem:") else { return sum }
                return sum + (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
            }
        }
    }

    /// Whether any of its processes is running. Zombies don't count.
    package static func isRunning(_ group: Int32) -> Bool {
        processes(of: group).contains { process in
            // The state follows the name, which is in parentheses and may contain any characters.
            let state = text("/proc/\(process)/stat").split(separator: ")").last?.first { $0 != " " }
            return state != nil && state != "Z" && state != "X"
        }
    }

    private static func processes(of group: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        return all.filter { getpgid($0) == group }
    }

    private static func text(_ path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
