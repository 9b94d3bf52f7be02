/** Names from which people and companies are drawn: made up, of many sounds, none of anybody in particular. It draws nothing. */

export const FIRST_NAMES: readonly string[] = `
Abrielle Adomako Ailsabet Akiro Alvedan Amirel Anouska Aruneth Bastiano Belinay
Briseida Caldris Chidima Corvane Dagmara Davorin Delphira Edisane Eluned Emeka
Fenwick Fiorela Galinda Gethro Hadiza Halvard Ilsabel Imarie Isandro Jorunn
Kalindi Kasimira Keziban Lavinda Leocadio Lindiwe Maelis Malakai Marisela Nadezha
Nikanor Odessine Oluwafe Orfeas Perpetua Quillan Radomil Rosalba Saoirsa Senthil
Severina Sunniva Tadeusz Thandeka Ulrika Vasilena Wendeline Xiulan Yevgena Zoltan
`
  .trim()
  .split(/\s+/);

export const LAST_NAMES: readonly string[] = `
Abernast Adeyombo Almqvast Arantegui Bachorik Balogunde Barrowmere Bellacorte Brzezan Calderwyn
Chakravel Corrigane Dalmasov Dembela Drummelow Eikelund Eskandar Fairbrook Farrowell Fujinari
Galvarez Ghorbanel Granquist Hallorane Hashimora Hendrickx Ibarrola Iyengare Jablonek Kaczmaral
Karapetis Kirstenholm Kwartengo Lindqvara Lombardel Macalroy Mbathane Mehrotani Montclair Nakagaru
Narvaezo Nwachuke Obergard Okonjola Ostrander Pelletrix Petrokova Quintavel Rautavara Rosenthorn
Sandovari Schirmbeck Silvestran Takahira Tshabane Uchendara Valkenrood Weissmark Yamadori Zielenska
`
  .trim()
  .split(/\s+/);

export const COMPANY_NAMES: readonly string[] = [
  'Brightmoor Systems',
  'Calderfield Analytics',
  'Dunmere Software',
  'Elmsworth Data',
  'Farrowgate Labs',
  'Glenholt Digital',
  'Hartlow Insight',
  'Kestrelby Works',
  'Larkhollow Technologies',
  'Merrowdale Platforms',
  'Northwyke Solutions',
  'Oakenfirth Services',
];
