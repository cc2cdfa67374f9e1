package import Localisation

/// What every page carries so that it can be an app: the way to the manifest, and the bars that a script shows when there is something to
/// say. Hidden without one.
package enum AppParts {
    /// `--paper` of `tokens.css`, which a browser wants before it has read any style.
    package static let lightPaper = "#f4f4f0"
    static let darkPaper = "#0f1017"

    /// The manifest is asked for with the cookies, since it names the boards of the one who asks.
    package static func head(_ assets: String) -> HTML {
        """
        <link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">
        <link rel="apple-touch-icon" href="\(assets)/icons/apple-touch-180.png">
        <meta name="mobile-web-app-capable" content="yes">
        <meta name="apple-mobile-web-app-capable" content="yes">
        <meta name="apple-mobile-web-app-title" content="\(PageShell.product)">
        """
    }

    /// Above the page: that what is seen is kept, and of when.
    static func banner(_ words: Words) -> HTML {
        """
        <offline-banner class="offline-banner" role="status" hidden data-offline="\(words("Offline · as of \("{time}")"))" \
        data-other="\(words("Offline · another view of this page, as of \("{time}")"))" \
        data-slow="\(words("Slow connection · as of \("{time}")"))" data-back="\(words("This page has an update."))">\
        <span data-text></span> <button class="quiet-button" type="button" data-reload hidden>\(words("Reload"))</button></offline-banner>
        """
    }

    /// Below it: that there is a new version, and how the app is installed.
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
