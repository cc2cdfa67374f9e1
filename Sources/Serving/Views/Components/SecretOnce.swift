package import Localisation

/// A secret that is shown once, when it is made, to be copied: a token, an address or an invitation.
package enum SecretOnce {
    package static func html(_ secret: String, _ sentence: String, _ words: Words) -> HTML {
        Callout.block(
            .ok,
            """
            <p>\(sentence)</p>\
            <p><code class="secret" tabindex="0">\(secret)</code>\(CopyButton.html(words))</p>
            """)
    }
}
