import MiniSearch from 'minisearch'
import type { FoundPart } from '../src/site.ts'

// What the search field of every page does. The index comes when somebody first turns to the field.

/** Results that are shown at most. */
const most = 8

const field = document.querySelector<HTMLInputElement>('#search')
const list = document.querySelector<HTMLUListElement>('#found')
if (field && list) {
  field.hidden = false
  searchBy(field, list)
}

async function loadIndex(): Promise<MiniSearch<FoundPart>> {
  const answer = await fetch('search.json')
  const parts: FoundPart[] = await answer.json()
  const index = new MiniSearch<FoundPart>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['page', 'heading'],
    searchOptions: { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { heading: 4, page: 2 } },
  })
  index.addAll(parts)
  return index
}

function searchBy(field: HTMLInputElement, list: HTMLUListElement) {
  let index: Promise<MiniSearch<FoundPart>> | undefined
  let chosen = -1
  const load = () => {
    index ??= loadIndex()
    return index
  }
  const options = () => [...list.querySelectorAll('li')]
  const choose = (at: number) => {
    chosen = at
    for (const [place, option] of options().entries()) option.ariaSelected = String(place === chosen)
    const current = options()[chosen]
    if (current) field.setAttribute('aria-activedescendant', current.id)
    else field.removeAttribute('aria-activedescendant')
    current?.scrollIntoView({ block: 'nearest' })
  }
  const close = () => {
    list.hidden = true
    field.ariaExpanded = 'false'
    choose(-1)
  }
  field.addEventListener('focus', () => void load())
  const show = async () => {
    const wanted = field.value.trim()
    const found = wanted === '' ? [] : (await load()).search(wanted).slice(0, most)
    if (field.value.trim() !== wanted) return
    list.replaceChildren(
      ...found.map(({ id, page, heading }, at) => {
        const option = document.createElement('li')
        option.id = `found-${at}`
        option.role = 'option'
        const link = document.createElement('a')
        link.href = id
        link.tabIndex = -1
        const small = document.createElement('small')
        small.textContent = heading === page ? '' : page
        link.append(heading, small)
        option.append(link)
        return option
      }),
    )
    if (wanted !== '' && found.length === 0) list.textContent = 'Nothing found'
    list.hidden = wanted === ''
    field.ariaExpanded = String(wanted !== '')
    choose(found.length > 0 ? 0 : -1)
  }
  field.addEventListener('input', () => void show())
  field.addEventListener('keydown', (event) => {
    const count = options().length
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') options()[chosen]?.querySelector('a')?.click()
    else if (event.key === 'ArrowDown' && count > 0) choose((chosen + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) choose((chosen + count - 1) % count)
    else return
    if (event.key !== 'Escape') event.preventDefault()
  })
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !field.parentElement?.contains(event.target)) close()
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    field.focus()
  })
}
