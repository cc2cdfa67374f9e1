/// Glyph names and their characters: the Adobe Glyph List, version 2.0, without its private-use characters and Japanese symbols, plus names
/// used by TeX fonts and by Symbol and expert fonts. Alternating names and hexadecimal scalars; several scalars are joined by `+`. Small
/// capitals and old-style digits map to plain ones.
enum GlyphList {
    static let text = """
        AE C6 AEacute 1FC AEmacron 1E2 AEsmall C6 Aacute C1 Aacutesmall C1 Abreve 102 Abreveacute 1EAE Abrevecyrillic 4D0
        Abrevedotbelow 1EB6 Abrevegrave 1EB0 Abrevehookabove 1EB2 Abrevetilde 1EB4 Acaron 1CD Acircle 24B6 Acircumflex C2
        Acircumflexacute 1EA4 Acircumflexdotbelow 1EAC Acircumflexgrave 1EA6 Acircumflexhookabove 1EA8 Acircumflexsmall C2
        Acircumflextilde 1EAA Acutesmall F6C9 Acyrillic 410 Adblgrave 200 Adieresis C4 Adieresiscyrillic 4D2 Adieresismacron 1DE
        Adieresissmall C4 Adotbelow 1EA0 Adotmacron 1E0 Agrave C0 Agravesmall C0 Ahookabove 1EA2 Aiecyrillic 4D4 Ainvertedbreve 202
        Alpha 391 Alphatonos 386 Amacron 100 Amonospace FF21 Aogonek 104 Aring C5 Aringacute 1FA Aringbelow 1E00 Aringsmall C5 Asmall 41
        Atilde C3 Atildesmall C3 Aybarmenian 531 Bcircle 24B7 Bdotaccent 1E02 Bdotbelow 1E04 Becyrillic 411 Benarmenian 532 Beta 392
        Bhook 181 Blinebelow 1E06 Bmonospace FF22 Bsmall 42 Btopbar 182 Caarmenian 53E Cacute 106 Caronsmall F6CA Ccaron 10C Ccedilla C7
        Ccedillaacute 1E08 Ccedillasmall C7 Ccircle 24B8 Ccircumflex 108 Cdot 10A Cdotaccent 10A Chaarmenian 549 Cheabkhasiancyrillic 4BC
        Checyrillic 427 Chedescenderabkhasiancyrillic 4BE Chedescendercyrillic 4B6 Chedieresiscyrillic 4F4 Cheharmenian 543
        Chekhakassiancyrillic 4CB Cheverticalstrokecyrillic 4B8 Chi 3A7 Chook 187 Cmonospace FF23 Coarmenian 551 Csmall 43 DZ 1F1
        DZcaron 1C4 Daarmenian 534 Dafrican 189 Dcaron 10E Dcedilla 1E10 Dcircle 24B9 Dcircumflexbelow 1E12 Dcroat 110 Ddotaccent 1E0A
        Ddotbelow 1E0C Decyrillic 414 Deicoptic 3EE Delta 2206 Deltagreek 394 Dhook 18A Dieresissmall F6CB Digammagreek 3DC Djecyrillic 402
        Dlinebelow 1E0E Dmonospace FF24 Dotlessi 131 Dslash 110 Dsmall 44 Dtopbar 18B Dz 1F2 Dzcaron 1C5 Dzeabkhasiancyrillic 4E0
        Dzecyrillic 405 Dzhecyrillic 40F Eacute C9 Eacutesmall C9 Ebreve 114 Ecaron 11A Ecedillabreve 1E1C Echarmenian 535 Ecircle 24BA
        Ecircumflex CA Ecircumflexacute 1EBE Ecircumflexbelow 1E18 Ecircumflexdotbelow 1EC6 Ecircumflexgrave 1EC0 Ecircumflexhookabove 1EC2
        Ecircumflexsmall CA Ecircumflextilde 1EC4 Ecyrillic 404 Edblgrave 204 Edieresis CB Edieresissmall CB Edot 116 Edotaccent 116
        Edotbelow 1EB8 Efcyrillic 424 Egrave C8 Egravesmall C8 Eharmenian 537 Ehookabove 1EBA Eightroman 2167 Einvertedbreve 206
        Eiotifiedcyrillic 464 Elcyrillic 41B Elevenroman 216A Emacron 112 Emacronacute 1E16 Emacrongrave 1E14 Emcyrillic 41C Emonospace FF25
        Encyrillic 41D Endescendercyrillic 4A2 Eng 14A Enghecyrillic 4A4 Enhookcyrillic 4C7 Eogonek 118 Eopen 190 Epsilon 395
        Epsilontonos 388 Ercyrillic 420 Ereversed 18E Ereversedcyrillic 42D Escyrillic 421 Esdescendercyrillic 4AA Esh 1A9 Esmall 45 Eta 397
        Etarmenian 538 Etatonos 389 Eth D0 Ethsmall D0 Etilde 1EBC Etildebelow 1E1A Euro 20AC Ezh 1B7 Ezhcaron 1EE Ezhreversed 1B8
        Fcircle 24BB Fdotaccent 1E1E Feharmenian 556 Feicoptic 3E4 Fhook 191 Fitacyrillic 472 Fiveroman 2164 Fmonospace FF26 Fourroman 2163
        Fsmall 46 Gacute 1F4 Gamma 393 Gammaafrican 194 Gangiacoptic 3EA Gbreve 11E Gcaron 1E6 Gcedilla 122 Gcircle 24BC Gcircumflex 11C
        Gcommaaccent 122 Gdot 120 Gdotaccent 120 Gecyrillic 413 Ghadarmenian 542 Ghemiddlehookcyrillic 494 Ghestrokecyrillic 492
        Gheupturncyrillic 490 Ghook 193 Gimarmenian 533 Gjecyrillic 403 Gmacron 1E20 Gmonospace FF27 Gravesmall F6CE Gsmall 47
        Gsmallhook 29B Gstroke 1E4 H18533 25CF H18543 25AA H18551 25AB H22073 25A1 Haabkhasiancyrillic 4A8 Hadescendercyrillic 4B2
        Hardsigncyrillic 42A Hbar 126 Hbrevebelow 1E2A Hcedilla 1E28 Hcircle 24BD Hcircumflex 124 Hdieresis 1E26 Hdotaccent 1E22
        Hdotbelow 1E24 Hmonospace FF28 Hoarmenian 540 Horicoptic 3E8 Hsmall 48 Hungarumlautsmall F6CF IAcyrillic 42F IJ 132 IUcyrillic 42E
        Iacute CD Iacutesmall CD Ibreve 12C Icaron 1CF Icircle 24BE Icircumflex CE Icircumflexsmall CE Icyrillic 406 Idblgrave 208
        Idieresis CF Idieresisacute 1E2E Idieresiscyrillic 4E4 Idieresissmall CF Idot 130 Idotaccent 130 Idotbelow 1ECA Iebrevecyrillic 4D6
        Iecyrillic 415 Ifractur 2111 Ifraktur 2111 Igrave CC Igravesmall CC Ihookabove 1EC8 Iicyrillic 418 Iinvertedbreve 20A
        Iishortcyrillic 419 Imacron 12A Imacroncyrillic 4E2 Imonospace FF29 Iniarmenian 53B Iocyrillic 401 Iogonek 12E Iota 399
        Iotaafrican 196 Iotadieresis 3AA Iotatonos 38A Ismall 49 Istroke 197 Itilde 128 Itildebelow 1E2C Izhitsacyrillic 474
        Izhitsadblgravecyrillic 476 Jaarmenian 541 Jcircle 24BF Jcircumflex 134 Jecyrillic 408 Jheharmenian 54B Jmonospace FF2A Jsmall 4A
        Kabashkircyrillic 4A0 Kacute 1E30 Kacyrillic 41A Kadescendercyrillic 49A Kahookcyrillic 4C3 Kappa 39A Kastrokecyrillic 49E
        Kaverticalstrokecyrillic 49C Kcaron 1E8 Kcedilla 136 Kcircle 24C0 Kcommaaccent 136 Kdotbelow 1E32 Keharmenian 554 Kenarmenian 53F
        Khacyrillic 425 Kheicoptic 3E6 Khook 198 Kjecyrillic 40C Klinebelow 1E34 Kmonospace FF2B Koppacyrillic 480 Koppagreek 3DE
        Ksicyrillic 46E Ksmall 4B LJ 1C7 Lacute 139 Lambda 39B Lcaron 13D Lcedilla 13B Lcircle 24C1 Lcircumflexbelow 1E3C Lcommaaccent 13B
        Ldot 13F Ldotaccent 13F Ldotbelow 1E36 Ldotbelowmacron 1E38 Liwnarmenian 53C Lj 1C8 Ljecyrillic 409 Llinebelow 1E3A Lmonospace FF2C
        Lslash 141 Lslashsmall 141 Lsmall 4C Macronsmall F6D0 Macute 1E3E Mcircle 24C2 Mdotaccent 1E40 Mdotbelow 1E42 Menarmenian 544
        Mmonospace FF2D Msmall 4D Mturned 19C Mu 39C NJ 1CA Nacute 143 Ncaron 147 Ncedilla 145 Ncircle 24C3 Ncircumflexbelow 1E4A
        Ncommaaccent 145 Ndotaccent 1E44 Ndotbelow 1E46 Nhookleft 19D Nineroman 2168 Nj 1CB Njecyrillic 40A Nlinebelow 1E48 Nmonospace FF2E
        Nowarmenian 546 Nsmall 4E Ntilde D1 Ntildesmall D1 Nu 39D OE 152 OEsmall 152 Oacute D3 Oacutesmall D3 Obarredcyrillic 4E8
        Obarreddieresiscyrillic 4EA Obreve 14E Ocaron 1D1 Ocenteredtilde 19F Ocircle 24C4 Ocircumflex D4 Ocircumflexacute 1ED0
        Ocircumflexdotbelow 1ED8 Ocircumflexgrave 1ED2 Ocircumflexhookabove 1ED4 Ocircumflexsmall D4 Ocircumflextilde 1ED6 Ocyrillic 41E
        Odblacute 150 Odblgrave 20C Odieresis D6 Odieresiscyrillic 4E6 Odieresissmall D6 Odotbelow 1ECC Ograve D2 Ogravesmall D2
        Oharmenian 555 Ohm 2126 Ohookabove 1ECE Ohorn 1A0 Ohornacute 1EDA Ohorndotbelow 1EE2 Ohorngrave 1EDC Ohornhookabove 1EDE
        Ohorntilde 1EE0 Ohungarumlaut 150 Oi 1A2 Oinvertedbreve 20E Omacron 14C Omacronacute 1E52 Omacrongrave 1E50 Omega 2126
        Omegacyrillic 460 Omegagreek 3A9 Omegaroundcyrillic 47A Omegatitlocyrillic 47C Omegatonos 38F Omicron 39F Omicrontonos 38C
        Omonospace FF2F Oneroman 2160 Oogonek 1EA Oogonekmacron 1EC Oopen 186 Oslash D8 Oslashacute 1FE Oslashsmall D8 Osmall 4F
        Ostrokeacute 1FE Otcyrillic 47E Otilde D5 Otildeacute 1E4C Otildedieresis 1E4E Otildesmall D5 Pacute 1E54 Pcircle 24C5
        Pdotaccent 1E56 Pecyrillic 41F Peharmenian 54A Pemiddlehookcyrillic 4A6 Phi 3A6 Phook 1A4 Pi 3A0 Piwrarmenian 553 Pmonospace FF30
        Psi 3A8 Psicyrillic 470 Psmall 50 Qcircle 24C6 Qmonospace FF31 Qsmall 51 Raarmenian 54C Racute 154 Rcaron 158 Rcedilla 156
        Rcircle 24C7 Rcommaaccent 156 Rdblgrave 210 Rdotaccent 1E58 Rdotbelow 1E5A Rdotbelowmacron 1E5C Reharmenian 550 Rfractur 211C
        Rfraktur 211C Rho 3A1 Rinvertedbreve 212 Rlinebelow 1E5E Rmonospace FF32 Rsmall 52 Rsmallinverted 281 Rsmallinvertedsuperior 2B6
        SF010000 250C SF020000 2514 SF030000 2510 SF040000 2518 SF050000 253C SF060000 252C SF070000 2534 SF080000 251C SF090000 2524
        SF100000 2500 SF110000 2502 SF190000 2561 SF200000 2562 SF210000 2556 SF220000 2555 SF230000 2563 SF240000 2551 SF250000 2557
        SF260000 255D SF270000 255C SF280000 255B SF360000 255E SF370000 255F SF380000 255A SF390000 2554 SF400000 2569 SF410000 2566
        SF420000 2560 SF430000 2550 SF440000 256C SF450000 2567 SF460000 2568 SF470000 2564 SF480000 2565 SF490000 2559 SF500000 2558
        SF510000 2552 SF520000 2553 SF530000 256B SF540000 256A Sacute 15A Sacutedotaccent 1E64 Sampigreek 3E0 Scaron 160
        Scarondotaccent 1E66 Scaronsmall 160 Scedilla 15E Schwa 18F Schwacyrillic 4D8 Schwadieresiscyrillic 4DA Scircle 24C8 Scircumflex 15C
        Scommaaccent 218 Sdotaccent 1E60 Sdotbelow 1E62 Sdotbelowdotaccent 1E68 Seharmenian 54D Sevenroman 2166 Shaarmenian 547
        Shacyrillic 428 Shchacyrillic 429 Sheicoptic 3E2 Shhacyrillic 4BA Shimacoptic 3EC Sigma 3A3 Sixroman 2165 Smonospace FF33
        Softsigncyrillic 42C Ssmall 53 Stigmagreek 3DA Tau 3A4 Tbar 166 Tcaron 164 Tcedilla 162 Tcircle 24C9 Tcircumflexbelow 1E70
        Tcommaaccent 162 Tdotaccent 1E6A Tdotbelow 1E6C Tecyrillic 422 Tedescendercyrillic 4AC Tenroman 2169 Tetsecyrillic 4B4 Theta 398
        Thook 1AC Thorn DE Thornsmall DE Threeroman 2162 Tiwnarmenian 54F Tlinebelow 1E6E Tmonospace FF34 Toarmenian 539 Tonefive 1BC
        Tonesix 184 Tonetwo 1A7 Tretroflexhook 1AE Tsecyrillic 426 Tshecyrillic 40B Tsmall 54 Twelveroman 216B Tworoman 2161 Uacute DA
        Uacutesmall DA Ubreve 16C Ucaron 1D3 Ucircle 24CA Ucircumflex DB Ucircumflexbelow 1E76 Ucircumflexsmall DB Ucyrillic 423
        Udblacute 170 Udblgrave 214 Udieresis DC Udieresisacute 1D7 Udieresisbelow 1E72 Udieresiscaron 1D9 Udieresiscyrillic 4F0
        Udieresisgrave 1DB Udieresismacron 1D5 Udieresissmall DC Udotbelow 1EE4 Ugrave D9 Ugravesmall D9 Uhookabove 1EE6 Uhorn 1AF
        Uhornacute 1EE8 Uhorndotbelow 1EF0 Uhorngrave 1EEA Uhornhookabove 1EEC Uhorntilde 1EEE Uhungarumlaut 170 Uhungarumlautcyrillic 4F2
        Uinvertedbreve 216 Ukcyrillic 478 Umacron 16A Umacroncyrillic 4EE Umacrondieresis 1E7A Umonospace FF35 Uogonek 172 Upsilon 3A5
        Upsilon1 3D2 Upsilonacutehooksymbolgreek 3D3 Upsilonafrican 1B1 Upsilondieresis 3AB Upsilondieresishooksymbolgreek 3D4
        Upsilonhooksymbol 3D2 Upsilontonos 38E Uring 16E Ushortcyrillic 40E Usmall 55 Ustraightcyrillic 4AE Ustraightstrokecyrillic 4B0
        Utilde 168 Utildeacute 1E78 Utildebelow 1E74 Vcircle 24CB Vdotbelow 1E7E Vecyrillic 412 Vewarmenian 54E Vhook 1B2 Vmonospace FF36
        Voarmenian 548 Vsmall 56 Vtilde 1E7C Wacute 1E82 Wcircle 24CC Wcircumflex 174 Wdieresis 1E84 Wdotaccent 1E86 Wdotbelow 1E88
        Wgrave 1E80 Wmonospace FF37 Wsmall 57 Xcircle 24CD Xdieresis 1E8C Xdotaccent 1E8A Xeharmenian 53D Xi 39E Xmonospace FF38 Xsmall 58
        Yacute DD Yacutesmall DD Yatcyrillic 462 Ycircle 24CE Ycircumflex 176 Ydieresis 178 Ydieresissmall 178 Ydotaccent 1E8E
        Ydotbelow 1EF4 Yericyrillic 42B Yerudieresiscyrillic 4F8 Ygrave 1EF2 Yhook 1B3 Yhookabove 1EF6 Yiarmenian 545 Yicyrillic 407
        Yiwnarmenian 552 Ymonospace FF39 Ysmall 59 Ytilde 1EF8 Yusbigcyrillic 46A Yusbigiotifiedcyrillic 46C Yuslittlecyrillic 466
        Yuslittleiotifiedcyrillic 468 Zaarmenian 536 Zacute 179 Zcaron 17D Zcaronsmall 17D Zcircle 24CF Zcircumflex 1E90 Zdot 17B
        Zdotaccent 17B Zdotbelow 1E92 Zecyrillic 417 Zedescendercyrillic 498 Zedieresiscyrillic 4DE Zeta 396 Zhearmenian 53A
        Zhebrevecyrillic 4C1 Zhecyrillic 416 Zhedescendercyrillic 496 Zhedieresiscyrillic 4DC Zlinebelow 1E94 Zmonospace FF3A Zsmall 5A
        Zstroke 1B5 aabengali 986 aacute E1 aadeva 906 aagujarati A86 aagurmukhi A06 aamatragurmukhi A3E aavowelsignbengali 9BE
        aavowelsigndeva 93E aavowelsigngujarati ABE abbreviationmarkarmenian 55F abbreviationsigndeva 970 abengali 985 abreve 103
        abreveacute 1EAF abrevecyrillic 4D1 abrevedotbelow 1EB7 abrevegrave 1EB1 abrevehookabove 1EB3 abrevetilde 1EB5 acaron 1CE
        acircle 24D0 acircumflex E2 acircumflexacute 1EA5 acircumflexdotbelow 1EAD acircumflexgrave 1EA7 acircumflexhookabove 1EA9
        acircumflextilde 1EAB acute B4 acutebelowcmb 317 acutecmb 301 acutecomb 301 acutedeva 954 acutelowmod 2CF acutetonecmb 341
        acyrillic 430 adblgrave 201 addakgurmukhi A71 adeva 905 adieresis E4 adieresiscyrillic 4D3 adieresismacron 1DF adotbelow 1EA1
        adotmacron 1E1 ae E6 aeacute 1FD aemacron 1E3 afii00208 2015 afii08941 20A4 afii10017 410 afii10018 411 afii10019 412 afii10020 413
        afii10021 414 afii10022 415 afii10023 401 afii10024 416 afii10025 417 afii10026 418 afii10027 419 afii10028 41A afii10029 41B
        afii10030 41C afii10031 41D afii10032 41E afii10033 41F afii10034 420 afii10035 421 afii10036 422 afii10037 423 afii10038 424
        afii10039 425 afii10040 426 afii10041 427 afii10042 428 afii10043 429 afii10044 42A afii10045 42B afii10046 42C afii10047 42D
        afii10048 42E afii10049 42F afii10050 490 afii10051 402 afii10052 403 afii10053 404 afii10054 405 afii10055 406 afii10056 407
        afii10057 408 afii10058 409 afii10059 40A afii10060 40B afii10061 40C afii10062 40E afii10065 430 afii10066 431 afii10067 432
        afii10068 433 afii10069 434 afii10070 435 afii10071 451 afii10072 436 afii10073 437 afii10074 438 afii10075 439 afii10076 43A
        afii10077 43B afii10078 43C afii10079 43D afii10080 43E afii10081 43F afii10082 440 afii10083 441 afii10084 442 afii10085 443
        afii10086 444 afii10087 445 afii10088 446 afii10089 447 afii10090 448 afii10091 449 afii10092 44A afii10093 44B afii10094 44C
        afii10095 44D afii10096 44E afii10097 44F afii10098 491 afii10099 452 afii10100 453 afii10101 454 afii10102 455 afii10103 456
        afii10104 457 afii10105 458 afii10106 459 afii10107 45A afii10108 45B afii10109 45C afii10110 45E afii10145 40F afii10146 462
        afii10147 472 afii10148 474 afii10193 45F afii10194 463 afii10195 473 afii10196 475 afii10846 4D9 afii299 200E afii300 200F
        afii301 200D afii57381 66A afii57388 60C afii57392 660 afii57393 661 afii57394 662 afii57395 663 afii57396 664 afii57397 665
        afii57398 666 afii57399 667 afii57400 668 afii57401 669 afii57403 61B afii57407 61F afii57409 621 afii57410 622 afii57411 623
        afii57412 624 afii57413 625 afii57414 626 afii57415 627 afii57416 628 afii57417 629 afii57418 62A afii57419 62B afii57420 62C
        afii57421 62D afii57422 62E afii57423 62F afii57424 630 afii57425 631 afii57426 632 afii57427 633 afii57428 634 afii57429 635
        afii57430 636 afii57431 637 afii57432 638 afii57433 639 afii57434 63A afii57440 640 afii57441 641 afii57442 642 afii57443 643
        afii57444 644 afii57445 645 afii57446 646 afii57448 648 afii57449 649 afii57450 64A afii57451 64B afii57452 64C afii57453 64D
        afii57454 64E afii57455 64F afii57456 650 afii57457 651 afii57458 652 afii57470 647 afii57505 6A4 afii57506 67E afii57507 686
        afii57508 698 afii57509 6AF afii57511 679 afii57512 688 afii57513 691 afii57514 6BA afii57519 6D2 afii57534 6D5 afii57636 20AA
        afii57645 5BE afii57658 5C3 afii57664 5D0 afii57665 5D1 afii57666 5D2 afii57667 5D3 afii57668 5D4 afii57669 5D5 afii57670 5D6
        afii57671 5D7 afii57672 5D8 afii57673 5D9 afii57674 5DA afii57675 5DB afii57676 5DC afii57677 5DD afii57678 5DE afii57679 5DF
        afii57680 5E0 afii57681 5E1 afii57682 5E2 afii57683 5E3 afii57684 5E4 afii57685 5E5 afii57686 5E6 afii57687 5E7 afii57688 5E8
        afii57689 5E9 afii57690 5EA afii57694 FB2A afii57695 FB2B afii57700 FB4B afii57705 FB1F afii57716 5F0 afii57717 5F1 afii57718 5F2
        afii57723 FB35 afii57793 5B4 afii57794 5B5 afii57795 5B6 afii57796 5BB afii57797 5B8 afii57798 5B7 afii57799 5B0 afii57800 5B2
        afii57801 5B1 afii57802 5B3 afii57803 5C2 afii57804 5C1 afii57806 5B9 afii57807 5BC afii57839 5BD afii57841 5BF afii57842 5C0
        afii57929 2BC afii61248 2105 afii61289 2113 afii61352 2116 afii61573 202C afii61574 202D afii61575 202E afii61664 200C afii63167 66D
        afii64937 2BD agrave E0 agujarati A85 agurmukhi A05 ahookabove 1EA3 aibengali 990 aideva 910 aiecyrillic 4D5 aigujarati A90
        aigurmukhi A10 aimatragurmukhi A48 ainarabic 639 ainfinalarabic FECA aininitialarabic FECB ainmedialarabic FECC ainvertedbreve 203
        aivowelsignbengali 9C8 aivowelsigndeva 948 aivowelsigngujarati AC8 akatakanahalfwidth FF71 alef 5D0 alefarabic 627
        alefdageshhebrew FB30 aleffinalarabic FE8E alefhamzaabovearabic 623 alefhamzaabovefinalarabic FE84 alefhamzabelowarabic 625
        alefhamzabelowfinalarabic FE88 alefhebrew 5D0 aleflamedhebrew FB4F alefmaddaabovearabic 622 alefmaddaabovefinalarabic FE82
        alefmaksuraarabic 649 alefmaksurafinalarabic FEF0 alefmaksurainitialarabic FEF3 alefmaksuramedialarabic FEF4 alefpatahhebrew FB2E
        alefqamatshebrew FB2F aleph 2135 allequal 224C alpha 3B1 alphatonos 3AC amacron 101 amonospace FF41 ampersand 26
        ampersandmonospace FF06 ampersandsmall 26 angbracketleft 27E8 angbracketright 27E9 angkhankhuthai E5A angle 2220
        anglebracketleftvertical FE3F anglebracketrightvertical FE40 angleleft 2329 angleright 232A angstrom 212B anoteleia 387
        anudattadeva 952 anusvarabengali 982 anusvaradeva 902 anusvaragujarati A82 aogonek 105 aparen 249C apostrophearmenian 55A
        apostrophemod 2BC apple F8FF approaches 2250 approxequal 2248 approxequalorimage 2252 approximatelyequal 2245 arc 2312
        arighthalfring 1E9A aring E5 aringacute 1FB aringbelow 1E01 arrowboth 2194 arrowdashdown 21E3 arrowdashleft 21E0 arrowdashright 21E2
        arrowdashup 21E1 arrowdblboth 21D4 arrowdbldown 21D3 arrowdblleft 21D0 arrowdblright 21D2 arrowdblup 21D1 arrowdown 2193
        arrowdownleft 2199 arrowdownright 2198 arrowdownwhite 21E9 arrowheaddownmod 2C5 arrowheadleftmod 2C2 arrowheadrightmod 2C3
        arrowheadupmod 2C4 arrowhorizex 2500 arrowleft 2190 arrowleftdbl 21D0 arrowleftdblstroke 21CD arrowleftoverright 21C6
        arrowleftwhite 21E6 arrownortheast 2197 arrownorthwest 2196 arrowright 2192 arrowrightdblstroke 21CF arrowrightheavy 279E
        arrowrightoverleft 21C4 arrowrightwhite 21E8 arrowsoutheast 2198 arrowsouthwest 2199 arrowtableft 21E4 arrowtabright 21E5
        arrowup 2191 arrowupdn 2195 arrowupdnbse 21A8 arrowupdownbase 21A8 arrowupleft 2196 arrowupleftofdown 21C5 arrowupright 2197
        arrowupwhite 21E7 arrowvertex 2502 asciicircum 5E asciicircummonospace FF3E asciitilde 7E asciitildemonospace FF5E ascript 251
        ascriptturned 252 asmallkatakanahalfwidth FF67 asterisk 2A asteriskaltonearabic 66D asteriskarabic 66D asteriskmath 2217
        asteriskmonospace FF0A asterisksmall 2A asterism 2042 asuperior AA asymptoticallyequal 2243 at 40 atilde E3 atmonospace FF20
        atsmall 40 aturned 250 aubengali 994 audeva 914 augujarati A94 augurmukhi A14 aulengthmarkbengali 9D7 aumatragurmukhi A4C
        auvowelsignbengali 9CC auvowelsigndeva 94C auvowelsigngujarati ACC avagrahadeva 93D aybarmenian 561 ayin 5E2 ayinaltonehebrew FB20
        ayinhebrew 5E2 babengali 9AC backslash 5C backslashmonospace FF3C badeva 92C bagujarati AAC bagurmukhi A2C bahtthai E3F bar 7C
        bardbl 2016 barmonospace FF5C bcircle 24D1 bdotaccent 1E03 bdotbelow 1E05 beamedsixteenthnotes 266C because 2235 becyrillic 431
        beharabic 628 behfinalarabic FE90 behinitialarabic FE91 behmedialarabic FE92 behmeeminitialarabic FC9F behmeemisolatedarabic FC08
        behnoonfinalarabic FC6D benarmenian 562 bet 5D1 beta 3B2 betasymbolgreek 3D0 betdagesh FB31 betdageshhebrew FB31 bethebrew 5D1
        betrafehebrew FB4C bhabengali 9AD bhadeva 92D bhagujarati AAD bhagurmukhi A2D bhook 253 bilabialclick 298 bindigurmukhi A02
        blackcircle 25CF blackdiamond 25C6 blackdownpointingtriangle 25BC blackleftpointingpointer 25C4 blackleftpointingtriangle 25C0
        blacklenticularbracketleftvertical FE3B blacklenticularbracketrightvertical FE3C blacklowerlefttriangle 25E3
        blacklowerrighttriangle 25E2 blackrectangle 25AC blackrightpointingpointer 25BA blackrightpointingtriangle 25B6
        blacksmallsquare 25AA blacksmilingface 263B blacksquare 25A0 blackstar 2605 blackupperlefttriangle 25E4 blackupperrighttriangle 25E5
        blackuppointingsmalltriangle 25B4 blackuppointingtriangle 25B2 blank 2423 blinebelow 1E07 block 2588 bmonospace FF42
        bobaimaithai E1A bparen 249D braceex 23AA braceleft 7B braceleftbt 23A9 braceleftmid 23A8 braceleftmonospace FF5B braceleftsmall 7B
        bracelefttp 23A7 braceleftvertical FE37 braceright 7D bracerightbt 23AD bracerightmid 23AC bracerightmonospace FF5D
        bracerightsmall 7D bracerighttp 23AB bracerightvertical FE38 bracketleft 5B bracketleftbt 23A3 bracketleftex 23A2
        bracketleftmonospace FF3B bracketlefttp 23A1 bracketright 5D bracketrightbt 23A6 bracketrightex 23A5 bracketrightmonospace FF3D
        bracketrighttp 23A4 breve 2D8 brevebelowcmb 32E brevecmb 306 breveinvertedbelowcmb 32F breveinvertedcmb 311
        breveinverteddoublecmb 361 bridgebelowcmb 32A bridgeinvertedbelowcmb 33A brokenbar A6 bstroke 180 bsuperior 62 btopbar 183
        bullet 2022 bulletinverse 25D8 bulletoperator 2219 bullseye 25CE caarmenian 56E cabengali 99A cacute 107 cadeva 91A cagujarati A9A
        cagurmukhi A1A candrabindubengali 981 candrabinducmb 310 candrabindudeva 901 candrabindugujarati A81 capslock 21EA careof 2105
        caron 2C7 caronbelowcmb 32C caroncmb 30C carriagereturn 21B5 ccaron 10D ccedilla E7 ccedillaacute 1E09 ccircle 24D2 ccircumflex 109
        ccurl 255 cdot 10B cdotaccent 10B cedilla B8 cedillacmb 327 ceilingleft 2308 ceilingright 2309 cent A2 centigrade 2103
        centinferior A2 centmonospace FFE0 centoldstyle A2 centsuperior A2 chaarmenian 579 chabengali 99B chadeva 91B chagujarati A9B
        chagurmukhi A1B cheabkhasiancyrillic 4BD checkmark 2713 checyrillic 447 chedescenderabkhasiancyrillic 4BF chedescendercyrillic 4B7
        chedieresiscyrillic 4F5 cheharmenian 573 chekhakassiancyrillic 4CC cheverticalstrokecyrillic 4B9 chi 3C7 chochangthai E0A
        chochanthai E08 chochingthai E09 chochoethai E0C chook 188 circle 25CB circledivide 2298 circledot 2299 circleminus 2296
        circlemultiply 2297 circleot 2299 circleplus 2295 circlewithlefthalfblack 25D0 circlewithrighthalfblack 25D1 circumflex 2C6
        circumflexbelowcmb 32D circumflexcmb 302 clear 2327 clickalveolar 1C2 clickdental 1C0 clicklateral 1C1 clickretroflex 1C3 club 2663
        clubsuitblack 2663 clubsuitwhite 2667 cmonospace FF43 coarmenian 581 colon 3A colonmonetary 20A1 colonmonospace FF1A colonsign 20A1
        colonsmall 3A colontriangularhalfmod 2D1 colontriangularmod 2D0 comma 2C commaabovecmb 313 commaaboverightcmb 315 commaarabic 60C
        commaarmenian 55D commainferior 2C commamonospace FF0C commareversedabovecmb 314 commareversedmod 2BD commasmall 2C commasuperior 2C
        commaturnedabovecmb 312 commaturnedmod 2BB compass 263C compwordmark 200B congruent 2245 contourintegral 222E control 2303
        controlACK 6 controlBEL 7 controlBS 8 controlCAN 18 controlCR D controlDC1 11 controlDC2 12 controlDC3 13 controlDC4 14
        controlDEL 7F controlDLE 10 controlEM 19 controlENQ 5 controlEOT 4 controlESC 1B controlETB 17 controlETX 3 controlFF C controlFS 1C
        controlGS 1D controlHT 9 controlLF A controlNAK 15 controlRS 1E controlSI F controlSO E controlSOT 2 controlSTX 1 controlSUB 1A
        controlSYN 16 controlUS 1F controlVT B coproduct 2210 copyright A9 copyrightsans A9 copyrightserif A9
        cornerbracketlefthalfwidth FF62 cornerbracketleftvertical FE41 cornerbracketrighthalfwidth FF63 cornerbracketrightvertical FE42
        cparen 249E cruzeiro 20A2 cstretched 297 curlyand 22CF curlyor 22CE currency A4 cwm 200B daarmenian 564 dabengali 9A6 dadarabic 636
        dadeva 926 dadfinalarabic FEBE dadinitialarabic FEBF dadmedialarabic FEC0 dagesh 5BC dageshhebrew 5BC dagger 2020 daggerdbl 2021
        dagujarati AA6 dagurmukhi A26 dalarabic 62F dalet 5D3 daletdagesh FB33 daletdageshhebrew FB33 dalethatafpatah 5D3+5B2
        dalethatafpatahhebrew 5D3+5B2 dalethatafsegol 5D3+5B1 dalethatafsegolhebrew 5D3+5B1 dalethebrew 5D3 dalethiriq 5D3+5B4
        dalethiriqhebrew 5D3+5B4 daletholam 5D3+5B9 daletholamhebrew 5D3+5B9 daletpatah 5D3+5B7 daletpatahhebrew 5D3+5B7 daletqamats 5D3+5B8
        daletqamatshebrew 5D3+5B8 daletqubuts 5D3+5BB daletqubutshebrew 5D3+5BB daletsegol 5D3+5B6 daletsegolhebrew 5D3+5B6
        daletsheva 5D3+5B0 daletshevahebrew 5D3+5B0 dalettsere 5D3+5B5 dalettserehebrew 5D3+5B5 dalfinalarabic FEAA dammaarabic 64F
        dammalowarabic 64F dammatanaltonearabic 64C dammatanarabic 64C danda 964 dargahebrew 5A7 dargalefthebrew 5A7
        dasiapneumatacyrilliccmb 485 dblanglebracketleftvertical FE3D dblanglebracketrightvertical FE3E dblarchinvertedbelowcmb 32B
        dblarrowleft 21D4 dblarrowright 21D2 dbldanda 965 dblgravecmb 30F dblintegral 222C dbllowline 2017 dbllowlinecmb 333
        dbloverlinecmb 33F dblprimemod 2BA dblverticalbar 2016 dblverticallineabovecmb 30E dcaron 10F dcedilla 1E11 dcircle 24D3
        dcircumflexbelow 1E13 dcroat 111 ddabengali 9A1 ddadeva 921 ddagujarati AA1 ddagurmukhi A21 ddalarabic 688 ddalfinalarabic FB89
        dddhadeva 95C ddhabengali 9A2 ddhadeva 922 ddhagujarati AA2 ddhagurmukhi A22 ddotaccent 1E0B ddotbelow 1E0D
        decimalseparatorarabic 66B decimalseparatorpersian 66B decyrillic 434 degree B0 dehihebrew 5AD deicoptic 3EF deleteleft 232B
        deleteright 2326 delta 3B4 deltaturned 18D denominatorminusonenumeratorbengali 9F8 dezh 2A4 dhabengali 9A7 dhadeva 927
        dhagujarati AA7 dhagurmukhi A27 dhook 257 dialytikatonos 385 dialytikatonoscmb 344 diamond 2666 diamondmath 22C4
        diamondsuitwhite 2662 dieresis A8 dieresisbelowcmb 324 dieresiscmb 308 dieresistonos 385 divide F7 divides 2223 divisionslash 2215
        djecyrillic 452 dkshade 2593 dlinebelow 1E0F dmacron 111 dmonospace FF44 dnblock 2584 dochadathai E0E dodekthai E14 dollar 24
        dollarinferior 24 dollarmonospace FF04 dollaroldstyle 24 dollarsmall 24 dollarsuperior 24 dong 20AB dotaccent 2D9 dotaccentcmb 307
        dotbelowcmb 323 dotbelowcomb 323 dotlessi 131 dotlessj 237 dotlessjstrokehook 284 dotmath 22C5 dottedcircle 25CC doubleyodpatah FB1F
        doubleyodpatahhebrew FB1F downtackbelowcmb 31E downtackmod 2D5 dparen 249F dsuperior 64 dtail 256 dtopbar 18C dz 1F3 dzaltone 2A3
        dzcaron 1C6 dzcurl 2A5 dzeabkhasiancyrillic 4E1 dzecyrillic 455 dzhecyrillic 45F eacute E9 earth 2641 ebengali 98F ebreve 115
        ecandradeva 90D ecandragujarati A8D ecandravowelsigndeva 945 ecandravowelsigngujarati AC5 ecaron 11B ecedillabreve 1E1D
        echarmenian 565 echyiwnarmenian 587 ecircle 24D4 ecircumflex EA ecircumflexacute 1EBF ecircumflexbelow 1E19 ecircumflexdotbelow 1EC7
        ecircumflexgrave 1EC1 ecircumflexhookabove 1EC3 ecircumflextilde 1EC5 ecyrillic 454 edblgrave 205 edeva 90F edieresis EB edot 117
        edotaccent 117 edotbelow 1EB9 eegurmukhi A0F eematragurmukhi A47 efcyrillic 444 egrave E8 egujarati A8F eharmenian 567
        ehookabove 1EBB eight 38 eightarabic 668 eightbengali 9EE eightcircle 2467 eightcircleinversesansserif 2791 eightdeva 96E
        eighteencircle 2471 eighteenparen 2485 eighteenperiod 2499 eightgujarati AEE eightgurmukhi A6E eighthackarabic 668
        eighthnotebeamed 266B eightinferior 2088 eightmonospace FF18 eightoldstyle 38 eightparen 247B eightperiod 248F eightpersian 6F8
        eightroman 2177 eightsuperior 2078 eightthai E58 einvertedbreve 207 eiotifiedcyrillic 465 ekatakanahalfwidth FF74
        ekonkargurmukhi A74 elcyrillic 43B element 2208 elevencircle 246A elevenparen 247E elevenperiod 2492 elevenroman 217A ell 2113
        ellipsis 2026 ellipsisvertical 22EE emacron 113 emacronacute 1E17 emacrongrave 1E15 emcyrillic 43C emdash 2014 emdashvertical FE31
        emonospace FF45 emphasismarkarmenian 55B emptyset 2205 encyrillic 43D endash 2013 endashvertical FE32 endescendercyrillic 4A3
        eng 14B enghecyrillic 4A5 enhookcyrillic 4C8 enspace 2002 eogonek 119 eopen 25B eopenclosed 29A eopenreversed 25C
        eopenreversedclosed 25E eopenreversedhook 25D eparen 24A0 epsilon 3B5 epsilon1 3F5 epsilontonos 3AD equal 3D equalmonospace FF1D
        equalsmall 3D equalsuperior 207C equivalence 2261 equivasymptotic 224D ercyrillic 440 ereversed 258 ereversedcyrillic 44D
        escyrillic 441 esdescendercyrillic 4AB esh 283 eshcurl 286 eshortdeva 90E eshortvowelsigndeva 946 eshreversedloop 1AA
        eshsquatreversed 285 esmallkatakanahalfwidth FF6A estimated 212E esuperior 65 eta 3B7 etarmenian 568 etatonos 3AE eth F0 etilde 1EBD
        etildebelow 1E1B etnahtafoukhhebrew 591 etnahtafoukhlefthebrew 591 etnahtahebrew 591 etnahtalefthebrew 591 eturned 1DD euro 20AC
        evowelsignbengali 9C7 evowelsigndeva 947 evowelsigngujarati AC7 exclam 21 exclamarmenian 55C exclamdbl 203C exclamdown A1
        exclamdownsmall A1 exclammonospace FF01 exclamsmall 21 existential 2203 ezh 292 ezhcaron 1EF ezhcurl 293 ezhreversed 1B9 ezhtail 1BA
        fadeva 95E fagurmukhi A5E fahrenheit 2109 fathaarabic 64E fathalowarabic 64E fathatanarabic 64B fcircle 24D5 fdotaccent 1E1F
        feharabic 641 feharmenian 586 fehfinalarabic FED2 fehinitialarabic FED3 fehmedialarabic FED4 feicoptic 3E5 female 2640 ff FB00
        ffi FB03 ffl FB04 fi FB01 fifteencircle 246E fifteenparen 2482 fifteenperiod 2496 figuredash 2012 filledbox 25A0 filledrect 25AC
        finalkaf 5DA finalkafdagesh FB3A finalkafdageshhebrew FB3A finalkafhebrew 5DA finalkafqamats 5DA+5B8 finalkafqamatshebrew 5DA+5B8
        finalkafsheva 5DA+5B0 finalkafshevahebrew 5DA+5B0 finalmem 5DD finalmemhebrew 5DD finalnun 5DF finalnunhebrew 5DF finalpe 5E3
        finalpehebrew 5E3 finaltsadi 5E5 finaltsadihebrew 5E5 firsttonechinese 2C9 fisheye 25C9 fitacyrillic 473 five 35 fivearabic 665
        fivebengali 9EB fivecircle 2464 fivecircleinversesansserif 278E fivedeva 96B fiveeighths 215D fivegujarati AEB fivegurmukhi A6B
        fivehackarabic 665 fiveinferior 2085 fivemonospace FF15 fiveoldstyle 35 fiveparen 2478 fiveperiod 248C fivepersian 6F5
        fiveroman 2174 fivesuperior 2075 fivethai E55 fl FB02 flat 266D floorleft 230A floorright 230B florin 192 fmonospace FF46
        fofanthai E1F fofathai E1D follows 227B fongmanthai E4F forall 2200 four 34 fourarabic 664 fourbengali 9EA fourcircle 2463
        fourcircleinversesansserif 278D fourdeva 96A fourgujarati AEA fourgurmukhi A6A fourhackarabic 664 fourinferior 2084
        fourmonospace FF14 fournumeratorbengali 9F7 fouroldstyle 34 fourparen 2477 fourperiod 248B fourpersian 6F4 fourroman 2173
        foursuperior 2074 fourteencircle 246D fourteenparen 2481 fourteenperiod 2495 fourthai E54 fourthtonechinese 2CB fparen 24A1
        fraction 2044 franc 20A3 gabengali 997 gacute 1F5 gadeva 917 gafarabic 6AF gaffinalarabic FB93 gafinitialarabic FB94
        gafmedialarabic FB95 gagujarati A97 gagurmukhi A17 gamma 3B3 gammalatinsmall 263 gammasuperior 2E0 gangiacoptic 3EB gbreve 11F
        gcaron 1E7 gcedilla 123 gcircle 24D6 gcircumflex 11D gcommaaccent 123 gdot 121 gdotaccent 121 gecyrillic 433 geometricallyequal 2251
        gereshaccenthebrew 59C gereshhebrew 5F3 gereshmuqdamhebrew 59D germandbls DF gershayimaccenthebrew 59E gershayimhebrew 5F4
        ghabengali 998 ghadarmenian 572 ghadeva 918 ghagujarati A98 ghagurmukhi A18 ghainarabic 63A ghainfinalarabic FECE
        ghaininitialarabic FECF ghainmedialarabic FED0 ghemiddlehookcyrillic 495 ghestrokecyrillic 493 gheupturncyrillic 491 ghhadeva 95A
        ghhagurmukhi A5A ghook 260 gimarmenian 563 gimel 5D2 gimeldagesh FB32 gimeldageshhebrew FB32 gimelhebrew 5D2 gjecyrillic 453
        glottalinvertedstroke 1BE glottalstop 294 glottalstopinverted 296 glottalstopmod 2C0 glottalstopreversed 295
        glottalstopreversedmod 2C1 glottalstopreversedsuperior 2E4 glottalstopstroke 2A1 glottalstopstrokereversed 2A2 gmacron 1E21
        gmonospace FF47 gparen 24A2 gradient 2207 grave 60 gravebelowcmb 316 gravecmb 300 gravecomb 300 gravedeva 953 gravelowmod 2CE
        gravemonospace FF40 gravetonecmb 340 greater 3E greaterequal 2265 greaterequalorless 22DB greatermonospace FF1E greatermuch 226B
        greaterorequivalent 2273 greaterorless 2277 greateroverequal 2267 greatersmall 3E gscript 261 gstroke 1E5 guillemotleft AB
        guillemotright BB guilsinglleft 2039 guilsinglright 203A haabkhasiancyrillic 4A9 haaltonearabic 6C1 habengali 9B9
        hadescendercyrillic 4B3 hadeva 939 hagujarati AB9 hagurmukhi A39 haharabic 62D hahfinalarabic FEA2 hahinitialarabic FEA3
        hahmedialarabic FEA4 hakatakanahalfwidth FF8A halantgurmukhi A4D hamzaarabic 621 hamzadammaarabic 621+64F
        hamzadammatanarabic 621+64C hamzafathaarabic 621+64E hamzafathatanarabic 621+64B hamzalowarabic 621 hamzalowkasraarabic 621+650
        hamzalowkasratanarabic 621+64D hamzasukunarabic 621+652 hardsigncyrillic 44A harpoonleftbarbup 21BC harpoonrightbarbup 21C0
        hatafpatah 5B2 hatafpatah16 5B2 hatafpatah23 5B2 hatafpatah2f 5B2 hatafpatahhebrew 5B2 hatafpatahnarrowhebrew 5B2
        hatafpatahquarterhebrew 5B2 hatafpatahwidehebrew 5B2 hatafqamats 5B3 hatafqamats1b 5B3 hatafqamats28 5B3 hatafqamats34 5B3
        hatafqamatshebrew 5B3 hatafqamatsnarrowhebrew 5B3 hatafqamatsquarterhebrew 5B3 hatafqamatswidehebrew 5B3 hatafsegol 5B1
        hatafsegol17 5B1 hatafsegol24 5B1 hatafsegol30 5B1 hatafsegolhebrew 5B1 hatafsegolnarrowhebrew 5B1 hatafsegolquarterhebrew 5B1
        hatafsegolwidehebrew 5B1 hbar 127 hbrevebelow 1E2B hcedilla 1E29 hcircle 24D7 hcircumflex 125 hdieresis 1E27 hdotaccent 1E23
        hdotbelow 1E25 he 5D4 heart 2665 heartsuitblack 2665 heartsuitwhite 2661 hedagesh FB34 hedageshhebrew FB34 hehaltonearabic 6C1
        heharabic 647 hehebrew 5D4 hehfinalaltonearabic FBA7 hehfinalalttwoarabic FEEA hehfinalarabic FEEA hehhamzaabovefinalarabic FBA5
        hehhamzaaboveisolatedarabic FBA4 hehinitialaltonearabic FBA8 hehinitialarabic FEEB hehmedialaltonearabic FBA9 hehmedialarabic FEEC
        hekatakanahalfwidth FF8D henghook 267 het 5D7 hethebrew 5D7 hhook 266 hhooksuperior 2B1 hikatakanahalfwidth FF8B hiriq 5B4
        hiriq14 5B4 hiriq21 5B4 hiriq2d 5B4 hiriqhebrew 5B4 hiriqnarrowhebrew 5B4 hiriqquarterhebrew 5B4 hiriqwidehebrew 5B4 hlinebelow 1E96
        hmonospace FF48 hoarmenian 570 hohipthai E2B hokatakanahalfwidth FF8E holam 5B9 holam19 5B9 holam26 5B9 holam32 5B9 holamhebrew 5B9
        holamnarrowhebrew 5B9 holamquarterhebrew 5B9 holamwidehebrew 5B9 honokhukthai E2E hookabovecomb 309 hookcmb 309
        hookpalatalizedbelowcmb 321 hookretroflexbelowcmb 322 horicoptic 3E9 horizontalbar 2015 horncmb 31B hotsprings 2668 house 2302
        hparen 24A3 hsuperior 2B0 hturned 265 hukatakanahalfwidth FF8C hungarumlaut 2DD hungarumlautcmb 30B hv 195 hyphen 2D
        hypheninferior 2D hyphenmonospace FF0D hyphensmall 2D hyphensuperior 2D hyphentwo 2010 iacute ED iacyrillic 44F ibengali 987
        ibreve 12D icaron 1D0 icircle 24D8 icircumflex EE icyrillic 456 idblgrave 209 ideographiccommaleft FF64 ideva 907 idieresis EF
        idieresisacute 1E2F idieresiscyrillic 4E5 idotbelow 1ECB iebrevecyrillic 4D7 iecyrillic 435 igrave EC igujarati A87 igurmukhi A07
        ihookabove 1EC9 iibengali 988 iicyrillic 438 iideva 908 iigujarati A88 iigurmukhi A08 iimatragurmukhi A40 iinvertedbreve 20B
        iishortcyrillic 439 iivowelsignbengali 9C0 iivowelsigndeva 940 iivowelsigngujarati AC0 ij 133 ikatakanahalfwidth FF72 ilde 2DC
        iluyhebrew 5AC imacron 12B imacroncyrillic 4E3 imageorapproximatelyequal 2253 imatragurmukhi A3F imonospace FF49 increment 2206
        infinity 221E iniarmenian 56B integral 222B integralbottom 2321 integralbt 2321 integralex 23AE integraltop 2320 integraltp 2320
        intersection 2229 invbullet 25D8 invcircle 25D9 invsmileface 263B iocyrillic 451 iogonek 12F iota 3B9 iotadieresis 3CA
        iotadieresistonos 390 iotalatin 269 iotatonos 3AF iparen 24A4 irigurmukhi A72 ismallkatakanahalfwidth FF68 issharbengali 9FA
        istroke 268 isuperior 69 itilde 129 itildebelow 1E2D iucyrillic 44E ivowelsignbengali 9BF ivowelsigndeva 93F ivowelsigngujarati ABF
        izhitsacyrillic 475 izhitsadblgravecyrillic 477 jaarmenian 571 jabengali 99C jadeva 91C jagujarati A9C jagurmukhi A1C jcaron 1F0
        jcircle 24D9 jcircumflex 135 jcrossedtail 29D jdotlessstroke 25F jecyrillic 458 jeemarabic 62C jeemfinalarabic FE9E
        jeeminitialarabic FE9F jeemmedialarabic FEA0 jeharabic 698 jehfinalarabic FB8B jhabengali 99D jhadeva 91D jhagujarati A9D
        jhagurmukhi A1D jheharmenian 57B jmonospace FF4A jparen 24A5 jsuperior 2B2 kabashkircyrillic 4A1 kabengali 995 kacute 1E31
        kacyrillic 43A kadescendercyrillic 49B kadeva 915 kaf 5DB kafarabic 643 kafdagesh FB3B kafdageshhebrew FB3B kaffinalarabic FEDA
        kafhebrew 5DB kafinitialarabic FEDB kafmedialarabic FEDC kafrafehebrew FB4D kagujarati A95 kagurmukhi A15 kahookcyrillic 4C4
        kakatakanahalfwidth FF76 kappa 3BA kappasymbolgreek 3F0 kashidaautoarabic 640 kashidaautonosidebearingarabic 640 kasraarabic 650
        kasratanarabic 64D kastrokecyrillic 49F katahiraprolongmarkhalfwidth FF70 kaverticalstrokecyrillic 49D kcaron 1E9 kcedilla 137
        kcircle 24DA kcommaaccent 137 kdotbelow 1E33 keharmenian 584 kekatakanahalfwidth FF79 kenarmenian 56F kgreenlandic 138
        khabengali 996 khacyrillic 445 khadeva 916 khagujarati A96 khagurmukhi A16 khaharabic 62E khahfinalarabic FEA6
        khahinitialarabic FEA7 khahmedialarabic FEA8 kheicoptic 3E7 khhadeva 959 khhagurmukhi A59 khokhaithai E02 khokhonthai E05
        khokhuatthai E03 khokhwaithai E04 khomutthai E5B khook 199 khorakhangthai E06 kikatakanahalfwidth FF77 kjecyrillic 45C
        klinebelow 1E35 kmonospace FF4B kokaithai E01 kokatakanahalfwidth FF7A koppacyrillic 481 koroniscmb 343 kparen 24A6 ksicyrillic 46F
        kturned 29E kukatakanahalfwidth FF78 labengali 9B2 lacute 13A ladeva 932 lagujarati AB2 lagurmukhi A32 lakkhangyaothai E45
        lamaleffinalarabic FEFC lamalefhamzaabovefinalarabic FEF8 lamalefhamzaaboveisolatedarabic FEF7 lamalefhamzabelowfinalarabic FEFA
        lamalefhamzabelowisolatedarabic FEF9 lamalefisolatedarabic FEFB lamalefmaddaabovefinalarabic FEF6
        lamalefmaddaaboveisolatedarabic FEF5 lamarabic 644 lambda 3BB lambdastroke 19B lamed 5DC lameddagesh FB3C lameddageshhebrew FB3C
        lamedhebrew 5DC lamedholam 5DC+5B9 lamedholamdagesh 5DC+5B9+5BC lamedholamdageshhebrew 5DC+5B9+5BC lamedholamhebrew 5DC+5B9
        lamfinalarabic FEDE lamhahinitialarabic FCCA laminitialarabic FEDF lamjeeminitialarabic FCC9 lamkhahinitialarabic FCCB
        lamlamhehisolatedarabic FDF2 lammedialarabic FEE0 lammeemhahinitialarabic FD88 lammeeminitialarabic FCCC
        lammeemjeeminitialarabic FEDF+FEE4+FEA0 lammeemkhahinitialarabic FEDF+FEE4+FEA8 largecircle 25EF latticetop 22A4 lbar 19A lbelt 26C
        lcaron 13E lcedilla 13C lcircle 24DB lcircumflexbelow 1E3D lcommaaccent 13C ldot 140 ldotaccent 140 ldotbelow 1E37
        ldotbelowmacron 1E39 leftangleabovecmb 31A lefttackbelowcmb 318 less 3C lessequal 2264 lessequalorgreater 22DA lessmonospace FF1C
        lessmuch 226A lessorequivalent 2272 lessorgreater 2276 lessoverequal 2266 lesssmall 3C lezh 26E lfblock 258C lhookretroflex 26D
        lira 20A4 liwnarmenian 56C lj 1C9 ljecyrillic 459 lladeva 933 llagujarati AB3 llinebelow 1E3B llladeva 934 llvocalicbengali 9E1
        llvocalicdeva 961 llvocalicvowelsignbengali 9E3 llvocalicvowelsigndeva 963 lmiddletilde 26B lmonospace FF4C lochulathai E2C
        logicaland 2227 logicalnot AC logicalnotreversed 2310 logicalor 2228 lolingthai E25 longdbls 73 longs 17F lowlinecenterline FE4E
        lowlinecmb 332 lowlinedashed FE4D lozenge 25CA lparen 24A7 lscript 2113 lslash 142 lsquare 2113 lsuperior 6C ltshade 2591 luthai E26
        lvocalicbengali 98C lvocalicdeva 90C lvocalicvowelsignbengali 9E2 lvocalicvowelsigndeva 962 mabengali 9AE macron AF
        macronbelowcmb 331 macroncmb 304 macronlowmod 2CD macronmonospace FFE3 macute 1E3F madeva 92E magujarati AAE magurmukhi A2E
        mahapakhhebrew 5A4 mahapakhlefthebrew 5A4 maichattawathai E4B maiekthai E48 maihanakatthai E31 maitaikhuthai E47 maithothai E49
        maitrithai E4A maiyamokthai E46 makatakanahalfwidth FF8F male 2642 mapsto 21A6 maqafhebrew 5BE mars 2642 masoracirclehebrew 5AF
        mcircle 24DC mdotaccent 1E41 mdotbelow 1E43 meemarabic 645 meemfinalarabic FEE2 meeminitialarabic FEE3 meemmedialarabic FEE4
        meemmeeminitialarabic FCD1 meemmeemisolatedarabic FC48 mekatakanahalfwidth FF92 mem 5DE memdagesh FB3E memdageshhebrew FB3E
        memhebrew 5DE menarmenian 574 merkhahebrew 5A5 merkhakefulahebrew 5A6 merkhakefulalefthebrew 5A6 merkhalefthebrew 5A5 mhook 271
        middledotkatakanahalfwidth FF65 middot B7 mikatakanahalfwidth FF90 minus 2212 minusbelowcmb 320 minuscircle 2296 minusmod 2D7
        minusplus 2213 minute 2032 mlonglegturned 270 mmonospace FF4D mokatakanahalfwidth FF93 momathai E21 mparen 24A8 msuperior 6D
        mturned 26F mu B5 mu1 B5 muchgreater 226B muchless 226A mugreek 3BC mukatakanahalfwidth FF91 multiply D7 munahhebrew 5A3
        munahlefthebrew 5A3 musicalnote 266A musicalnotedbl 266B musicflatsign 266D musicsharpsign 266F nabengali 9A8 nabla 2207 nacute 144
        nadeva 928 nagujarati AA8 nagurmukhi A28 nakatakanahalfwidth FF85 napostrophe 149 natural 266E nbspace A0 ncaron 148 ncedilla 146
        ncircle 24DD ncircumflexbelow 1E4B ncommaaccent 146 ndotaccent 1E45 ndotbelow 1E47 negationslash 338 nekatakanahalfwidth FF88
        newsheqelsign 20AA ngabengali 999 ngadeva 919 ngagujarati A99 ngagurmukhi A19 ngonguthai E07 nhookleft 272 nhookretroflex 273
        nikatakanahalfwidth FF86 nikhahitthai E4D nine 39 ninearabic 669 ninebengali 9EF ninecircle 2468 ninecircleinversesansserif 2792
        ninedeva 96F ninegujarati AEF ninegurmukhi A6F ninehackarabic 669 nineinferior 2089 ninemonospace FF19 nineoldstyle 39
        nineparen 247C nineperiod 2490 ninepersian 6F9 nineroman 2178 ninesuperior 2079 nineteencircle 2472 nineteenparen 2486
        nineteenperiod 249A ninethai E59 nj 1CC njecyrillic 45A nkatakanahalfwidth FF9D nlegrightlong 19E nlinebelow 1E49 nmonospace FF4E
        nnabengali 9A3 nnadeva 923 nnagujarati AA3 nnagurmukhi A23 nnnadeva 929 nokatakanahalfwidth FF89 nonbreakingspace A0 nonenthai E13
        nonuthai E19 noonarabic 646 noonfinalarabic FEE6 noonghunnaarabic 6BA noonghunnafinalarabic FB9F noonhehinitialarabic FEE7+FEEC
        nooninitialarabic FEE7 noonjeeminitialarabic FCD2 noonjeemisolatedarabic FC4B noonmedialarabic FEE8 noonmeeminitialarabic FCD5
        noonmeemisolatedarabic FC4E noonnoonfinalarabic FC8D notcontains 220C notelement 2209 notelementof 2209 notequal 2260
        notgreater 226F notgreaternorequal 2271 notgreaternorless 2279 notidentical 2262 notless 226E notlessnorequal 2270 notparallel 2226
        notprecedes 2280 notsubset 2284 notsucceeds 2281 notsuperset 2285 nowarmenian 576 nparen 24A9 nsuperior 207F ntilde F1 nu 3BD
        nukatakanahalfwidth FF87 nuktabengali 9BC nuktadeva 93C nuktagujarati ABC nuktagurmukhi A3C numbersign 23 numbersignmonospace FF03
        numbersignsmall 23 numeralsigngreek 374 numeralsignlowergreek 375 numero 2116 nun 5E0 nundagesh FB40 nundageshhebrew FB40
        nunhebrew 5E0 nyabengali 99E nyadeva 91E nyagujarati A9E nyagurmukhi A1E oacute F3 oangthai E2D obarred 275 obarredcyrillic 4E9
        obarreddieresiscyrillic 4EB obengali 993 obreve 14F ocandradeva 911 ocandragujarati A91 ocandravowelsigndeva 949
        ocandravowelsigngujarati AC9 ocaron 1D2 ocircle 24DE ocircumflex F4 ocircumflexacute 1ED1 ocircumflexdotbelow 1ED9
        ocircumflexgrave 1ED3 ocircumflexhookabove 1ED5 ocircumflextilde 1ED7 ocyrillic 43E odblacute 151 odblgrave 20D odeva 913
        odieresis F6 odieresiscyrillic 4E7 odotbelow 1ECD oe 153 ogonek 2DB ogonekcmb 328 ograve F2 ogujarati A93 oharmenian 585
        ohookabove 1ECF ohorn 1A1 ohornacute 1EDB ohorndotbelow 1EE3 ohorngrave 1EDD ohornhookabove 1EDF ohorntilde 1EE1 ohungarumlaut 151
        oi 1A3 oinvertedbreve 20F okatakanahalfwidth FF75 olehebrew 5AB omacron 14D omacronacute 1E53 omacrongrave 1E51 omdeva 950 omega 3C9
        omega1 3D6 omegacyrillic 461 omegalatinclosed 277 omegaroundcyrillic 47B omegatitlocyrillic 47D omegatonos 3CE omgujarati AD0
        omicron 3BF omicrontonos 3CC omonospace FF4F one 31 onearabic 661 onebengali 9E7 onecircle 2460 onecircleinversesansserif 278A
        onedeva 967 onedotenleader 2024 oneeighth 215B onegujarati AE7 onegurmukhi A67 onehackarabic 661 onehalf BD oneinferior 2081
        onemonospace FF11 onenumeratorbengali 9F4 oneoldstyle 31 oneparen 2474 oneperiod 2488 onepersian 6F1 onequarter BC oneroman 2170
        onesuperior B9 onethai E51 onethird 2153 oogonek 1EB oogonekmacron 1ED oogurmukhi A13 oomatragurmukhi A4B oopen 254 oparen 24AA
        openbullet 25E6 option 2325 ordfeminine AA ordmasculine BA orthogonal 221F oshortdeva 912 oshortvowelsigndeva 94A oslash F8
        oslashacute 1FF osmallkatakanahalfwidth FF6B ostrokeacute 1FF osuperior BA otcyrillic 47F otilde F5 otildeacute 1E4D
        otildedieresis 1E4F overline 203E overlinecenterline FE4A overlinecmb 305 overlinedashed FE49 overlinedblwavy FE4C overlinewavy FE4B
        overscore AF ovowelsignbengali 9CB ovowelsigndeva 94B ovowelsigngujarati ACB owner 220B pabengali 9AA pacute 1E55 padeva 92A
        pagedown 21DF pageup 21DE pagujarati AAA pagurmukhi A2A paiyannoithai E2F palatalizationcyrilliccmb 484 palochkacyrillic 4C0
        paragraph B6 parallel 2225 parenleft 28 parenleftaltonearabic FD3E parenleftbt 239D parenleftex 239C parenleftinferior 208D
        parenleftmonospace FF08 parenleftsmall 28 parenleftsuperior 207D parenlefttp 239B parenleftvertical FE35 parenright 29
        parenrightaltonearabic FD3F parenrightbt 23A0 parenrightex 239F parenrightinferior 208E parenrightmonospace FF09 parenrightsmall 29
        parenrightsuperior 207E parenrighttp 239E parenrightvertical FE36 partialdiff 2202 paseqhebrew 5C0 pashtahebrew 599 patah 5B7
        patah11 5B7 patah1d 5B7 patah2a 5B7 patahhebrew 5B7 patahnarrowhebrew 5B7 patahquarterhebrew 5B7 patahwidehebrew 5B7 pazerhebrew 5A1
        pcircle 24DF pdotaccent 1E57 pe 5E4 pecyrillic 43F pedagesh FB44 pedageshhebrew FB44 pefinaldageshhebrew FB43 peharabic 67E
        peharmenian 57A pehebrew 5E4 pehfinalarabic FB57 pehinitialarabic FB58 pehmedialarabic FB59 pemiddlehookcyrillic 4A7
        perafehebrew FB4E percent 25 percentarabic 66A percentmonospace FF05 percentsmall 25 period 2E periodarmenian 589 periodcentered B7
        periodhalfwidth FF61 periodinferior 2E periodmonospace FF0E periodsmall 2E periodsuperior 2E perispomenigreekcmb 342
        perpendicular 22A5 perthousand 2030 perthousandzero 2070 peseta 20A7 phabengali 9AB phadeva 92B phagujarati AAB phagurmukhi A2B
        phi 3C6 phi1 3D5 philatin 278 phinthuthai E3A phisymbolgreek 3D5 phook 1A5 phophanthai E1E phophungthai E1C phosamphaothai E20
        pi 3C0 pisymbolgreek 3D6 piwrarmenian 583 plus 2B plusbelowcmb 31F pluscircle 2295 plusminus B1 plusmod 2D6 plusmonospace FF0B
        plussmall 2B plussuperior 207A pmonospace FF50 pointingindexdownwhite 261F pointingindexleftwhite 261C pointingindexrightwhite 261E
        pointingindexupwhite 261D poplathai E1B pparen 24AB precedes 227A prescription 211E prime 2032 primemod 2B9 primereversed 2035
        product 220F projective 2305 propellor 2318 propersubset 2282 propersuperset 2283 proportion 2237 proportional 221D psi 3C8
        psicyrillic 471 psilipneumatacyrilliccmb 486 qadeva 958 qadmahebrew 5A8 qafarabic 642 qaffinalarabic FED6 qafinitialarabic FED7
        qafmedialarabic FED8 qamats 5B8 qamats10 5B8 qamats1a 5B8 qamats1c 5B8 qamats27 5B8 qamats29 5B8 qamats33 5B8 qamatsde 5B8
        qamatshebrew 5B8 qamatsnarrowhebrew 5B8 qamatsqatanhebrew 5B8 qamatsqatannarrowhebrew 5B8 qamatsqatanquarterhebrew 5B8
        qamatsqatanwidehebrew 5B8 qamatsquarterhebrew 5B8 qamatswidehebrew 5B8 qarneyparahebrew 59F qcircle 24E0 qhook 2A0 qmonospace FF51
        qof 5E7 qofdagesh FB47 qofdageshhebrew FB47 qofhatafpatah 5E7+5B2 qofhatafpatahhebrew 5E7+5B2 qofhatafsegol 5E7+5B1
        qofhatafsegolhebrew 5E7+5B1 qofhebrew 5E7 qofhiriq 5E7+5B4 qofhiriqhebrew 5E7+5B4 qofholam 5E7+5B9 qofholamhebrew 5E7+5B9
        qofpatah 5E7+5B7 qofpatahhebrew 5E7+5B7 qofqamats 5E7+5B8 qofqamatshebrew 5E7+5B8 qofqubuts 5E7+5BB qofqubutshebrew 5E7+5BB
        qofsegol 5E7+5B6 qofsegolhebrew 5E7+5B6 qofsheva 5E7+5B0 qofshevahebrew 5E7+5B0 qoftsere 5E7+5B5 qoftserehebrew 5E7+5B5 qparen 24AC
        quarternote 2669 qubuts 5BB qubuts18 5BB qubuts25 5BB qubuts31 5BB qubutshebrew 5BB qubutsnarrowhebrew 5BB qubutsquarterhebrew 5BB
        qubutswidehebrew 5BB question 3F questionarabic 61F questionarmenian 55E questiondown BF questiondownsmall BF questiongreek 37E
        questionmonospace FF1F questionsmall 3F quotedbl 22 quotedblbase 201E quotedblleft 201C quotedblmonospace FF02 quotedblright 201D
        quoteleft 2018 quoteleftreversed 201B quotereversed 201B quoteright 2019 quoterightn 149 quotesinglbase 201A quotesingle 27
        quotesinglemonospace FF07 raarmenian 57C rabengali 9B0 racute 155 radeva 930 radical 221A radicalex 203E rafe 5BF rafehebrew 5BF
        ragujarati AB0 ragurmukhi A30 rakatakanahalfwidth FF97 ralowerdiagonalbengali 9F1 ramiddlediagonalbengali 9F0 ramshorn 264
        ratio 2236 rcaron 159 rcedilla 157 rcircle 24E1 rcommaaccent 157 rdblgrave 211 rdotaccent 1E59 rdotbelow 1E5B rdotbelowmacron 1E5D
        referencemark 203B reflexsubset 2286 reflexsuperset 2287 registered AE registersans AE registerserif AE reharabic 631
        reharmenian 580 rehfinalarabic FEAE rehyehaleflamarabic 631+FEF3+FE8E+644 rekatakanahalfwidth FF9A resh 5E8 reshdageshhebrew FB48
        reshhatafpatah 5E8+5B2 reshhatafpatahhebrew 5E8+5B2 reshhatafsegol 5E8+5B1 reshhatafsegolhebrew 5E8+5B1 reshhebrew 5E8
        reshhiriq 5E8+5B4 reshhiriqhebrew 5E8+5B4 reshholam 5E8+5B9 reshholamhebrew 5E8+5B9 reshpatah 5E8+5B7 reshpatahhebrew 5E8+5B7
        reshqamats 5E8+5B8 reshqamatshebrew 5E8+5B8 reshqubuts 5E8+5BB reshqubutshebrew 5E8+5BB reshsegol 5E8+5B6 reshsegolhebrew 5E8+5B6
        reshsheva 5E8+5B0 reshshevahebrew 5E8+5B0 reshtsere 5E8+5B5 reshtserehebrew 5E8+5B5 reversedtilde 223D reviahebrew 597
        reviamugrashhebrew 597 revlogicalnot 2310 rfishhook 27E rfishhookreversed 27F rhabengali 9DD rhadeva 95D rho 3C1 rho1 3F1 rhook 27D
        rhookturned 27B rhookturnedsuperior 2B5 rhosymbolgreek 3F1 rhotichookmod 2DE rightangle 221F righttackbelowcmb 319
        righttriangle 22BF rikatakanahalfwidth FF98 ring 2DA ringbelowcmb 325 ringcmb 30A ringhalfleft 2BF ringhalfleftarmenian 559
        ringhalfleftbelowcmb 31C ringhalfleftcentered 2D3 ringhalfright 2BE ringhalfrightbelowcmb 339 ringhalfrightcentered 2D2
        rinvertedbreve 213 rlinebelow 1E5F rlongleg 27C rlonglegturned 27A rmonospace FF52 rokatakanahalfwidth FF9B roruathai E23
        rparen 24AD rrabengali 9DC rradeva 931 rragurmukhi A5C rreharabic 691 rrehfinalarabic FB8D rrvocalicbengali 9E0 rrvocalicdeva 960
        rrvocalicgujarati AE0 rrvocalicvowelsignbengali 9C4 rrvocalicvowelsigndeva 944 rrvocalicvowelsigngujarati AC4 rsuperior 72
        rtblock 2590 rturned 279 rturnedsuperior 2B4 rukatakanahalfwidth FF99 rupeemarkbengali 9F2 rupeesignbengali 9F3 rupiah 20A8
        ruthai E24 rvocalicbengali 98B rvocalicdeva 90B rvocalicgujarati A8B rvocalicvowelsignbengali 9C3 rvocalicvowelsigndeva 943
        rvocalicvowelsigngujarati AC3 sabengali 9B8 sacute 15B sacutedotaccent 1E65 sadarabic 635 sadeva 938 sadfinalarabic FEBA
        sadinitialarabic FEBB sadmedialarabic FEBC sagujarati AB8 sagurmukhi A38 sakatakanahalfwidth FF7B
        sallallahoualayhewasallamarabic FDFA samekh 5E1 samekhdagesh FB41 samekhdageshhebrew FB41 samekhhebrew 5E1 saraaathai E32
        saraaethai E41 saraaimaimalaithai E44 saraaimaimuanthai E43 saraamthai E33 saraathai E30 saraethai E40 saraiithai E35 saraithai E34
        saraothai E42 saraueethai E37 sarauethai E36 sarauthai E38 sarauuthai E39 scaron 161 scarondotaccent 1E67 scedilla 15F schwa 259
        schwacyrillic 4D9 schwadieresiscyrillic 4DB schwahook 25A scircle 24E2 scircumflex 15D scommaaccent 219 sdotaccent 1E61
        sdotbelow 1E63 sdotbelowdotaccent 1E69 seagullbelowcmb 33C second 2033 secondtonechinese 2CA section A7 seenarabic 633
        seenfinalarabic FEB2 seeninitialarabic FEB3 seenmedialarabic FEB4 segol 5B6 segol13 5B6 segol1f 5B6 segol2c 5B6 segolhebrew 5B6
        segolnarrowhebrew 5B6 segolquarterhebrew 5B6 segoltahebrew 592 segolwidehebrew 5B6 seharmenian 57D sekatakanahalfwidth FF7E
        semicolon 3B semicolonarabic 61B semicolonmonospace FF1B semicolonsmall 3B semivoicedmarkkanahalfwidth FF9F seven 37 sevenarabic 667
        sevenbengali 9ED sevencircle 2466 sevencircleinversesansserif 2790 sevendeva 96D seveneighths 215E sevengujarati AED
        sevengurmukhi A6D sevenhackarabic 667 seveninferior 2087 sevenmonospace FF17 sevenoldstyle 37 sevenparen 247A sevenperiod 248E
        sevenpersian 6F7 sevenroman 2176 sevensuperior 2077 seventeencircle 2470 seventeenparen 2484 seventeenperiod 2498 seventhai E57
        sfthyphen AD shaarmenian 577 shabengali 9B6 shacyrillic 448 shaddaarabic 651 shaddadammaarabic FC61 shaddadammatanarabic FC5E
        shaddafathaarabic FC60 shaddafathatanarabic 651+64B shaddakasraarabic FC62 shaddakasratanarabic FC5F shade 2592 shadedark 2593
        shadelight 2591 shademedium 2592 shadeva 936 shagujarati AB6 shagurmukhi A36 shalshelethebrew 593 sharp 266F shchacyrillic 449
        sheenarabic 634 sheenfinalarabic FEB6 sheeninitialarabic FEB7 sheenmedialarabic FEB8 sheicoptic 3E3 sheqel 20AA sheqelhebrew 20AA
        sheva 5B0 sheva115 5B0 sheva15 5B0 sheva22 5B0 sheva2e 5B0 shevahebrew 5B0 shevanarrowhebrew 5B0 shevaquarterhebrew 5B0
        shevawidehebrew 5B0 shhacyrillic 4BB shimacoptic 3ED shin 5E9 shindagesh FB49 shindageshhebrew FB49 shindageshshindot FB2C
        shindageshshindothebrew FB2C shindageshsindot FB2D shindageshsindothebrew FB2D shindothebrew 5C1 shinhebrew 5E9 shinshindot FB2A
        shinshindothebrew FB2A shinsindot FB2B shinsindothebrew FB2B shook 282 sigma 3C3 sigma1 3C2 sigmafinal 3C2
        sigmalunatesymbolgreek 3F2 sikatakanahalfwidth FF7C siluqhebrew 5BD siluqlefthebrew 5BD similar 223C similarequal 2243
        sindothebrew 5C2 six 36 sixarabic 666 sixbengali 9EC sixcircle 2465 sixcircleinversesansserif 278F sixdeva 96C sixgujarati AEC
        sixgurmukhi A6C sixhackarabic 666 sixinferior 2086 sixmonospace FF16 sixoldstyle 36 sixparen 2479 sixperiod 248D sixpersian 6F6
        sixroman 2175 sixsuperior 2076 sixteencircle 246F sixteencurrencydenominatorbengali 9F9 sixteenparen 2483 sixteenperiod 2497
        sixthai E56 slash 2F slashmonospace FF0F slong 17F slongdotaccent 1E9B smileface 263A smonospace FF53 sofpasuqhebrew 5C3
        softhyphen AD softsigncyrillic 44C sokatakanahalfwidth FF7F soliduslongoverlaycmb 338 solidusshortoverlaycmb 337 sorusithai E29
        sosalathai E28 sosothai E0B sosuathai E2A space 20 spacehackarabic 20 spade 2660 spadesuitblack 2660 spadesuitwhite 2664 sparen 24AE
        squarebelowcmb 33B squarediagonalcrosshatchfill 25A9 squarehorizontalfill 25A4 squareorthogonalcrosshatchfill 25A6
        squareupperlefttolowerrightfill 25A7 squareupperrighttolowerleftfill 25A8 squareverticalfill 25A5 squarewhitewithsmallblack 25A3
        ssabengali 9B7 ssadeva 937 ssagujarati AB7 ssuperior 73 star 22C6 sterling A3 sterlingmonospace FFE1 strokelongoverlaycmb 336
        strokeshortoverlaycmb 335 subset 2282 subsetnotequal 228A subsetorequal 2286 succeeds 227B suchthat 220B sukatakanahalfwidth FF7D
        sukunarabic 652 summation 2211 sun 263C superset 2283 supersetnotequal 228B supersetorequal 2287 suppress 142 tabengali 9A4
        tackdown 22A4 tackleft 22A3 tadeva 924 tagujarati AA4 tagurmukhi A24 taharabic 637 tahfinalarabic FEC2 tahinitialarabic FEC3
        tahmedialarabic FEC4 takatakanahalfwidth FF80 tatweelarabic 640 tau 3C4 tav 5EA tavdages FB4A tavdagesh FB4A tavdageshhebrew FB4A
        tavhebrew 5EA tbar 167 tcaron 165 tccurl 2A8 tcedilla 163 tcheharabic 686 tchehfinalarabic FB7B tchehinitialarabic FB7C
        tchehmedialarabic FB7D tchehmeeminitialarabic FB7C+FEE4 tcircle 24E3 tcircumflexbelow 1E71 tcommaaccent 163 tdieresis 1E97
        tdotaccent 1E6B tdotbelow 1E6D tecyrillic 442 tedescendercyrillic 4AD teharabic 62A tehfinalarabic FE96 tehhahinitialarabic FCA2
        tehhahisolatedarabic FC0C tehinitialarabic FE97 tehjeeminitialarabic FCA1 tehjeemisolatedarabic FC0B tehmarbutaarabic 629
        tehmarbutafinalarabic FE94 tehmedialarabic FE98 tehmeeminitialarabic FCA4 tehmeemisolatedarabic FC0E tehnoonfinalarabic FC73
        tekatakanahalfwidth FF83 telephone 2121 telephoneblack 260E telishagedolahebrew 5A0 telishaqetanahebrew 5A9 tencircle 2469
        tenparen 247D tenperiod 2491 tenroman 2179 tesh 2A7 tet 5D8 tetdagesh FB38 tetdageshhebrew FB38 tethebrew 5D8 tetsecyrillic 4B5
        tevirhebrew 59B tevirlefthebrew 59B thabengali 9A5 thadeva 925 thagujarati AA5 thagurmukhi A25 thalarabic 630 thalfinalarabic FEAC
        thanthakhatthai E4C theharabic 62B thehfinalarabic FE9A thehinitialarabic FE9B thehmedialarabic FE9C thereexists 2203 therefore 2234
        theta 3B8 theta1 3D1 thetasymbolgreek 3D1 thirteencircle 246C thirteenparen 2480 thirteenperiod 2494 thonangmonthothai E11 thook 1AD
        thophuthaothai E12 thorn FE thothahanthai E17 thothanthai E10 thothongthai E18 thothungthai E16 thousandcyrillic 482
        thousandsseparatorarabic 66C thousandsseparatorpersian 66C three 33 threearabic 663 threebengali 9E9 threecircle 2462
        threecircleinversesansserif 278C threedeva 969 threeeighths 215C threegujarati AE9 threegurmukhi A69 threehackarabic 663
        threeinferior 2083 threemonospace FF13 threenumeratorbengali 9F6 threeoldstyle 33 threeparen 2476 threeperiod 248A threepersian 6F3
        threequarters BE threequartersemdash 2014 threeroman 2172 threesuperior B3 threethai E53 tie 2040 tikatakanahalfwidth FF81 tilde 2DC
        tildebelowcmb 330 tildecmb 303 tildecomb 303 tildedoublecmb 360 tildeoperator 223C tildeoverlaycmb 334 tildeverticalcmb 33E
        timescircle 2297 tipehahebrew 596 tipehalefthebrew 596 tippigurmukhi A70 titlocyrilliccmb 483 tiwnarmenian 57F tlinebelow 1E6F
        tmonospace FF54 toarmenian 569 tokatakanahalfwidth FF84 tonebarextrahighmod 2E5 tonebarextralowmod 2E9 tonebarhighmod 2E6
        tonebarlowmod 2E8 tonebarmidmod 2E7 tonefive 1BD tonesix 185 tonetwo 1A8 tonos 384 topatakthai E0F
        tortoiseshellbracketleftsmall 3014 tortoiseshellbracketleftvertical FE39 tortoiseshellbracketrightsmall 3015
        tortoiseshellbracketrightvertical FE3A totaothai E15 tpalatalhook 1AB tparen 24AF trademark 2122 trademarksans 2122
        trademarkserif 2122 tretroflexhook 288 triagdn 25BC triaglf 25C4 triagrt 25BA triagup 25B2 ts 2A6 tsadi 5E6 tsadidagesh FB46
        tsadidageshhebrew FB46 tsadihebrew 5E6 tsecyrillic 446 tsere 5B5 tsere12 5B5 tsere1e 5B5 tsere2b 5B5 tserehebrew 5B5
        tserenarrowhebrew 5B5 tserequarterhebrew 5B5 tserewidehebrew 5B5 tshecyrillic 45B tsuperior 74 ttabengali 99F ttadeva 91F
        ttagujarati A9F ttagurmukhi A1F tteharabic 679 ttehfinalarabic FB67 ttehinitialarabic FB68 ttehmedialarabic FB69 tthabengali 9A0
        tthadeva 920 tthagujarati AA0 tthagurmukhi A20 tturned 287 tukatakanahalfwidth FF82 turnstileleft 22A2 turnstileright 22A3
        tusmallkatakanahalfwidth FF6F twelvecircle 246B twelveparen 247F twelveperiod 2493 twelveroman 217B twentycircle 2473
        twentyhangzhou 5344 twentyparen 2487 twentyperiod 249B two 32 twoarabic 662 twobengali 9E8 twocircle 2461
        twocircleinversesansserif 278B twodeva 968 twodotenleader 2025 twodotleader 2025 twodotleadervertical FE30 twogujarati AE8
        twogurmukhi A68 twohackarabic 662 twoinferior 2082 twomonospace FF12 twonumeratorbengali 9F5 twooldstyle 32 twoparen 2475
        twoperiod 2489 twopersian 6F2 tworoman 2171 twostroke 1BB twosuperior B2 twothai E52 twothirds 2154 uacute FA ubar 289 ubengali 989
        ubreve 16D ucaron 1D4 ucircle 24E4 ucircumflex FB ucircumflexbelow 1E77 ucyrillic 443 udattadeva 951 udblacute 171 udblgrave 215
        udeva 909 udieresis FC udieresisacute 1D8 udieresisbelow 1E73 udieresiscaron 1DA udieresiscyrillic 4F1 udieresisgrave 1DC
        udieresismacron 1D6 udotbelow 1EE5 ugrave F9 ugujarati A89 ugurmukhi A09 uhookabove 1EE7 uhorn 1B0 uhornacute 1EE9
        uhorndotbelow 1EF1 uhorngrave 1EEB uhornhookabove 1EED uhorntilde 1EEF uhungarumlaut 171 uhungarumlautcyrillic 4F3
        uinvertedbreve 217 ukatakanahalfwidth FF73 ukcyrillic 479 umacron 16B umacroncyrillic 4EF umacrondieresis 1E7B umatragurmukhi A41
        umonospace FF55 underscore 5F underscoredbl 2017 underscoremonospace FF3F underscorevertical FE33 underscorewavy FE4F union 222A
        universal 2200 uogonek 173 uparen 24B0 upblock 2580 upperdothebrew 5C4 upsilon 3C5 upsilondieresis 3CB upsilondieresistonos 3B0
        upsilonlatin 28A upsilontonos 3CD uptackbelowcmb 31D uptackmod 2D4 uragurmukhi A73 uring 16F ushortcyrillic 45E
        usmallkatakanahalfwidth FF69 ustraightcyrillic 4AF ustraightstrokecyrillic 4B1 utilde 169 utildeacute 1E79 utildebelow 1E75
        uubengali 98A uudeva 90A uugujarati A8A uugurmukhi A0A uumatragurmukhi A42 uuvowelsignbengali 9C2 uuvowelsigndeva 942
        uuvowelsigngujarati AC2 uvowelsignbengali 9C1 uvowelsigndeva 941 uvowelsigngujarati AC1 vadeva 935 vagujarati AB5 vagurmukhi A35
        vav 5D5 vavdagesh FB35 vavdagesh65 FB35 vavdageshhebrew FB35 vavhebrew 5D5 vavholam FB4B vavholamhebrew FB4B vavvavhebrew 5F0
        vavyodhebrew 5F1 vcircle 24E5 vdotbelow 1E7F vector 20D7 vecyrillic 432 veharabic 6A4 vehfinalarabic FB6B vehinitialarabic FB6C
        vehmedialarabic FB6D venus 2640 verticalbar 7C verticallineabovecmb 30D verticallinebelowcmb 329 verticallinelowmod 2CC
        verticallinemod 2C8 vewarmenian 57E vhook 28B viramabengali 9CD viramadeva 94D viramagujarati ACD visargabengali 983 visargadeva 903
        visargagujarati A83 visiblespace 2423 vmonospace FF56 voarmenian 578 voicedmarkkanahalfwidth FF9E vparen 24B1 vtilde 1E7D
        vturned 28C wacute 1E83 wakatakanahalfwidth FF9C wavyunderscorevertical FE34 wawarabic 648 wawfinalarabic FEEE
        wawhamzaabovearabic 624 wawhamzaabovefinalarabic FE86 wcircle 24E6 wcircumflex 175 wdieresis 1E85 wdotaccent 1E87 wdotbelow 1E89
        weierstrass 2118 wgrave 1E81 whitebullet 25E6 whitecircle 25CB whitecircleinverse 25D9 whitecornerbracketleftvertical FE43
        whitecornerbracketrightvertical FE44 whitediamond 25C7 whitediamondcontainingblacksmalldiamond 25C8
        whitedownpointingsmalltriangle 25BF whitedownpointingtriangle 25BD whiteleftpointingsmalltriangle 25C3
        whiteleftpointingtriangle 25C1 whiterightpointingsmalltriangle 25B9 whiterightpointingtriangle 25B7 whitesmallsquare 25AB
        whitesmilingface 263A whitesquare 25A1 whitestar 2606 whitetelephone 260F whiteuppointingsmalltriangle 25B5
        whiteuppointingtriangle 25B3 wmonospace FF57 wokatakanahalfwidth FF66 won 20A9 wonmonospace FFE6 wowaenthai E27 wparen 24B2
        wreathproduct 2240 wring 1E98 wsuperior 2B7 wturned 28D wynn 1BF xabovecmb 33D xcircle 24E7 xdieresis 1E8D xdotaccent 1E8B
        xeharmenian 56D xi 3BE xmonospace FF58 xparen 24B3 xsuperior 2E3 yabengali 9AF yacute FD yadeva 92F yagujarati AAF yagurmukhi A2F
        yakatakanahalfwidth FF94 yamakkanthai E4E yasmallkatakanahalfwidth FF6C yatcyrillic 463 ycircle 24E8 ycircumflex 177 ydieresis FF
        ydotaccent 1E8F ydotbelow 1EF5 yeharabic 64A yehbarreearabic 6D2 yehbarreefinalarabic FBAF yehfinalarabic FEF2
        yehhamzaabovearabic 626 yehhamzaabovefinalarabic FE8A yehhamzaaboveinitialarabic FE8B yehhamzaabovemedialarabic FE8C
        yehinitialarabic FEF3 yehmedialarabic FEF4 yehmeeminitialarabic FCDD yehmeemisolatedarabic FC58 yehnoonfinalarabic FC94
        yehthreedotsbelowarabic 6D1 yen A5 yenmonospace FFE5 yerahbenyomohebrew 5AA yerahbenyomolefthebrew 5AA yericyrillic 44B
        yerudieresiscyrillic 4F9 yetivhebrew 59A ygrave 1EF3 yhook 1B4 yhookabove 1EF7 yiarmenian 575 yicyrillic 457 yinyang 262F
        yiwnarmenian 582 ymonospace FF59 yod 5D9 yoddagesh FB39 yoddageshhebrew FB39 yodhebrew 5D9 yodyodhebrew 5F2 yodyodpatahhebrew FB1F
        yokatakanahalfwidth FF96 yosmallkatakanahalfwidth FF6E yotgreek 3F3 yoyakthai E22 yoyingthai E0D yparen 24B4 ypogegrammeni 37A
        ypogegrammenigreekcmb 345 yr 1A6 yring 1E99 ysuperior 2B8 ytilde 1EF9 yturned 28E yukatakanahalfwidth FF95 yusbigcyrillic 46B
        yusbigiotifiedcyrillic 46D yuslittlecyrillic 467 yuslittleiotifiedcyrillic 469 yusmallkatakanahalfwidth FF6D yyabengali 9DF
        yyadeva 95F zaarmenian 566 zacute 17A zadeva 95B zagurmukhi A5B zaharabic 638 zahfinalarabic FEC6 zahinitialarabic FEC7
        zahmedialarabic FEC8 zainarabic 632 zainfinalarabic FEB0 zaqefgadolhebrew 595 zaqefqatanhebrew 594 zarqahebrew 598 zayin 5D6
        zayindagesh FB36 zayindageshhebrew FB36 zayinhebrew 5D6 zcaron 17E zcircle 24E9 zcircumflex 1E91 zcurl 291 zdot 17C zdotaccent 17C
        zdotbelow 1E93 zecyrillic 437 zedescendercyrillic 499 zedieresiscyrillic 4DF zero 30 zeroarabic 660 zerobengali 9E6 zerodeva 966
        zerogujarati AE6 zerogurmukhi A66 zerohackarabic 660 zeroinferior 2080 zeromonospace FF10 zerooldstyle 30 zeropersian 6F0
        zerosuperior 2070 zerothai E50 zerowidthjoiner FEFF zerowidthnonjoiner 200C zerowidthspace 200B zeta 3B6 zhearmenian 56A
        zhebrevecyrillic 4C2 zhecyrillic 436 zhedescendercyrillic 497 zhedieresiscyrillic 4DD zinorhebrew 5AE zlinebelow 1E95
        zmonospace FF5A zparen 24B5 zretroflexhook 290 zstroke 1B6
        """
}
