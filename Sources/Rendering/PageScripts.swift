import Records

/// The scripts that we run in a page: JavaScript that contains no text of the page.
enum PageScripts {
    /// Runs before a page's own scripts, in each of its frames. Connections that the proxy can't see, or shouldn't forward, fail as they do
    /// without a network. `binding` is called with their addresses.
    static func refusing(through binding: String) -> String {
        """
        (() => {
          const say = globalThis[\(JSONLine.quoted(binding))];
          delete globalThis[\(JSONLine.quoted(binding))];
          const tell = (what, address) => { try { say(what + " " + String(address ?? "").slice(0, 200)) } catch {} };
          const names = { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 };
          class WebSocket extends EventTarget {
            constructor(address) {
              super();
              tell("WebSocket", address);
              Object.assign(this, { url: String(address), readyState: 3, bufferedAmount: 0 });
              Object.assign(this, { extensions: "", protocol: "", binaryType: "blob" });
              setTimeout(() => {
                for (const event of [new Event("error"), new CloseEvent("close", { code: 1006 })]) {
                  try { this["on" + event.type]?.(event) } catch {}
                  this.dispatchEvent(event);
                }
              });
            }
            send() {}
            close() {}
          }
          Object.assign(WebSocket, names);
          Object.assign(WebSocket.prototype, names);
          const never = (name) => class { constructor(address) {
            tell(name, typeof address === "string" ? address : "");
            throw new DOMException(name + " isn't available here", "NotSupportedError");
          } };
          globalThis.WebSocket = WebSocket;
          for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "SharedWorker"])
            if (name in globalThis) globalThis[name] = never(name);
          delete Navigator.prototype.serviceWorker;
        })()
        """
    }

    /// The state of the page: `complete 120 yes`, with its number of elements and whether the selector matches; or `!` and the selector's
    /// error.
    static func look(for selector: String?) -> String {
        let found =
            switch selector {
            case nil: "true"
            case let path? where path.hasPrefix("/") || path.hasPrefix("("):
                "document.evaluate(\(JSONLine.quoted(path)), document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue"
            case let selector?: "document.querySelector(\(JSONLine.quoted(selector)))"
            }
        return """
            (() => {
              const count = document.getElementsByTagName("*").length;
              try { return document.readyState + " " + count + " " + (\(found) ? "yes" : "no") }
              catch (error) { return "!" + error.message }
            })()
            """
    }

    /// The page as HTML, with its open shadow roots as `template` elements; `!` and its length if it exceeds `limit` characters.
    static func take(atMost limit: Int) -> String {
        """
        (() => {
          const root = document.documentElement;
          if (!root) return "";
          const shadows = [];
          const walk = (tree) => {
            for (const element of tree.querySelectorAll("*")) if (element.shadowRoot) {
              shadows.push(element.shadowRoot);
              walk(element.shadowRoot);
            }
          };
          walk(document);
          const html = shadows.length > 0
            ? root.cloneNode(false).outerHTML.replace(/<\\/html>$/, "") + root.getHTML({ shadowRoots: shadows }) + "</html>"
            : root.outerHTML;
          return html.length > \(limit) ? "!" + html.length : "<!DOCTYPE html>" + html.toWellFormed();
        })()
        """
    }
}
