package import Foundation

/// Finds bundled files: boards, assets.
///
/// A build puts a module's folder beside the executable, in `tidings_<Module>.resources`; an installation puts it in
/// `../share/tidings/<Module>`. Both are found after the whole tree is moved; SwiftPM's own lookup would end the process instead.
package enum Installation {
    package static func folder(_ name: String, of module: String) -> URL? {
        let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        return [
            executable.appendingPathComponent("tidings_\(module).resources/\(name)"),
            executable.appendingPathComponent("../share/tidings/\(module)/\(name)").standardizedFileURL,
        ].first { FileManager.default.fileExists(atPath: $0.path) }
    }
}
