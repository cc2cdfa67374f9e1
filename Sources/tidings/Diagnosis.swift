import Boards
import Foundation
import Notifying
import Operating
import Records
import Speaking
import Storage
import Watching

/// A finding of the doctor: fine, worth a note, or a problem with a fix.
struct Finding {
    enum State: String { case well, note, amiss }

    let what: String
    let state: State
    let detail: String

    init(_ what: String, _ state: State, _ detail: String) {
        self.what = what
        self.state = state
        self.detail = detail
    }

    var text: String { "\(state == .well ? "✓" : state == .note ? "–" : "✗") \(what): \(detail)" }

    var json: String {
        var line = JSONLine()
        line.add("what", what)
        line.add("state", state.rawValue)
        line.add("detail", detail)
        return line.closed
    }
}

/// The doctor's checks of the machine.
enum Diagnosis {
    private static let tightBytes = 1 << 30
    private static let emptyBytes = 100 << 20

    /// The folder's permissions, and its free space.
    static func folder(_ folder: URL) -> [Finding] {
        let manager = FileManager.default
        guard let attributes = try? manager.attributesOfItem(atPath: folder.path) else {
            return [Finding("data", .note, "\(folder.path) doesn't exist yet; the server creates it")] + room(for: folder)
        }
        var findings: [Finding] = []
        let owner = attributes[.ownerAccountName] as? String ?? "another user"
        if !manager.isWritableFile(atPath: folder.path) {
            findings.append(
                Finding(
                    "data", .amiss, "\(folder.path) belongs to \(owner) and cannot be written to; run this as \(owner), or change its owner"
                ))
        } else if let problem = Self.exposure(of: folder) {
            findings.append(Finding("data", .amiss, problem))
        } else if let rights = attributes[.posixPermissions] as? Int, rights & 0o007 != 0 {
            findings.append(Finding("data", .note, "\(folder.path) can be read by everyone on this machine; chmod o-rwx \(folder.path)"))
        } else {
            findings.append(Finding("data", .well, "\(folder.path), of \(owner) alone"))
        }
        return findings + room(for: folder)
    }

    /// Why a server would refuse to start on the folder.
    private static func exposure(of folder: URL) -> String? {
        do { try DataFolder.check(folder) } catch { return Failure(error).message }
        return nil
    }

    /// The free space on the disk of the existing or future folder.
    private static func room(for folder: URL) -> [Finding] {
        var place = folder.standardizedFileURL
        while !FileManager.default.fileExists(atPath: place.path), place.path != "/" { place.deleteLastPathComponent() }
        let system = try? FileManager.default.attributesOfFileSystem(forPath: place.path)
        guard let free = (system?[.systemFreeSize] as? NSNumber)?.intValue else { return [] }
        let text = "\(free >> 20) MB free"
        if free < emptyBytes { return [Finding("disk", .amiss, "\(text); free some space, or nothing more can be stored")] }
        return [Finding("disk", free < tightBytes ? .note : .well, text)]
    }

    /// Whether the mail server accepts our connection, up to the point before a message. It may be down for a moment, as waiting mail is
    /// sent later.
    static func mail(_ server: MailServer?) async -> Finding {
        guard let server else { return Finding("mail", .note, "no mail server is set, so no mail is sent: mail-host, mail-from") }
        if let problem = await Email.greet(server, within: .seconds(10)) {
            return Finding("mail", .amiss, "the mail server \(problem); look at the settings mail-…")
        }
        return Finding("mail", .well, "\(server), \(server.security.rawValue)")
    }

