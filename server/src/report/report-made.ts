import type { Readable } from 'node:stream'
import type { Component } from '@kaiku/contract/page.ts'
import type { orientations, papers, ReportKind } from '@kaiku/contract/report-kind.ts'
import type { Comparison } from '@kaiku/core/comparison.ts'
import type { DataState } from '../aggregate/data-state.ts'
import type { Words } from '../component-table/figure-cells.ts'
import type { DocumentPart } from '../document/document-content.ts'
import type { ProofOf } from '../figure-proof/proof-address.ts'
import type { FigureRequest } from '../result/result.ts'
import type { WorkbookSheet } from '../table-file/workbook.ts'

/** What was asked for. `path`: filtered, as it was written. */
export type ReportInput = {
  readonly kind: ReportKind
  readonly path: string
  readonly compare: Comparison | 'none'
  readonly page: string | null
  readonly locale: string
  readonly paper: (typeof papers)[number]
  readonly orientation: (typeof orientations)[number]
}

/** What a kind of report is made of, with the rights of its person as they are now. */
export type ReportContext = {
  readonly question: FigureRequest
  readonly state: DataState
  readonly words: Words
  /** Where the figures of a component at a path come from. */
  readonly proofOf: (path: string, component: Pick<Component, 'filter'>) => ProofOf
  /** How far it is, from 0 to 1. */
  readonly progress: (share: number) => void
  readonly signal: AbortSignal
}

/** A file that is no workbook. `extension`: without its dot. */
export type OwnFile = { readonly type: string; readonly extension: string; readonly content: Readable }

/** Sheets behind the first one of a workbook, which says what it is of, or a file of another kind. */
export type ReportFile = readonly WorkbookSheet[] | OwnFile

/** Makes what a report holds. Rows of more than fits into memory are read while they are written. */
export type ReportMaker = (context: ReportContext) => Promise<ReportFile>

/** Makes the parts of a document behind its first page. `page`: the name of the one it is asked of; null: the first. */
export type DocumentMaker = (context: ReportContext, page: string | null) => Promise<readonly DocumentPart[]>
