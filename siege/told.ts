import type { Outcome } from './siege.ts'

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

/** What came of a siege, as Markdown. */
export function told({ wanted, journal, facts, troubles, impossible, members, brokenBesideTrouble }: Outcome): string {
  const statuses = [...new Set([...journal.replies.values()].flatMap((of) => [...of.keys()]))].sort((a, b) => a - b)
  const replies = [...journal.replies].sort(([a], [b]) => a.localeCompare(b))
  return [
    `# A siege of ${Math.round(wanted.seconds / 6) / 10} minutes`,
    `Seed ${wanted.seed}, ${wanted.web} web and ${wanted.work} work processes behind a proxy.`,
    `## ${journal.faults.length === 0 ? 'Nothing was lost, twice or shown too far' : `${journal.faults.length} faults`}`,
    ...(journal.faults.length > 0 ? [list(journal.faults.slice(0, 100))] : []),
    '## What was held against the journal',
    list([
      ...facts,
      ...[...journal.looks].map(([what, n]) => `${n} ${what}`),
      `${brokenBesideTrouble} answers of 500 while a store was taken away, none otherwise unless it stands above`,
    ]),
    '## Troubles',
    list([
      ...[...troubles].map(([what, n]) => `${n} × ${what}`),
      ...impossible.map((kind) => `${kind}: this machine cannot have it`),
    ]),
    '## Processes',
    table(
      ['process', 'starts', 'most memory of its own, MB'],
      members.map(({ name, starts, peak }) => [name, starts(), Math.round(peak())]),
    ),
    '## Replies',
    '0: no answer came. 503: Kaiku or the proxy asks to be asked again.',
    table(
      ['', ...statuses.map(String)],
      replies.map(([what, of]) => [what, ...statuses.map((status) => of.get(status) ?? '')]),
    ),
    '',
  ].join('\n\n')
}
