package import Foundation

/// Makes a program of a shell script, in an existing folder.
///
/// Another process writes the file. If this one opened it for writing, even briefly, a process that another test starts meanwhile would inherit it, and
/// a file that is open for writing can't be run (execve(2), `ETXTBSY`).
package func makeProgram(_ script: String, at file: URL) throws {
    let words = ["sh", "-c", #"printf '%s' "$2" > "$1" && chmod 755 "$1""#, "sh", file.path, "#!/bin/sh\n\(script)\n"]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    var status = posix_spawn(&process, "/bin/sh", nil, nil, arguments, nil)
    guard status == 0, waitpid(process, &status, 0) == process, status == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
}
