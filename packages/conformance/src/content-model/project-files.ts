/** A file of an exported project: its path relative to the project, and its content. */
export interface ProjectFile {
  readonly path: string
  readonly text: string
}
