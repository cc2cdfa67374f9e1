/// Certificates and keys made for these tests alone, good for a hundred years: two self-signed ones, and one for `localhost` signed by an
/// authority of its own. Made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=…`.
enum Certificates {
    /// `home.example`, self-signed.
    static let home = """
        -----BEGIN CERTIFICATE-----
        MIIBhjCCASugAwIBAgIUIlSLbGzJffbc+S1q01qFrzJpthwwCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMaG9tZS5leGFtcGxlMCAXDTI2MTEyMTE5NDIxNVoYDzIxMjYx
        MDI4MTk0MjE1WjAXMRUwEwYDVQQDDAxob21lLmV4YW1wbGUwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAATk+VzjooWDbjvkjdEGwUBWEfA95e7OCJOfFcsvSElI2kF2
        PNqd3PsYYISScBMeDNLWvTskpF/VKcaZrbT0iC82o1MwUTAdBgNVHQ4EFgQU/Gmr
        g7jjljimc5CRB7Rb/VmIHCAwHwYDVR0jBBgwFoAU/Gmrg7jjljimc5CRB7Rb/VmI
        HCAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEA0ZSwLeJWU08k
        6HReYF4I6Ff0aMboslA3kR3bju18pfcCIQDYwPsH8vvQ517itOMcGvU2IzB4URgm
        MEB12JhYXQaMgQ==
        -----END CERTIFICATE-----
        """

    /// Its key.
    static let homeKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggK/TLY1baYvrrfkI
        7JpDB/N6Dg6kenOhZH+IfsjBQHihRANCAATk+VzjooWDbjvkjdEGwUBWEfA95e7O
        CJOfFcsvSElI2kF2PNqd3PsYYISScBMeDNLWvTskpF/VKcaZrbT0iC82
        -----END PRIVATE KEY-----
        """

    /// `other.example`, self-signed.
    static let other = """
        -----BEGIN CERTIFICATE-----
        MIIBhjCCAS2gAwIBAgIUR6zxvnP3IdtW9cBAXNOiCoVzcbAwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yNjExMjExOTQyMTVaGA8yMTI2
        MTAyODE5NDIxNVowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABNOvRY6bllWtzQe/UoxeHqEt7tKFwldChnlQa6iMHgr5
        nCF97Eq3snalHMOzcpq/044Egu/MH++Iasom53IuwzKjUzBRMB0GA1UdDgQWBBRe
        K1I+0PSwpKiNvXP7ZG6vhsUarDAfBgNVHSMEGDAWgBReK1I+0PSwpKiNvXP7ZG6v
        hsUarDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIFR2s0gn6WJ7
        TvG1Hbv6wvzsDSKVijqYL/FQkjb8P1igAiALVs1/YIwqlqD6yaI60D7n6CIC8rn4
        +SVQiP/7BZ86wQ==
        -----END CERTIFICATE-----
        """

    /// The authority.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBhzCCAS2gAwIBAgIUS9RcZbdLRooqAyWeVK6psE8rr44wCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNT3duIGF1dGhvcml0eTAgFw0yNjExMjExOTQyMTVaGA8yMTI2
        MTAyODE5NDIxNVowGDEWMBQGA1UEAwwNT3duIGF1dGhvcml0eTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABC4R+zOHrD162DaObfnZcSkRvAlTrkSskxhp6xKj2y51
        dqOMNenPLz8RgVYI8jFkvyAbk9Ej2JxnbJqYuWKD71+jUzBRMB0GA1UdDgQWBBRE
        032X1SDS+r3Ht8Z8Pj8QwqoU3TAfBgNVHSMEGDAWgBRE032X1SDS+r3Ht8Z8Pj8Q
        wqoU3TAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIHvvfAPrjbYz
        V2T9DJlQJkBudnuGsW3zKExxB/MC1DLsAiEAj+3SWlZ9Ku64vsBsY60TR8Z/fFSq
        nm6Nhnyp+dXmQIQ=
        -----END CERTIFICATE-----
        """

    /// `localhost`, signed by the authority.
    static let local = """
        -----BEGIN CERTIFICATE-----
        MIIBiTCCAS6gAwIBAgIUYEEXcakeG+Z8wX7zi99wrCU0ihEwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNT3duIGF1dGhvcml0eTAgFw0yNjExMjExOTQyMTVaGA8yMTI2
        MTAyODE5NDIxNVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEYW3JvY2hw27MoEF8yyO3s+EuvwX+gg1Dms8mvGi6aWFPIWuQ
        cEqrYXGk+1eHhu/zvmmycraTZ92B/AjmF+rwbaNYMFYwFAYDVR0RBA0wC4IJbG9j
        YWxob3N0MB0GA1UdDgQWBBRHZZMYXsTylCBsuZ2XMc8ZHGo0uzAfBgNVHSMEGDAW
        gBRE032X1SDS+r3Ht8Z8Pj8QwqoU3TAKBggqhkjOPQQDAgNJADBGAiEAxlTvOZKI
        ZeLG+rI5URQYmzQYY7GAbXEzAaLmDnU7PsMCIQClGL/W8EJS1uYjU2qfjHcGMQP4
        lbOQ0gdiLoBeT+hBgg==
        -----END CERTIFICATE-----
        """

    /// Its key.
    static let localKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeaojNMpi/5Cr0DHI
        NFj9ZPzCMumV0ewIxPwzMwxT+NChRANCAARhbcm9jaHDbsygQXzLI7ez4S6/Bf6C
        DUOazya8aLppYU8ha5BwSqthcaT7V4eG7/O+abJytpNn3YH8COYX6vBt
        -----END PRIVATE KEY-----
        """
}
