package import Foundation
import Glibc
import Operating

/// Chromium on this machine, and its command line: headless, in its sandbox, with network access only to a proxy.
package struct BrowserProgram: Hashable, Sendable {
    package let file: URL

    /// The headless shell is smaller.
    private static let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    /// Debian's commands are scripts that start a program of the same name here.
    private static let programs = URL(fileURLWithPath: "/usr/lib/chromium")
    /// Part of util-linux: ties a child's life to its parent (prctl(2), PR_SET_PDEATHSIG), and drops privileges.
    private static let setpriv = "/usr/bin/setpriv"
    /// The ids of the unprivileged user and group.
    static let powerless: UInt32 = 65_534

    /// The window's size in points, like that of a desktop window.
    static let window = (width: 1280, height: 2000)

    package init(file: URL) { self.file = file }

    /// The first in `path`; nil if there is none.
    package static func installed(path: String? = ProcessInfo.processInfo.environment["PATH"]) -> BrowserProgram? {
        guard FileManager.default.isExecutableFile(atPath: setpriv) else { return nil }
        for name in names {
            guard let command = ChildProcess.installed(name, path: path) else { continue }
            let program = programs.appendingPathComponent(name)
            return BrowserProgram(file: FileManager.default.isExecutableFile(atPath: program.path) ? program : command)
        }
        return nil
    }

    /// The command line. The browser reads commands from its standard input and responds on its standard output.
    func command(profile: URL, port: Int, _ limits: BrowserLimits) -> [String] {
        // Chromium refuses its sandbox to root, so for root it runs as another user.
        let rights = geteuid() == 0 ? ["--reuid", "\(Self.powerless)", "--regid", "\(Self.powerless)", "--clear-groups"] : []
        // Its debugging pipe uses descriptors 3 and 4.
        let start = "ulimit -c 0; ulimit -d \(limits.processMemory >> 10); exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null"
        return [Self.setpriv] + rights + ["--pdeathsig", "KILL", "--no-new-privs", "--", "/bin/sh", "-c", start, "sh", file.path]
            + Self.flags(profile: profile, port: port, limits)
    }

    static func environment(profile: URL) -> [String: String] {
        ChildProcess.bareEnvironment.merging(["HOME": profile.path, "TMPDIR": profile.path]) { $1 }
    }

    private static func flags(profile: URL, port: Int, _ limits: BrowserLimits) -> [String] {
        // Nothing listens on that port, which browsers refuse anyway, so the browser's requests to its vendor stay here.
        let nowhere = "http://127.0.0.1:9"
        var flags = [
            "--headless", "--remote-debugging-pipe", "--user-data-dir=\(profile.path)",
            // For all of its traffic, including loopback. It resolves no names.
            "--proxy-server=http://127.0.0.1:\(port)", "--proxy-bypass-list=<-loopback>",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--disable-quic", "--webrtc-ip-handling-policy=disable_non_proxied_udp", "--dns-prefetch-disable", "--no-pings",
            // No activity of its own.
            "--no-first-run", "--no-default-browser-check", "--no-startup-window", "--disable-background-networking", "--disable-breakpad",
            "--disable-client-side-phishing-detection", "--disable-component-update", "--disable-crash-reporter", "--disable-default-apps",
            "--disable-domain-reliability", "--disable-extensions", "--disable-sync", "--metrics-recording-only",
            "--gaia-url=\(nowhere)", "--google-url=\(nowhere)", "--google-apis-url=\(nowhere)", "--variations-server-url=\(nowhere)",
            "--component-updater=url-source=\(nowhere)",
            "--disable-features="
                + [
                    "AutofillServerCommunication", "DnsOverHttps", "IsolateOrigins", "MediaRouter", "NetworkTimeServiceQuerying",
                    "OptimizationHints", "Translate", "WebTransport", "site-per-process",
                ].joined(separator: ","),
            // One page in one process, and a minimum of everything else.
            "--block-new-web-contents", "--disable-gpu", "--disable-site-isolation-trials", "--mute-audio", "--renderer-process-limit=1",
            "--js-flags=--max-old-space-size=\(limits.scriptMegabytes)",
            "--window-size=\(window.width),\(window.height)", "--hide-scrollbars",
        ]
        if isSharedMemorySmall { flags.append("--disable-dev-shm-usage") }
        return flags
    }

    /// Containers often have 64 MB.
    private static var isSharedMemorySmall: Bool {
        var room = statvfs()
        guard statvfs("/dev/shm", &room) == 0 else { return true }
        return UInt64(room.f_bavail) * UInt64(room.f_frsize) < 512 << 20
    }
}
