import { localise } from '@kaiku/core/localised.ts'
import { placesMeant, totalsOf } from '@kaiku/core/place-change.ts'
import type { Edited } from '@kaiku/core/place-edit.ts'
import { indexOf, type Nodes } from '@kaiku/core/place-tree.ts'
import { changedTree, type PlannedTree, treeChange } from '@kaiku/core/planned-tree.ts'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../call/calls.ts'
import { send } from '../call/send.ts'
import { say } from '../overlay/snackbar.tsx'
import { useDraft } from '../page-draft/use-draft.ts'
import { useEdited } from '../page-editor/use-page-editor.ts'
import { useSurvey } from '../survey/survey-context.tsx'

export type Opened = Reply<'placeTree.open'>

/** A tree in the editor, one of its plans where that is chosen, with what becomes of it. */
export function useTree(opened: Opened, onReopen: () => void) {
  const { t, i18n } = useTranslation()
  const { survey } = useSurvey()
  const begun: PlannedTree = opened.draft?.tree ?? opened.published
  const editor = useEdited<PlannedTree>(begun)
  const [chosen, setPlan] = useState('')
  const [from, setFrom] = useState(opened.today)
  const plan = editor.present.plans.find(({ id }) => id === chosen) ?? null
  const nodes: Nodes = plan?.nodes ?? editor.present.nodes
  const own = { survey: survey.extName, view: opened.view, version: opened.version }
  /** What the server keeps as the draft, as far as it is known here. */
  const kept = useRef(begun)
  const changeOf = (tree: PlannedTree) => treeChange(opened.published, tree)
  const work = useDraft(
    editor,
    opened.draft,
    {
      save: async (tree, revision) => {
        const saved = await send('placeTree.save', { ...own, revision, change: changeOf(tree) })
        kept.current = tree
        return saved
      },
      publish: (tree, revision) => send('placeTree.publish', { ...own, revision, change: changeOf(tree) }),
      discard: (revision) => send('configBlock.discard', { survey: own.survey, file: 'views.json', revision }),
      published: t('placeEditor.published'),
    },
    onReopen,
  )
  const index = useMemo(() => indexOf(nodes, i18n.language), [nodes, i18n.language])
  const answers = useMemo(() => opened.answers && new Map(opened.answers), [opened.answers])
  const totals = useMemo(() => answers && totalsOf(nodes, answers), [nodes, answers])
  const loose = useMemo(() => {
    const meant = placesMeant(nodes)
    return [...(opened.answers ?? [])].filter(([answer]) => !meant.has(answer))
  }, [nodes, opened.answers])
  const refused = useMemo(() => {
    const meant = placesMeant(nodes)
    return [...(opened.refused ?? [])].filter(([answer]) => !meant.has(answer))
  }, [nodes, opened.refused])

  const setNodes = (next: Nodes) => {
    const { nodes: today, plans } = editor.present
    const tree: PlannedTree = plan
      ? { nodes: today, plans: plans.map((one) => (one.id === plan.id ? { ...one, nodes: [...next] } : one)) }
      : { nodes: [...next], plans }
    editor.change(tree)
  }
  /** Does an edit, or says why it cannot be done. */
  const edit = (edited: Edited): boolean => {
    if ('fault' in edited) {
      say(t(`placeEditor.fault.${edited.fault}`))
      return false
    }
    if (edited.nodes !== nodes) setNodes(edited.nodes)
    return true
  }
  return {
    opened,
    editor,
    work,
    nodes,
    index,
    totals,
    answers,
    loose,
    refused,
    plan,
    setPlan,
    /** The first day on which a move holds; null: of a plan, whose days are told when it becomes today's tree. */
    from: plan ? null : from,
    setFrom,
    setNodes,
    edit,
    change: changeOf(editor.present),
    nameOf: (id: string) => {
      const node = index.byId.get(id)
      return node ? localise(node.name, i18n.language, opened.locales[0] ?? 'en') || id : opened.rootTitle
    },
    /** Lays what was changed here since it was last kept onto what somebody else saved meanwhile, as the next beginning. */
    keepBoth: async () => {
      const now = await send('placeTree.open', { survey: own.survey, view: own.view })
      const theirs: PlannedTree = now.draft?.tree ?? now.published
      const both = changedTree(theirs, treeChange(kept.current, editor.present))
      await send('placeTree.save', {
        survey: own.survey,
        view: own.view,
        version: now.version,
        revision: now.draft?.revision ?? 0,
        change: treeChange(now.published, both),
      })
      editor.keep(editor.present)
      onReopen()
    },
  }
}
export type TreeState = ReturnType<typeof useTree>
