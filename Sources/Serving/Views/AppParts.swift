package import Localisation

/// The parts that make every page an app: the link to the manifest, and the bars that a script shows when needed. Hidden without a script.
package enum AppParts {
    /// `--paper` of `tokens.css`, which browsers need before they have read any style.
    package static let lightPaper = "#f4f4f0"
    static let darkPaper = "#0f1017"

    /// The manifest is requested with cookies, because it names the reader's boards.
    package static func head(_ assets: String) -> HTML {
        """
        <link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">
        <link rel="apple-touch-icon" href="\(assets)/icons/apple-touch-180.png">
        <meta name="mobile-web-app-capable" content="yes">
        <meta name="apple-mobile-web-app-capable" content="yes">
        <meta name="apple-mobile-web-app-title" content="\(PageShell.product)">
        """
    }

    /// Above the page: says that it is a stored copy, and from when.
    static func banner(_ words: Words) -> HTML {
        """
        <offline-banner class="offline-banner" role="status" hidden data-offline="\(words("Offline · as of \("{time}")"))" \
        data-other="\(words("Offline · another view of this page, as of \("{time}")"))" \
        data-slow="\(words("Slow connection · as of \("{time}")"))" data-back="\(words("This page has an update."))">\
        <span data-text></span> <button class="quiet-button" type="button" data-reload hidden>\(words("Reload"))</button></offline-banner>
        """
    }

    /// Below the page: offers a new version, and the installation of the app.
    package static func bars(_ words: Words) -> HTML {
        """
        <app-update class="app-bar" role="status" hidden><p>\(words("An update is ready."))</p>\
        <button class="quiet-button" type="button" data-reload>\(words("Reload"))</button></app-update>
        <install-hint class="app-bar" role="region" aria-label="\(words("Install app"))" hidden>\
        <p data-part="browser" hidden>\(words("Install Tidings as an app, with its own icon and notices."))</p>\
        <p data-part="ios" hidden>\(words("To install Tidings, tap Share, then “Add to Home Screen”."))</p>\
        <div class="app-bar-actions">\
        <button class="quiet-button" type="button" data-install hidden>\(words("Install", sense: "verb"))</button>\
        <button class="quiet-button" type="button" data-dismiss>\(words("Not now"))</button></div></install-hint>
        """
    }
}
