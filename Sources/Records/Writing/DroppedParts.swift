/// The parts of a web address that track a visitor and don't affect the destination: they differ from one reading to the next.
package struct DroppedParts: Hashable, Sendable {
    /// Query parameters in lower case: `ref`, or with a trailing star a prefix, `utm_*`.
    package var parameters: Set<String> = []
    /// The part after `#`.
    package var fragment = false

    package init() {}

    package var isEmpty: Bool { parameters.isEmpty && !fragment }

    /// Parameters that sites, mail and advertisements use to track visitors.
    package static let tracking: Set<String> = [
        "utm_*", "mtm_*", "pk_*", "piwik_*", "matomo_*", "hsa_*", "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source",
        "gad_campaignid", "msclkid",
        "yclid", "ysclid", "ymclid", "_openstat", "twclid", "ttclid", "igshid", "igsh", "li_fat_id", "epik", "srsltid", "mc_cid", "mc_eid",
        "mkt_tok", "vero_id",
        "vero_conv", "oly_anon_id", "oly_enc_id", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "rb_clickid", "s_cid",
        "wickedid", "_ga", "_gl",
        "ref_src", "ref_url", "wt_mc", "wt_zmc", "xtor", "cmpid", "spm", "scm", "_branch_match_id", "ml_subscriber", "ml_subscriber_hash",
        "sc_campaign", "sc_channel",
        "trk", "trkcampaign", "guccounter", "guce_referrer", "guce_referrer_sig", "fb_action_ids", "fb_action_types", "fb_source", "fb_ref",
        "action_object_map",
    ]

    /// The address without them; the rest is unchanged, absolute or relative.
    package func removed(from address: String) -> String {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let end = parts.count == 2 && !fragment ? "#\(parts[1])" : ""
        let query = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard query.count == 2, !parameters.isEmpty else { return parts[0] + end }
        // `&amp;` was decoded to `&` before; some sites separate with `;`.
        let kept = query[1].split(separator: "&", omittingEmptySubsequences: true).filter {
            !isDropped($0.prefix { $0 != "=" }.lowercased())
        }
        return query[0] + (kept.isEmpty ? "" : "?\(kept.joined(separator: "&"))") + end
    }

    private func isDropped(_ name: String) -> Bool {
        parameters.contains(name) || parameters.contains { $0.hasSuffix("*") && name.hasPrefix($0.dropLast()) }
    }
}
