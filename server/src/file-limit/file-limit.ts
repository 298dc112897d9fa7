/**
 * The most that a file may hold, whoever sends it and whatever reads it: beyond, it is refused by name. Reading takes
 * time in proportion to what a file holds, and memory that does not grow with it, so these bound both.
 */
export const fileLimits = {
  /** Bytes of an upload. */
  upload: 8 * 2 ** 30,
  /** Bytes of what a gzip file holds, and as many times its packed size; up to `smallContent` bytes it is small anyway. */
  content: 32 * 2 ** 30,
  contentRatio: 400,
  smallContent: 256 * 2 ** 20,
  /** Characters of one row, from its first to its last value. */
  record: 4_000_000,
  /** As many as a worksheet can have. */
  columns: 16_384,
  /** Characters of a column's name. */
  header: 10_000,
  /** Bytes of a workbook, of one of its sheets, inflated, of any other part, and times the packed size of each. */
  archive: 512 * 2 ** 20,
  sheet: 4 * 2 ** 30,
  part: 512 * 2 ** 20,
  partRatio: 400,
  smallPart: 2 ** 20,
  /** Cells of a sheet, those that are left out between others counted. */
  cells: 200_000_000,
  /** Entries of a ZIP archive. */
  entries: 5000,
  /** A document that is attached: bytes of all its entries, inflated, of one times its packed size, and how many entries. */
  document: { inflated: 200 * 2 ** 20, ratio: 250, entries: 2000 },
  /** Characters of one tag or text of XML; a cell has 32,767. */
  xmlPiece: 1_000_000,
  /** Megabytes that reading a workbook may take: beyond, its worker ends, not the server. */
  workbookMemory: 1024,
  /** Bytes of one block of an SPSS file, inflated, and of any one thing in its dictionary. */
  savBlock: 64 * 2 ** 20,
  /** Value labels and their variables in an SPSS file. */
  savLabels: 1_000_000,
} as const
