package import Foundation

/// Where the files that come along lie: boards, assets.
///
/// A build puts a module's folder beside the executable, in `tidings_<Module>.resources`; an installation in
/// `../share/tidings/<Module>`. Both are found wherever the whole is moved to; SwiftPM's own look-up stops the process instead.
package enum Installation {
    package static func folder(_ name: String, of module: String) -> URL? {
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return [
            executable.appendingPathComponent("tidings_\(module).resources/\(name)"),
            executable.appendingPathComponent("../share/tidings/\(module)/\(name)").standardizedFileURL,
        ].first { FileManager.default.fileExists(atPath: $0.path) }
    }
}
