import { Readable } from 'node:stream'
import type { Form } from '@kaiku/contract/form.ts'
import type { FormWay } from '@kaiku/contract/form-way.ts'
import type { Viewer } from '@kaiku/core/access.ts'
import { dayIn } from '@kaiku/core/day.ts'
import { Fault } from '@kaiku/core/fault.ts'
import { localise } from '@kaiku/core/localised.ts'
import { refuse } from '@kaiku/core/reason.ts'
import { renderSVG } from 'uqr'
import type { Stores } from '../db/stores.ts'
import type { Dictionary, StoredView } from '../dictionary/dictionary.ts'
import type { StoredNode } from '../dictionary/tree.ts'
import { postersOf } from '../document/document.ts'
import { formsOf } from '../form/default-form.ts'
import { formText } from '../form/form-text.ts'
import { scopeOf } from '../selection/scope.ts'
import { asOfToday, resolveSelection, type Selection } from '../selection/selection.ts'
import { visibleNodes } from '../selection/visible-node.ts'
import { findUniverseById } from '../universe/universe.ts'
import { readUniverse } from '../universe/universe-settings.ts'

/** Pages of one file. */
const most = 500

/** The question whose answer is a place of a view. */
const keyOf = ({ view }: StoredView): string => ('levels' in view ? (view.levels.at(-1)?.question ?? '') : view.key)

/** Places without others below, at a place and below it, that the viewer may see. */
function leavesAt(selection: Selection): readonly StoredNode[] {
  const { view, node } = selection
  const below = view.tree.within(node).flatMap((number) => view.tree.shown.get(number) ?? [])
  return visibleNodes(selection, below).filter(({ number }) => view.tree.children(number).length === 0)
}

function placeAt(who: Viewer, dictionary: Dictionary, path: string): Selection {
  const today = dayIn(dictionary.definition.settings.timeZone, Date.now())
  return asOfToday(resolveSelection(dictionary, path, today, scopeOf(who, dictionary, 'seeIndicators')))
}

/** The open forms of a survey. */
const openForms = (dictionary: Dictionary): readonly Form[] => formsOf(dictionary).filter(({ open }) => open)

/** Where a form is answered, at a place or at none. */
function addressOf(
  at: { readonly publicUrl: string; readonly universe: string; readonly survey: string },
  form: Form,
  place: string | null,
  question: string,
  isOnly: boolean,
): URL {
  const address = new URL(`/form/${at.universe}/${at.survey}`, at.publicUrl)
  if (!isOnly) address.searchParams.set('form', form.id)
  if (place !== null) address.searchParams.set(question, place)
  return address
}

/** How people come to the forms of a survey by themselves. Throws the Faults of a path. */
export async function formWays(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  path: string,
  { locale, publicUrl }: { readonly locale: string; readonly publicUrl: string },
): Promise<FormWay[]> {
  const selection = placeAt(who, dictionary, path)
  const universe = (await findUniverseById(stores, dictionary.universe))?.name ?? ''
  const at = { publicUrl, universe, survey: dictionary.extName }
  const question = keyOf(selection.view)
  const leaves = leavesAt(selection)
  const forms = openForms(dictionary)
  return forms.map((form) => {
    const isPlaced = form.given.includes(question)
    const only = isPlaced && leaves.length === 1 ? (leaves[0]?.id ?? null) : null
    const address = addressOf(at, form, only, question, forms.length === 1)
    const kiosk = new URL(address)
    kiosk.searchParams.set('kiosk', '1')
    const title = localise(form.title, locale, dictionary.definition.settings.locale)
    return {
      formId: form.id,
      title,
      address: address.href,
      kiosk: kiosk.href,
      embed: `<iframe src="${address.href.replaceAll('&', '&amp;')}" title="${title.replaceAll('"', '&quot;')}" width="100%" height="640" style="border:0"></iframe>`,
      posters: isPlaced ? leaves.length : 0,
    }
  })
}

/** A page for each place. Throws the Faults of a path, `not_found` for a form that is not open, `invalid` for too many places or none. */
export async function posters(
  stores: Stores,
  who: Viewer,
  dictionary: Dictionary,
  asked: { readonly path: string; readonly form: string; readonly paper: 'a4' | 'letter'; readonly locale: string },
  { publicUrl, signal }: { readonly publicUrl: string; readonly signal: AbortSignal },
) {
  const selection = placeAt(who, dictionary, asked.path)
  const forms = openForms(dictionary)
  const form = forms.find(({ id }) => id === asked.form)
  if (!form) throw new Fault('not_found', 'There is no such form.')
  const question = keyOf(selection.view)
  const leaves = leavesAt(selection)
  if (!form.given.includes(question) || leaves.length === 0) throw refuse('invalid', 'form.noPlace')
  if (leaves.length > most) throw refuse('invalid', 'form.mostPosters', { most })
  const universe = (await findUniverseById(stores, dictionary.universe))?.name ?? ''
  const { title: owner, settings } = await readUniverse(stores.service, dictionary.universe)
  const say = (text: Form['title']) => localise(text, asked.locale, dictionary.definition.settings.locale)
  const at = { publicUrl, universe, survey: dictionary.extName }
  const title = say(form.title)
  const bytes = await postersOf(
    {
      title: `${owner} – ${title}`,
      locale: asked.locale,
      paper: asked.paper,
      colour: settings.colour,
      owner,
      logo: settings.logo,
      heading: title,
      hint: formText('scan', asked.locale),
      pages: leaves.map((leaf) => {
        const address = addressOf(at, form, leaf.id, question, forms.length === 1).href
        return { place: say(leaf.name), address, svg: renderSVG(address, { ecc: 'M', border: 1 }) }
      }),
    },
    signal,
  )
  return {
    name: `${dictionary.extName}-posters.pdf`,
    type: 'application/pdf',
    content: Readable.from([Buffer.from(bytes)]),
  }
}
