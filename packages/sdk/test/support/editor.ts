/** A position in a file. Lines and columns start at 0, as in the Language Server Protocol. */
export interface Position {
  readonly line: number
  readonly character: number
}

export interface Completion {
  readonly label: string
  /** Empty unless it was requested. */
  readonly documentation: string
}

export interface ReportedError {
  readonly line: number
  readonly text: string
}

/** A file that is open in an editor. It need not exist on disk. */
export interface OpenFile {
  /** @param documented requests the documentation of completions, for which compilers resolve their types */
  complete(position: Position, documented?: boolean): Promise<Completion[]>
  hover(position: Position): Promise<string>
  errors(): Promise<ReportedError[]>
}

export interface Editor {
  open(uri: string, code: string): OpenFile
  close(): void
}
