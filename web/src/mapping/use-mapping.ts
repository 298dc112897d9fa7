import type { MappingProposal } from '@kaiku/contract/mapping.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../call/send.ts'
import { useAttempt } from '../call/use-attempt.ts'
import { say } from '../overlay/snackbar.tsx'
import { useEdited } from '../page-editor/use-page-editor.ts'
import { useSurvey } from '../survey/survey-context.tsx'
import { checkQuery, mappingKey, mappingsQuery, type OpenedMappings } from './mapping.queries.ts'
import { begun, changeOf, entryOfColumn, readBy, type Work } from './mapping-edit.ts'

/** Milliseconds without a change after which it is looked at what would follow. */
const pause = 500

/** What there is to work on: a file with its columns, or a mapping by itself. */
export type Begun = Omit<MappingProposal, 'file'> & { readonly file: MappingProposal['file'] | null }

const knownOf = ({ version, draft }: OpenedMappings) => ({
  version,
  revisions: { imports: draft.imports?.revision ?? 0, questions: draft.questions?.revision ?? 0 },
})

/** A mapping in the editor: what becomes of the file by it, and what becomes of it. */
export function useMapping(opened: OpenedMappings, proposal: Begun) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const client = useQueryClient()
  const editor = useEdited<Work>(begun(proposal))
  /** What others may have changed since is held against this. */
  const [base, setBase] = useState(opened)
  const known = knownOf(base)
  const { busy, fault, attempt } = useAttempt()
  const work = editor.present
  const change = useMemo(() => changeOf(work), [work])
  const own = { survey: survey.extName, ...known }
  const named = proposal.file ? { fileId: proposal.file.fileId } : {}
  const [asked, setAsked] = useState(change)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(change), pause)
    return () => clearTimeout(timer)
  }, [change])
  // While it is saved or published, what was known before is known no more.
  const checked = useQuery(
    Object.assign(checkQuery({ ...own, ...named, change: asked, locale: i18n.language }), { enabled: !busy }),
  )
  const isReady = !checked.isFetching && asked === change
  const questions = checked.data?.questions ?? base.questions

  return {
    opened: base,
    proposal,
    work,
    editor,
    busy,
    fault,
    questions,
    checked: checked.data,
    error: checked.error,
    isReady,
    set: (next: Work, key?: string) => editor.change(next, key),
    /** Has a column read as answers to a question, as is likely; empty: it is left out. */
    assign: (column: string, question: string) =>
      void attempt(async () => {
        const isNew = work.added.find(({ id }) => id === question)
        const before = entryOfColumn(work, column)
        if (question === '' || before?.question === question) {
          editor.change(readBy(work, column, question === '' ? null : (before ?? null)))
          return null
        }
        const plain = { column, question }
        const entry =
          isNew?.entry ??
          (proposal.file
            ? await send('mapping.entry', {
                survey: survey.extName,
                fileId: proposal.file.fileId,
                columns: [column],
                question,
              }).catch(() => plain)
            : plain)
        editor.change(readBy(work, column, entry))
        return null
      }),
    save: () =>
      void attempt(async () => {
        await send('mapping.save', { ...own, change })
        await client.invalidateQueries({ queryKey: [...mappingKey, 'open'] })
        setBase(await client.fetchQuery(mappingsQuery(survey.extName, i18n.language)))
        // It stands in the draft by its name now.
        const kept = Object.assign({}, work, {
          was: work.mapping.name,
          others: work.others.map(({ mapping }) => ({ was: mapping.name, mapping })),
        })
        editor.change(kept)
        editor.keep(kept)
        say(t('editor.saved'))
        return null
      }),
    /** Answers the task of the import; null: nothing is imported. */
    publish: async (withFile: boolean): Promise<{ readonly taskId: string | null } | null> => {
      let done: { readonly taskId: string | null } | null = null
      await attempt(async () => {
        done = await send('mapping.publish', { ...own, change, ...(withFile ? named : {}) })
        editor.keep(work)
        await client.invalidateQueries({ queryKey: [...mappingKey, 'open'] })
        return null
      })
      return done
    },
    /** Goes on from what others saved or published meanwhile; what they made of the same mapping stays beside. */
    takeUp: () =>
      void attempt(async () => {
        const now = await send('mapping.open', { survey: survey.extName, locale: i18n.language })
        const find = ({ mappings }: OpenedMappings, name: string | null) =>
          JSON.stringify(mappings.find((one) => one.name === name))
        const isSame = work.was === null || find(now, work.was) === find(base, work.was)
        const names = new Set(now.mappings.map(({ name }) => name))
        let { name } = work.mapping
        if (!isSame || work.was === null) for (let at = 2; names.has(name); at++) name = `${work.mapping.name}-${at}`
        editor.change(
          Object.assign({}, work, {
            was: isSame ? work.was : null,
            mapping: Object.assign({}, work.mapping, { name }),
            // They are made stricter anew, as they are now.
            others: [],
          }),
        )
        setBase(now)
        return null
      }),
  }
}
export type MappingState = ReturnType<typeof useMapping>
