import Library from 'pptxgenjs'

/** The types of the library are those of CommonJS, where the class stands beside its module. */
export const Presentation = Library as unknown as typeof Library.default
export type Presentation = Library.default

export type Slide = Library.default.Slide
export type TextRun = Library.default.TextProps
export type TextOptions = Library.default.TextPropsOptions
export type Border = Library.default.BorderProps
export type TableCell = Library.default.TableCell
export type Picture = Library.default.ImageProps
