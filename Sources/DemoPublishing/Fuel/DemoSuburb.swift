/// A suburb of the sample metro, with its real position, so that maps and places match. Its stations and prices are invented.
///
/// Names and positions, to the fourth decimal, are from GeoNames (https://www.geonames.org/), CC BY 4.0.
struct DemoSuburb: Sendable {
    let name: String
    /// FuelWatch's region: 25 north of the river, 26 south of it, 27 east and hills.
    let region: Int
    /// In units of 0.0001°.
    let latitude: Int
    let longitude: Int

    init(_ name: String, _ region: Int, _ latitude: Int, _ longitude: Int) {
        (self.name, self.region, self.latitude, self.longitude) = (name, region, latitude, longitude)
    }

    /// In the source's format.
    var location: String { name.uppercased() }

    /// Whether the other suburb counts as nearby: this one, and those within four kilometres.
    func surrounds(_ other: DemoSuburb) -> Bool {
        // Metres for 0.0001° at 32° south: 11.1 northward, 9.4 eastward.
        let (north, east) = ((latitude - other.latitude) * 111, (longitude - other.longitude) * 94)
        return north * north + east * east <= 40_000 * 40_000
    }

    static let all = [
        DemoSuburb("Scarborough", 25, -318_958, 1_157_643),
        DemoSuburb("Duncraig", 25, -318_329, 1_157_759),
        DemoSuburb("Balga", 25, -318_550, 1_158_399),
        DemoSuburb("Kingsley", 25, -318_104, 1_158_008),
        DemoSuburb("Dianella", 25, -318_882, 1_158_719),
        DemoSuburb("Morley", 25, -318_878, 1_159_099),
        DemoSuburb("Nollamara", 25, -318_802, 1_158_454),
        DemoSuburb("Yokine", 25, -319_011, 1_158_532),
        DemoSuburb("Wanneroo", 25, -317_500, 1_158_000),
        DemoSuburb("Wembley", 25, -319_331, 1_158_178),
        DemoSuburb("Hillarys", 25, -318_070, 1_157_404),
        DemoSuburb("Mount Lawley", 25, -319_344, 1_158_716),
        DemoSuburb("Balcatta", 25, -318_750, 1_158_284),
        DemoSuburb("Stirling", 25, -318_834, 1_158_099),
        DemoSuburb("Greenwood", 25, -318_272, 1_158_025),
        DemoSuburb("Joondalup", 25, -317_444, 1_157_684),
        DemoSuburb("Woodvale", 25, -317_893, 1_157_968),
        DemoSuburb("Karrinyup", 25, -318_723, 1_157_768),
        DemoSuburb("Subiaco", 25, -319_485, 1_158_268),
        DemoSuburb("Innaloo", 25, -318_927, 1_157_951),
        DemoSuburb("Clarkson", 25, -316_828, 1_157_247),
        DemoSuburb("Butler", 25, -316_430, 1_157_043),
        DemoSuburb("Claremont", 25, -319_796, 1_157_823),
        DemoSuburb("Cottesloe", 25, -319_943, 1_157_582),
        DemoSuburb("Nedlands", 25, -319_818, 1_158_073),
        DemoSuburb("Mirrabooka", 25, -318_596, 1_158_659),
        DemoSuburb("Perth", 25, -319_522, 1_158_614),
        DemoSuburb("Leederville", 25, -319_363, 1_158_419),
        DemoSuburb("Osborne Park", 25, -319_007, 1_158_108),
        DemoSuburb("Bayswater", 25, -319_169, 1_159_178),
        DemoSuburb("Landsdale", 25, -318_075, 1_158_660),
        DemoSuburb("Canning Vale", 26, -320_580, 1_159_181),
        DemoSuburb("Thornlie", 26, -320_600, 1_159_550),
        DemoSuburb("Willetton", 26, -320_525, 1_158_878),
        DemoSuburb("Como", 26, -319_912, 1_158_634),
        DemoSuburb("South Perth", 26, -319_833, 1_158_667),
        DemoSuburb("East Victoria Park", 26, -319_889, 1_159_039),
        DemoSuburb("Fremantle", 26, -320_563, 1_157_456),
        DemoSuburb("Hamilton Hill", 26, -320_845, 1_157_795),
        DemoSuburb("Kardinya", 26, -320_656, 1_158_148),
        DemoSuburb("Spearwood", 26, -321_053, 1_157_780),
        DemoSuburb("Baldivis", 26, -323_289, 1_158_305),
        DemoSuburb("Rockingham", 26, -322_768, 1_157_298),
        DemoSuburb("Cannington", 26, -320_162, 1_159_365),
        DemoSuburb("Bentley", 26, -320_022, 1_159_247),
        DemoSuburb("Carlisle", 26, -319_794, 1_159_181),
        DemoSuburb("Riverton", 26, -320_347, 1_158_986),
        DemoSuburb("Melville", 26, -320_404, 1_158_012),
        DemoSuburb("Applecross", 26, -320_167, 1_158_333),
        DemoSuburb("Palmyra", 26, -320_450, 1_157_859),
        DemoSuburb("Success", 26, -321_428, 1_158_500),
        DemoSuburb("Byford", 26, -322_210, 1_160_090),
        DemoSuburb("Armadale", 26, -321_461, 1_160_093),
        DemoSuburb("Gosnells", 26, -320_810, 1_160_054),
        DemoSuburb("Bull Creek", 26, -320_562, 1_158_624),
        DemoSuburb("Midland", 27, -318_891, 1_160_107),
        DemoSuburb("High Wycombe", 27, -319_444, 1_160_034),
        DemoSuburb("Forrestfield", 27, -319_828, 1_160_067),
        DemoSuburb("Kalamunda", 27, -319_737, 1_160_584),
        DemoSuburb("Bassendean", 27, -319_091, 1_159_437),
        DemoSuburb("Ellenbrook", 27, -317_674, 1_159_694),
        DemoSuburb("Belmont", 27, -319_435, 1_159_255),
        DemoSuburb("Cloverdale", 27, -319_628, 1_159_443),
        DemoSuburb("Swan View", 27, -318_833, 1_160_500),
        DemoSuburb("Mundaring", 27, -319_021, 1_161_676),
    ]
}
