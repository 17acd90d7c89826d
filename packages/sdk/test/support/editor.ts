/** A place in a file, both from 0, as in the Language Server Protocol. */
export interface Position {
  readonly line: number
  readonly character: number
}

export interface Completion {
  readonly label: string
  readonly documentation: string
}

/** What a compiler offers to editors, about a file that needn't exist. */
export interface Editor {
  complete(uri: string, code: string, position: Position): Promise<Completion[]>
  hover(uri: string, code: string, position: Position): Promise<string>
  errors(uri: string, code: string): Promise<string[]>
  close(): void
}

/** The code without its `|`, and where that stood. */
export function unmark(marked: string): { code: string; position: Position } {
  const before = marked.slice(0, marked.indexOf('|')).split('\n')
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return { code: marked.replace('|', ''), position }
}