    /// The key that signs push messages: a browser that has subscribed accepts no other.
    static func pushKey(in folder: URL, contact: String?) -> Finding {
        let file = folder.appendingPathComponent("vapid.pem")
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else {
            return Finding("push key", .note, "doesn't exist yet; the server creates it when it starts")
        }
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            return Finding("push key", .amiss, "\(file.path) cannot be read; make it readable for the user that runs the server")
        }
        if let rights = attributes[.posixPermissions] as? Int, rights & 0o077 != 0 {
            return Finding("push key", .amiss, "\(file.path) can be read by others; chmod 600 \(file.path)")
        }
        do { _ = try VAPIDKey.stored(in: file) } catch {
            return Finding(
                "push key", .amiss,
                "\(file.path) contains no key; restore it from a backup, or remove it: every browser must then subscribe again")
        }
        guard contact != nil else {
            return Finding(
                "push key", .note,
                "\(file.path); iPhones get nothing until push services know how to reach you: push-contact: mailto:you@home.example")
        }
        return Finding("push key", .well, file.path)
    }

    /// A wrong clock makes all certificates invalid. It must not be before this program was built, nor before the newest stored data.
    static func clock(storedUntil: Timestamp?) -> Finding {
        let now = Timestamp.system()
        let made = (try? FileManager.default.attributesOfItem(atPath: "/proc/self/exe"))?[.modificationDate] as? Date
        let earliest = max(Timestamp(made ?? .distantPast), storedUntil ?? Timestamp(milliseconds: 0))
        guard now + .seconds(60) >= earliest else {
            return Finding(
                "clock", .amiss,
                """
                it is \(now) here, which is before \(earliest), when something was stored. \
                Set the clock if it is wrong (timedatectl); if it was ahead then, restart the server
                """)
        }
        return Finding("clock", .well, "\(now), zone \(TimeZone.current.identifier)")
    }

    /// Feeds that wait longer than the schedule allows, or are long overdue: the clock was set, or no server is running.
    static func schedule(_ feeds: [Feed], of boards: [Board], at now: Timestamp = .system()) -> Finding {
        let schedules = Dictionary(boards.compactMap { board in Schedule(board.source).map { (board.name, $0) } }) { first, _ in first }
        let ahead = feeds.filter { feed in schedules[feed.board].map { (feed.due ?? now) > now + $0.longestWait } ?? false }
        if let last = ahead.compactMap(\.due).max() {
            return Finding(
                "schedule", .amiss,
                "\(ahead.count) feeds wait until \(last), since the clock was ahead; a running server corrects that within a minute")
        }
        let due = feeds.filter { schedules[$0.board] != nil && ($0.due ?? now) + .seconds(3600) < now }
        if !due.isEmpty {
            return Finding("schedule", .note, "\(due.count) feeds have been due for more than an hour; is the server running?")
        }
        return Finding("schedule", .well, "\(feeds.count { $0.due != nil }) feeds are on it")
    }

    /// The certificate authorities for sources, in BoringSSL's default location.
    static func authorities() -> Finding {
        let places = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]
        if let place = places.first(where: { FileManager.default.isReadableFile(atPath: $0) }) { return Finding("TLS", .well, place) }
        return Finding("TLS", .amiss, "there are no certificate authorities; install ca-certificates")
    }

    /// Whether texts can be read aloud: the helper program, and the library that it loads.
    static func speech() async -> Finding {
        guard let program = SpeechProcess.Program.installed() else {
            return Finding(
                SpeechProcess.name, .note, "isn't beside this program, so that tidings speak cannot read aloud; install Tidings again")
        }
        let pool = SpeechPool(program)
        let finding: Finding
        do { finding = Finding(SpeechProcess.name, .well, "\(program.file.path), \(try await pool.voices().count) voices") } catch {
            finding = Finding(SpeechProcess.name, .note, "\(error); only reading texts aloud needs it: apt install espeak-ng")
        }
        await pool.close()
        return finding
    }

    /// A program that some boards use, and its package if that has another name.
    static func program(_ name: String, in package: String? = nil, for what: String) -> Finding {
        if let found = ChildProcess.installed(name) { return Finding(name, .well, found.path) }
        return Finding(name, .note, "is not there; only \(what) needs it: apt install \(package ?? name)")
    }

    /// Whether the kernel denies network access to the programs that decode films.
    static func fence() -> Finding {
        FencedThread.isPossible
            ? Finding("ffmpeg-network", .well, "ffmpeg and ffprobe reach no network")
            : Finding(
                "ffmpeg-network", .note,
                """
                this kernel, or Tidings' sandbox, doesn't allow system call filters (seccomp); \
                only its options keep ffmpeg from networks
                """)
    }
}
