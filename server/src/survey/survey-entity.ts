import type { Survey } from '@kaiku/contract/survey.ts'
import type { Who } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { formatPath } from '@kaiku/core/drill-path.ts'
import { say } from '@kaiku/core/localised.ts'
import { maySeeQuestion } from '../result/personal.ts'
import type { Dictionary } from './dictionary.ts'
import { shownIndicators } from './shown-indicator.ts'

/** The Survey entity in a locale. `now`: the instant whose day is today in the survey's zone. */
export function surveyEntity(who: Who, dictionary: Dictionary, locale: string, now: number): Survey {
  const { definition, extName, loadCount } = dictionary
  const { settings, pages, questions, texts } = definition
  const text = (localised: Parameters<typeof say>[0]) => say(localised, locale, settings.locale)
  const views = definition.views.map((view) => ({
    extName: view.extName,
    title: text(view.title),
    startPath: formatPath([view.extName, view.root.id]),
    levelTitles: ('levels' in view ? view.levels.map(({ title }) => title) : view.levelTitles).map(text),
  }))
  const { $schema: _, title, mainIndicators: __, minimumNComments: ___, alertFilter = null, ...plain } = settings
  return {
    ...plain,
    ...{ extName, loadCount, locale, views, alertFilter },
    title: text(title),
    startPath: views[0]?.startPath ?? '',
    pages: pages.map((page) => ({ ...page, title: text(page.title) })),
    indicators: shownIndicators(definition, locale),
    questions: questions
      .filter((question) => !question.hidden && maySeeQuestion(who, question))
      .map((question) => ({ id: question.id, title: text(question.title), type: question.type })),
    localeText: { ...texts[settings.locale], ...texts[locale.split('-')[0] ?? locale], ...texts[locale] },
    today: dayIn(settings.timeZone, now),
  }
}
