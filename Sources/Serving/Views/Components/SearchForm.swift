package import Localisation

/// The form above a list that searches it.
package enum SearchForm {
    /// `fields` are hidden fields. `label` names the search field, even while it is empty.
    package static func html(
        _ label: String, to action: String, _ fields: HTML? = nil, id: String, name: String = "q", value: String, longest: Int = 200,
        _ words: Words
    ) -> HTML {
        """
        <form class="list-search" role="search" method="get" action="\(action)">\(fields)\
        <label class="unseen" for="\(id)">\(label)</label>\(Symbols.lens)\
        <input class="field-input" id="\(id)" type="search" name="\(name)" value="\(value)" placeholder="\(label)" \
        maxlength="\(longest)" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="search">\
        <button class="unseen" type="submit">\(words("Search"))</button></form>
        """
    }
}
