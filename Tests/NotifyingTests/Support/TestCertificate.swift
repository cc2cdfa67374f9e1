/// A self-signed certificate for `localhost` and 127.0.0.1, and its key: for these tests only, valid from 2020 to 2120.
enum TestCertificate {
    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0oOdnBc2eD74Jd1/
        qbpBsn+tkjXklbU/OIOC/v9Axu+hRANCAARTs/WFsS5SGj17vB/o93Ufw6XhmhpX
        e8AytvjWhCffekAMMljTymLhs3wmdHqwSrZGGBa4CnYtwuixlSIoaBRF
        -----END PRIVATE KEY-----
        """
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBSDCB7qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
        dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
        bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEU7P1hbEuUho9e7wf
        6Pd1H8Ol4ZoaV3vAMrb41oQn33pADDJY08pi4bN8JnR6sEq2RhgWuAp2LcLosZUi
        KGgURaMvMC0wGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQF
        MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAMVwNOvZtMlUGVFxqfKUFLUSOTlrvLj1
        3sDQqiatxAofAiEAo9ot6OcfFAp6EWozEaNGre0DR7Rxc3kLwwZI9dRrSuU=
        -----END CERTIFICATE-----
        """
}
