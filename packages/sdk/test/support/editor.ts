/** A position in a file. Lines and columns start at 0, as in the Language Server Protocol. */
export interface Position {
  readonly line: number
  readonly character: number
}

export interface Completion {
  readonly label: string
  readonly documentation: string
}

/** Requests to a language server about a file that need not exist on disk. */
export interface Editor {
  complete(uri: string, code: string, position: Position): Promise<Completion[]>
  hover(uri: string, code: string, position: Position): Promise<string>
  errors(uri: string, code: string): Promise<string[]>
  close(): void
}

/** Returns the code without its `|`, and the position of the `|`. */
export function unmark(marked: string): { code: string; position: Position } {
  const before = marked.slice(0, marked.indexOf('|')).split('\n')
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
  return { code: marked.replace('|', ''), position }
}
