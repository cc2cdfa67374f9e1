/// A kind of page: its style sheets and modules in addition to those of every page.
///
/// The server builds one sheet and one script for each kind when it starts (`PageFiles`).
/// A view declares its kind beside it (`BoardView.kind`).
package struct PageKind: Hashable, Sendable {
    package let name: String
    /// Sheets of the layer `views`; the other layers are loaded on every page.
    package let styles: Set<String>
    package let scripts: [String]

    package init(_ name: String, styles: Set<String> = [], scripts: [String] = []) {
        self.name = name
        self.styles = styles.union(["shared", "page-header", "app-parts", "sheets"])
        self.scripts =
            [
                "account-menu", "install-hint", "offline-banner", "relative-time", "service-worker", "sheets", "shortcuts", "stay-forms",
                "zone",
            ] + scripts
    }

    /// Pages without a view of their own: forms, texts, account tables.
    package static let plain = PageKind(
        "plain", styles: ["account", "home", "detail"], scripts: ["copy-button", "kept-pages", "other-forms", "server-restart"])
    package static let home = PageKind("home", styles: ["home"], scripts: ["copy-button", "pull-to-refresh"])
    package static let list = PageKind(
        "list", styles: ["list", "table", "detail", "lookup", "watches", "changes"],
        scripts: [
            "copy-button", "list-pictures", "list-refresh", "list-rows", "list-watch", "table-rows", "record-sheets", "pull-to-refresh",
        ])
    package static let watches = PageKind(
        "watches", styles: ["watches", "watch-editor", "alerts", "notices", "changes", "list", "detail", "api"],
        scripts: ["copy-button", "watch-editor", "channel-line", "job-list", "push-device", "notices-seen", "other-forms"])

    /// The paths below the assets' path.
    package var style: String { "pages/\(name).css" }
    package var script: String { "pages/\(name).js" }
}
