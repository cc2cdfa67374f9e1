import Foundation
import Operating
import TestSupport

/// A Python whose packages check our output independently, if installed.
///
/// `TIDINGS_PYTHON` names it; otherwise the end-to-end tests' environment and the system's Python are tried. Tests are skipped if none of
/// them has the required package.
enum Python {
    static func has(_ module: String) -> Bool { interpreter(with: module) != nil }

    /// Runs a program with a text as standard input; returns its standard output. Throws with the standard error if it fails.
    static func run(_ program: String, with module: String, input: String) throws -> String {
        guard let interpreter = interpreter(with: module) else { throw Failed(description: "there is no Python with \(module)") }
        let (status, output, errors) = try start(interpreter, program, input)
        guard status == 0 else { throw Failed(description: errors) }
        return output
    }

    struct Failed: Error, CustomStringConvertible { let description: String }

    /// The first interpreter with a module.
    static func interpreter(with module: String) -> String? {
        let named = ProcessInfo.processInfo.environment["TIDINGS_PYTHON"]
        return ([named].compactMap { $0 } + [".build/venv/bin/python", "/usr/bin/python3"]).first { path in
            FileManager.default.isExecutableFile(atPath: path) && (try? start(path, "import \(module)", "").status) == 0
        }
    }

    private static func start(_ interpreter: String, _ program: String, _ input: String) throws -> (status: Int32, String, String) {
        let folder = try TemporaryFolder()
        let (script, stdin) = (try folder.file("program.py", Array(program.utf8)), try folder.file("input", Array(input.utf8)))
        let (stdout, stderr) = (try folder.file("output", []), try folder.file("errors", []))
        // Its streams are files, so nothing needs to be read while it runs.
        let command = #"exec "$0" "$1" < "$2" > "$3" 2> "$4""#
        let process = try ChildProcess(
            "/bin/sh", ["-c", command, interpreter, script.path, stdin.path, stdout.path, stderr.path], fence: nil)
        return (process.wait(), try String(contentsOf: stdout, encoding: .utf8), try String(contentsOf: stderr, encoding: .utf8))
    }
}
