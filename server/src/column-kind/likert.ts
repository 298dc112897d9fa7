import { fold } from '@kaiku/core/text.ts'

/** A step of a worded scale from 1, the worst, to 5, the best. */
export type LikertStep = 1 | 2 | 3 | 4 | 5

// Worst first; `|` between words that say the same. An empty step is not asked for in that scale.
const scales = [
  'very dissatisfied|extremely dissatisfied|very unsatisfied;dissatisfied|unsatisfied|somewhat dissatisfied|rather dissatisfied;neutral|neither satisfied nor dissatisfied|neither;satisfied|somewhat satisfied|rather satisfied;very satisfied|extremely satisfied|completely satisfied',
  'strongly disagree|completely disagree|disagree strongly;disagree|somewhat disagree|disagree somewhat;neutral|neither agree nor disagree|neither|undecided;agree|somewhat agree|agree somewhat;strongly agree|completely agree|agree strongly',
  'very poor|very bad|terrible;poor|bad;fair|average|ok|okay|acceptable|neutral;good;very good|excellent|great',
  'never;rarely|seldom;sometimes|occasionally;often|usually|frequently;always|very often',
  'very unlikely|extremely unlikely|not at all likely;unlikely|somewhat unlikely|not very likely;neutral|neither likely nor unlikely|neither;likely|somewhat likely;very likely|extremely likely',
  'very difficult|extremely difficult;difficult|rather difficult;neutral|neither easy nor difficult|neither;easy|rather easy;very easy|extremely easy',
  'not at all important|very unimportant;unimportant|not very important|slightly important;neutral|moderately important|somewhat important;important;very important|extremely important',
  'erittäin tyytymätön|hyvin tyytymätön;tyytymätön|melko tyytymätön;neutraali|ei tyytyväinen eikä tyytymätön|en tyytyväinen enkä tyytymätön|siltä väliltä;tyytyväinen|melko tyytyväinen;erittäin tyytyväinen|hyvin tyytyväinen',
  'täysin eri mieltä;eri mieltä|jokseenkin eri mieltä|osittain eri mieltä|melko eri mieltä;neutraali|ei samaa eikä eri mieltä|en samaa enkä eri mieltä;samaa mieltä|jokseenkin samaa mieltä|osittain samaa mieltä|melko samaa mieltä;täysin samaa mieltä',
  'erittäin huono|hyvin huono;huono|melko huono;kohtalainen|tyydyttävä|keskinkertainen|neutraali;hyvä|melko hyvä;erittäin hyvä|erinomainen|kiitettävä|hyvin hyvä',
  'ei koskaan|en koskaan;harvoin;joskus|silloin tällöin;usein;aina|hyvin usein',
  'erittäin epätodennäköisesti|hyvin epätodennäköisesti;epätodennäköisesti;neutraali|en osaa arvioida;todennäköisesti;erittäin todennäköisesti|hyvin todennäköisesti',
  'mycket missnöjd;missnöjd|ganska missnöjd;neutral|varken nöjd eller missnöjd|varken eller;nöjd|ganska nöjd;mycket nöjd',
  'instämmer inte alls|tar helt avstånd;instämmer inte|instämmer delvis inte|instämmer i låg grad;neutral|varken eller;instämmer|instämmer delvis|instämmer i hög grad;instämmer helt|instämmer fullständigt|håller helt med',
  'mycket dålig|mycket dåligt;dålig|dåligt|ganska dålig|ganska dåligt;godkänd|godkänt|varken bra eller dålig|varken bra eller dåligt|neutral|okej;bra|ganska bra;mycket bra|utmärkt',
  'aldrig;sällan;ibland;ofta;alltid',
  'mycket osannolikt;osannolikt;neutral|varken eller;sannolikt|troligt;mycket sannolikt|mycket troligt',
  'sehr unzufrieden;unzufrieden|eher unzufrieden;neutral|weder noch|teils teils|weder zufrieden noch unzufrieden;zufrieden|eher zufrieden;sehr zufrieden',
  'stimme überhaupt nicht zu|stimme gar nicht zu|trifft überhaupt nicht zu|trifft gar nicht zu;stimme nicht zu|stimme eher nicht zu|trifft eher nicht zu;neutral|weder noch|teils teils;stimme zu|stimme eher zu|trifft eher zu;stimme voll und ganz zu|stimme voll zu|trifft voll und ganz zu|trifft voll zu',
  'sehr schlecht;schlecht|eher schlecht;mittelmäßig|befriedigend|neutral|okay;gut|eher gut;sehr gut|ausgezeichnet',
  'nie|niemals;selten;manchmal|gelegentlich;oft|häufig;immer|sehr oft',
  'sehr unwahrscheinlich;unwahrscheinlich|eher unwahrscheinlich;neutral|weder noch;wahrscheinlich|eher wahrscheinlich;sehr wahrscheinlich',
] as const

const steps = [1, 2, 3, 4, 5] as const
const known: readonly ReadonlyMap<string, LikertStep>[] = scales.map(
  (scale) =>
    new Map(
      scale.split(';').flatMap((words, at) => words.split('|').map((word) => [fold(word), steps[at] ?? 3] as const)),
    ),
)

const plain = (text: string) =>
  fold(text)
    .replace(/^\d{1,2}\s*[-–—=:.)]\s*/, '')
    .replace(/[.,!/-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Text → step where one worded scale knows all of the texts and they name three of its steps at least; else null. */
export function likertOf(texts: readonly string[]): ReadonlyMap<string, LikertStep> | null {
  if (texts.length < 2 || texts.length > 12) return null
  for (const scale of known) {
    const found = new Map<string, LikertStep>()
    for (const text of texts) {
      const step = scale.get(plain(text))
      if (step !== undefined) found.set(text, step)
    }
    const different = new Set(found.values()).size
    const spelt = new Set(texts.map(plain)).size
    // Two words for one step are two steps of a finer scale than is known here.
    if (found.size === texts.length && different >= 3 && different === spelt) return found
  }
  return null
}
