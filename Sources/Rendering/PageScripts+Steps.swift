/// The functions of steps and screenshots, called in an isolated world: JavaScript that contains no text of the page. Selectors and values
/// are passed as arguments. Functions that act return `done`, or in one word why not yet, or after `!` why never.
extension PageScripts {
    private static let finding = """
        const all = (selector) => {
          if (!/^[/(]/.test(selector)) return [...document.querySelectorAll(selector)];
          const found = document.evaluate(selector, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
          return Array.from({ length: Math.min(found.snapshotLength, 1000) }, (_, place) => found.snapshotItem(place));
        };
        const isVisible = (node) => node instanceof Element && node.getClientRects().length > 0;
        """

    /// `(selector, whether it must be visible)`
    static let find = """
        function (selector, needsSight) {
          \(finding)
          try { return all(selector).some((node) => !needsSight || isVisible(node)) ? "done" : "none" } catch (error) {
            return "!selector " + error.message;
          }
        }
        """

    /// `(selector, text, origins that may receive it; null for all)`. The value is set and announced like typing: no page can redirect it
    /// by moving the focus.
    static let fill = """
        function (selector, text, origins) {
          \(finding)
          let field;
          try { field = all(selector).find(isVisible) } catch (error) { return "!selector " + error.message }
          if (!field) return "none";
          if (origins && !origins.includes(location.origin)) return "!origin " + location.origin;
          const others = ["button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"];
          const isInput = field instanceof HTMLInputElement && !others.includes(field.type);
          const isChoice = field instanceof HTMLSelectElement;
          if (!isInput && !isChoice && !(field instanceof HTMLTextAreaElement)) return "!kind " + field.localName;
          if (field.disabled || field.readOnly) return "locked";
          let value = text;
          if (isChoice) {
            const choice = [...field.options].find((option) => option.value === text || option.label.trim() === text);
            if (!choice) return "option";
            value = choice.value;
          }
          field.focus();
          field.value = value;
          if (field.value !== value) return "!taken";
          for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
          return "done";
        }
        """

    /// `(selector)`. The click happens after this has returned, since the page may navigate at once.
    static let press = """
        function (selector) {
          \(finding)
          let target;
          try { target = all(selector).find(isVisible) } catch (error) { return "!selector " + error.message }
          if (!target) return "none";
          if (target.disabled) return "locked";
          if (!target.click) return "!kind " + target.localName;
          setTimeout(() => target instanceof HTMLFormElement ? target.requestSubmit() : target.click());
          return "done";
        }
        """

    /// `(prefix of an address)`
    static let arrive = """
        function (goal) { return document.URL.startsWith(goal) ? "done" : "away " + document.URL.slice(0, 300) }
        """

    /// A summary of the page, in three lines: `captcha`, `login` or `page`; its title; its text about an error. A captcha's page is short,
    /// whereas other pages may contain its badge.
    static let glance = """
        function () {
          \(finding)
          const line = (text, length) => (text ?? "").replace(/[\\p{C}\\s]+/gu, " ").trim().slice(0, length);
          const seen = (selector) => all(selector).find(isVisible);
          const title = line(document.title, 80) || line(document.querySelector("h1")?.textContent, 80);
          const isShort = document.getElementsByTagName("*").length < 400;
          const doubts = /^(just a moment|attention required|are you (a )?(human|robot)|\
        verify (that )?you are|access denied|security check)/i;
          const robots = 'iframe[src*="captcha" i], iframe[src*="challenges.cloudflare.com" i], [id*="captcha" i], [class*="captcha" i], '
            + ".cf-turnstile, #challenge-form, #challenge-stage";
          const asks = isShort && (doubts.test(title) || all(robots).some((node) => isVisible(node) && !node.closest(".grecaptcha-badge")));
          const said = seen('[role="alert"], .error, .alert, .alert-danger, .invalid-feedback, .form-error, .errorlist');
          const kind = asks ? "captcha" : seen('input[type="password"]') ? "login" : "page";
          return [kind, title, line(said?.innerText, 120)].join("\\n");
        }
        """

    /// `(secrets, minimum length for removal from texts)`. Empties the fields that hold a secret, and replaces secrets in texts and
    /// attributes, including those in open shadow roots; returns the number of replacements.
    static let hide = """
        function (secrets, shown) {
          const long = secrets.filter((secret) => secret.length >= shown);
          const forms = [...new Set(long.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))];
          const bare = (text) => forms.reduce((rest, form) => rest.replaceAll(form, "•••"), text);
          let count = 0;
          const empty = (field) => {
            if (!secrets.some((secret) => field.value.includes(secret))) return;
            field.value = "";
            field.removeAttribute("value");
            count++;
          };
          const walk = (root) => {
            const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
            for (let node = root; node; node = nodes.nextNode()) {
              if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) empty(node);
              for (const attribute of node.attributes ?? []) if (bare(attribute.value) !== attribute.value) {
                attribute.value = bare(attribute.value);
                count++;
              }
              if (node instanceof CharacterData && bare(node.data) !== node.data) {
                node.data = bare(node.data);
                count++;
              }
              if (node.shadowRoot) walk(node.shadowRoot);
            }
          };
          walk(document);
          if (bare(document.title) !== document.title) document.title = bare(document.title);
          return String(count);
        }
        """

    /// The height in points to the end of the page's last element.
    static let height = """
        (() => {
          const elements = Array.from(document.body?.getElementsByTagName("*") ?? []).slice(0, 20000);
          return String(Math.ceil(elements.reduce((end, element) => Math.max(end, element.getBoundingClientRect().bottom), 0)));
        })()
        """
}
