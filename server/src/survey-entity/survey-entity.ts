import type { Question } from '@kaiku/contract/question.ts'
import type { Survey } from '@kaiku/contract/survey.ts'
import type { PlacePlan, View } from '@kaiku/contract/view.ts'
import { may, type Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { formatToken, parseToken, setValues } from '@kaiku/core/filter-token.ts'
import { localise } from '@kaiku/core/localised.ts'
import { draftedPlaces, type PlaceTree, placeTreeFilter, writePlaceTree } from '@kaiku/core/place-time.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import { noteAttribute } from '../dictionary/interview-attribute.ts'
import { shownIndicators } from '../dictionary/shown-indicator.ts'
import { maySeeQuestion } from '../figure/personal.ts'
import { otherTreesOf, viewBy } from '../selection/other-view.ts'
import { everywhere, ownScope, scopeOf } from '../selection/scope.ts'
import { pathOf } from '../selection/selection.ts'
import { maySeeNode, topNode } from '../selection/visible-node.ts'
import { levelTitlesOf } from '../view/level-title.ts'

/** The viewer's own place in a view: what holds all whose interviews are theirs, however far their figures reach. */
export function startPathOf(who: Viewer, dictionary: Dictionary, name: string): string {
  const view = dictionary.views.get(name)
  if (!view) throw new RangeError(`a view ${name} has no tree`)
  return startIn(who, dictionary, view)
}

/** `by`: of the view that `today` is, the tree by which its places are shown. */
function startIn(who: Viewer, dictionary: Dictionary, today: StoredView, by: PlaceTree = { by: 'today' }): string {
  const seesAny = may.seeIndicators(who)
  const scope = seesAny ? scopeOf(who, dictionary, 'seeIndicators') : everywhere(dictionary)
  const view = viewBy(dictionary, today, by, scope)
  const own = topNode(seesAny ? ownScope(who, dictionary) : scope, view)
  return pathOf(view, maySeeNode(scope, view, own) ? own : topNode(scope, view))
}

/** How many groups the answers to a question fall into; null where only the data tell. */
function groupsOf(question: Question): number | null {
  switch (question.type) {
    case 'scale':
      return question.max - question.min + 1
    case 'choice':
    case 'multiple':
      return question.options.length || null
    case 'number':
      return question.bands.length || null
    default:
      return null
  }
}

function treesOf(
  dictionary: Dictionary,
  view: View,
  text: (localised: PlacePlan['title']) => string,
): Survey['views'][number]['trees'] {
  const { history, plans } = otherTreesOf(dictionary, view)
  return { history, plans: plans.map(({ id, title, from = null }) => ({ id, title: text(title), from })) }
}

/** Where a preview of drafted places begins: among these. */
function draftedStart(who: Viewer, dictionary: Dictionary): Partial<Pick<Survey, 'startPath' | 'startFilter'>> {
  const [view] = dictionary.views.values()
  if (!view?.drafted) return {}
  const by = { by: 'plan', plan: draftedPlaces } as const
  const usual = parseToken(dictionary.definition.settings.startFilter)
  const startFilter = formatToken(setValues(usual.ok ? usual.value : new Map(), placeTreeFilter, writePlaceTree(by)))
  return { startPath: startIn(who, dictionary, view, by), startFilter }
}

/** The Survey entity in a locale. `now`: the instant whose day is today in the survey's zone. */
export function surveyEntity(who: Viewer, dictionary: Dictionary, locale: string, now: number): Survey {
  const { definition, calendar, extName, loadCount } = dictionary
  const { settings, pages, questions, texts, systemMessage } = definition
  const text = (localised: Parameters<typeof localise>[0]) => localise(localised, locale, settings.locale)
  const views = definition.views.map((view) => ({
    extName: view.extName,
    title: text(view.title),
    startPath: startPathOf(who, dictionary, view.extName),
    levelTitles: levelTitlesOf(view).map(text),
    trees: treesOf(dictionary, view, text),
  }))
  const { $schema: _, title, mainIndicators: __, alertFilter = null, quality: ___, ...plain } = settings
  return {
    ...plain,
    calendar,
    extName,
    loadCount,
    locale,
    views,
    alertFilter,
    systemMessage,
    title: text(title),
    startPath: views[0]?.startPath ?? '',
    ...draftedStart(who, dictionary),
    isDated: dictionary.role('date') !== null,
    pages: pages.map((page) => ({ ...page, title: text(page.title) })),
    indicators: shownIndicators(definition, locale),
    questions: questions
      .filter((question) => !question.hidden && maySeeQuestion(who, question))
      .map((question) => ({
        id: question.id,
        title: text(question.title),
        type: question.type,
        groups: groupsOf(question),
      })),
    marks: [...dictionary.attributes.values(), noteAttribute]
      .filter(({ question }) => maySeeQuestion(who, question))
      .map(({ question }) => ({ id: question.id, title: text(question.title) })),
    localeText: { ...texts[settings.locale], ...texts[locale.split('-')[0] ?? locale], ...texts[locale] },
    today: dayIn(settings.timeZone, now),
  }
}
