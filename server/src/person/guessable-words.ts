/** What people begin with who must choose a password: the usual words of the four languages, as one list. */
const words = [
  // English
  ...['welcome', 'password', 'summer', 'winter', 'spring', 'autumn', 'january', 'february', 'march', 'april', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december', 'monday', 'tuesday', 'wednesday', 'thursday'],
  ...['friday', 'saturday', 'sunday', 'hello', 'secret', 'admin', 'administrator', 'changeme', 'letmein', 'company'],
  ...['office', 'football', 'hockey', 'sunshine', 'christmas', 'holiday', 'finland', 'sweden', 'germany', 'login'],
  ...['feedback', 'survey', 'customer', 'dashboard', 'default', 'temporary', 'manager', 'service'],
  // Finnish
  ...['tervetuloa', 'salasana', 'kesä', 'talvi', 'syksy', 'kevät', 'tammikuu', 'helmikuu', 'maaliskuu', 'huhtikuu'],
  ...['toukokuu', 'kesäkuu', 'heinäkuu', 'elokuu', 'syyskuu', 'lokakuu', 'marraskuu', 'joulukuu', 'maanantai'],
  ...['tiistai', 'keskiviikko', 'torstai', 'perjantai', 'lauantai', 'sunnuntai', 'salainen', 'rakkaus', 'kulta'],
  ...['jääkiekko', 'jalkapallo', 'joulu', 'juhannus', 'kesäloma', 'loma', 'suomi', 'helsinki', 'tampere', 'turku'],
  ...['espoo', 'vantaa', 'oulu', 'perkele', 'yritys', 'toimisto', 'palaute', 'kysely', 'asiakas', 'moikka'],
  // Swedish
  ...['välkommen', 'lösenord', 'sommar', 'vinter', 'höst', 'vår', 'januari', 'februari', 'mars', 'maj', 'juni'],
  ...['juli', 'augusti', 'oktober', 'måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag', 'söndag', 'hemlig'],
  ...['kärlek', 'fotboll', 'ishockey', 'midsommar', 'semester', 'sverige', 'stockholm', 'göteborg', 'malmö'],
  ...['företag', 'kontor', 'enkät', 'kund', 'sommarlov', 'jul'],
  // German
  ...['willkommen', 'passwort', 'kennwort', 'sommer', 'herbst', 'frühling', 'frühjahr', 'januar', 'februar', 'märz'],
  ...['mai', 'dezember', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag', 'geheim'],
  ...['liebe', 'schatz', 'fußball', 'fussball', 'weihnachten', 'urlaub', 'deutschland', 'berlin', 'hamburg'],
  ...['münchen', 'firma', 'büro', 'umfrage', 'kunde', 'hallo', 'guten'],
]

const undotted = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')

/** As they are, and as they are typed without their dots. */
export const guessableWords: readonly string[] = [...new Set(words.flatMap((word) => [word, undotted(word)]))]
