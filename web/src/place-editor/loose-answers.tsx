import { formatCount } from '@kaiku/core/format.ts'
import { described } from '@kaiku/core/place-edit.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../control/control.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { PlacePicker } from './place-dialogs.tsx'
import css from './place-editor.module.css'
import type { TreeState } from './use-tree.ts'

const mostShown = 100

type Props = { tree: TreeState; onNew: (answer: string) => void }

/** Answers that name no place of the tree: each is put onto one, as a further code, or a place is made of it. */
export function LooseAnswers({ tree, onNew }: Props) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const close = () => {
    setAsking(null)
    setChosen(null)
  }
  const list = (title: string, answers: readonly (readonly [string, number])[]) =>
    answers.length > 0 && (
      <section className={css.loose} aria-label={title}>
        <h2>{title}</h2>
        <ul>
          {answers.slice(0, mostShown).map(([answer, n]) => (
            <li key={answer}>
              <b dir="auto">{answer}</b>
              <span className={css.hint}>{formatCount(n, i18n.language)}</span>
              <LinkButton onClick={() => setAsking(answer)}>{t('placeEditor.putOnto', { answer })}</LinkButton>
              <LinkButton onClick={() => onNew(answer)}>{t('placeEditor.makePlace', { answer })}</LinkButton>
            </li>
          ))}
        </ul>
        {answers.length > mostShown && (
          <p className={css.hint}>
            {t('placeEditor.moreLoose', { n: formatCount(answers.length - mostShown, i18n.language) })}
          </p>
        )}
      </section>
    )
  const put = () => {
    const node = tree.index.byId.get(chosen ?? '')
    if (!node || asking === null) return
    if (tree.edit(described(tree.nodes, node.id, { codes: [...(node.codes ?? []), asking] }))) close()
  }
  if (tree.plan) return null
  return (
    <>
      {list(t('placeEditor.loose'), tree.loose)}
      {list(t('placeEditor.refused'), tree.refused)}
      {asking !== null && (
        <Dialog title={t('placeEditor.putOnto', { answer: asking })} onClose={close}>
          <div className={css.form}>
            <p className={css.hint}>{t('placeEditor.putOntoHint')}</p>
            <PlacePicker
              tree={tree}
              chosen={chosen}
              onChoose={setChosen}
              label={t('placeEditor.ontoWhich')}
              without={[]}
              withRoot={false}
            />
            <div className={css.acts}>
              <Button onClick={close}>{t('people.cancel')}</Button>
              <Button primary disabled={chosen === null} onClick={put}>
                {t('placeEditor.put')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
