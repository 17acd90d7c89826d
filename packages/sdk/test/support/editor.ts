/** A position in a file. Lines and columns start at 0, as in the Language Server Protocol. */
export interface Position {
  readonly line: number
  readonly character: number
}

export interface Completion {
  readonly label: string
  readonly documentation: string
}

export interface ReportedError {
  readonly line: number
  readonly text: string
}

/** A file that is open in an editor. It need not exist on disk. */
export interface OpenFile {
  complete(position: Position): Promise<Completion[]>
  hover(position: Position): Promise<string>
  errors(): Promise<ReportedError[]>
}

export interface Editor {
  open(uri: string, code: string): OpenFile
  close(): void
}
