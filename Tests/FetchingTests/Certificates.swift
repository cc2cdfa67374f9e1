/// Certificates and keys for these tests only, valid from 2020 to 2120: two self-signed ones, and one for `localhost` signed by its own
/// authority. Created with `openssl ca -startdate 20200101000000Z -enddate 21200101000000Z`, the self-signed ones with `-selfsign`.
/// The expired one was valid in 2020.
enum Certificates {
    /// `home.example`, self-signed.
    static let home = """
        -----BEGIN CERTIFICATE-----
        MIIBhDCCASugAwIBAgIUA7KsWgMXc+fhOS+nWXPRlmSBBrIwCgYIKoZIzj0EAwIw
        FzEVMBMGA1UEAwwMaG9tZS5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAw
        MTAxMDAwMDAwWjAXMRUwEwYDVQQDDAxob21lLmV4YW1wbGUwWTATBgcqhkjOPQIB
        BggqhkjOPQMBBwNCAATk+VzjooWDbjvkjdEGwUBWEfA95e7OCJOfFcsvSElI2kF2
        PNqd3PsYYISScBMeDNLWvTskpF/VKcaZrbT0iC82o1MwUTAdBgNVHQ4EFgQU/Gmr
        g7jjljimc5CRB7Rb/VmIHCAwHwYDVR0jBBgwFoAU/Gmrg7jjljimc5CRB7Rb/VmI
        HCAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBD6EYA/tSq/dAp
        a52rHLStTSmj/D3MAGo95ru81yuT0gIgTMvvHUXqLkIfCY84QJHfRNxRXAWynI04
        ZOb6lcdqrz0=
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
        MIIBhjCCAS2gAwIBAgIUBisyVAloFSEMyaAUqr1tz1jiBtIwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
        MDEwMTAwMDAwMFowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABH+e+rFzPTd9f/BUfESsRQduNI2jsRXQ1+0Yh2CsgcRo
        jP6YO84AYEmmb+9RIj+Gb+sX6Sn2sAQTt79+OnevLCOjUzBRMB0GA1UdDgQWBBRq
        MVhRUTc4Rf2mC49GrIZIsjDM6TAfBgNVHSMEGDAWgBRqMVhRUTc4Rf2mC49GrIZI
        sjDM6TAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIBD/90CscF6E
        hvcMguHCodyIK9MJLblinTJbtrt6r9nIAiBoDIkiLasHIfeEenEar98IOJkRW8Mx
        WwOfAh1tTv/D+g==
        -----END CERTIFICATE-----
        """

    /// The authority.
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBhzCCAS2gAwIBAgIUPFhEE7UwX8zvEi5LHt+Z8fGfulEwCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNT3duIGF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
        MDEwMTAwMDAwMFowGDEWMBQGA1UEAwwNT3duIGF1dGhvcml0eTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABBtm48h7xIdB5k0uKx5s/J9L23m0rVSJl6RkjAp4QeKr
        vKMpWGAXFgapOAz1o4xnKMoQ/bK7O1OVFSKiZfFbY/ujUzBRMB0GA1UdDgQWBBTj
        WnyFK3/WRMZyAnUW2nx8ynca9DAfBgNVHSMEGDAWgBTjWnyFK3/WRMZyAnUW2nx8
        ynca9DAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIG36CvYahMzz
        /87MsqC3M6sdy58QKBD2Aq0CY635qQecAiEAyDpVGuvHFwIzkIHX/zu5sJeqIaiD
        tm4YsEGo9AnR2og=
        -----END CERTIFICATE-----
        """

    /// `localhost`, signed by the authority.
    static let local = """
        -----BEGIN CERTIFICATE-----
        MIIBhzCCAS6gAwIBAgIUNt5koi5AJSWCNA/OoRTnk0t0VCowCgYIKoZIzj0EAwIw
        GDEWMBQGA1UEAwwNT3duIGF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
        MDEwMTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEYW3JvY2hw27MoEF8yyO3s+EuvwX+gg1Dms8mvGi6aWFPIWuQ
        cEqrYXGk+1eHhu/zvmmycraTZ92B/AjmF+rwbaNYMFYwFAYDVR0RBA0wC4IJbG9j
        YWxob3N0MB0GA1UdDgQWBBRHZZMYXsTylCBsuZ2XMc8ZHGo0uzAfBgNVHSMEGDAW
        gBTjWnyFK3/WRMZyAnUW2nx8ynca9DAKBggqhkjOPQQDAgNHADBEAiBwxEOidFVb
        ynYcC65kKpwc6VoSEV/V0phkz7VZFuHkzwIgAoWGBXJfpoSnEY7Jn9xAq3lDw77m
        qcmzuVpjaCzcncI=
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

    /// `localhost`, self-signed and expired since 2021.
    static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBcTCCARigAwIBAgIUI7SoexXyiCHD/ZvtvLO3Pl45SYAwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAw
        MDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
        AQcDQgAESj+mxwZeEluadfLymXB3XZi1CFxYzLuI1v+gtkkMgGGrKD79irv7qPLO
        5hXEgQYA7bhnqjBhnYQDTJ139tkUu6NIMEYwFAYDVR0RBA0wC4IJbG9jYWxob3N0
        MA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFC4YtDFS3Z8BYcCc5WhbGCO9Oesb
        MAoGCCqGSM49BAMCA0cAMEQCIFlRng7nseMWYR5bJVduQc1olAHIYHcW+hnx9AQT
        NFluAiBPNwv3p2Za0PMF8GzqMS1F0d/rXOxYSJ9AFaTOdRNxsg==
        -----END CERTIFICATE-----
        """

    /// Its key.
    static let expiredKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMjc5n9jg4GaKzKzZ
        hxKlVCOmd5Amov2tGKaQKRRtn4OhRANCAARKP6bHBl4SW5p18vKZcHddmLUIXFjM
        u4jW/6C2SQyAYasoPv2Ku/uo8s7mFcSBBgDtuGeqMGGdhANMnXf22RS7
        -----END PRIVATE KEY-----
        """
}
