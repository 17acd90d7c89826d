import { isAbsolute, relative } from 'node:path'
import { type Finding, isSilenced, printed } from './finding.js'

interface ProjectFindingsOptions {
  /** The folder of the project. */
  readonly project: string | undefined
  /** The allow-list of the configuration, `doctor.allow`. */
  readonly allowed: readonly string[]
}

/** What in the code of a project has no effect here. The findings of the start are printed together. */
export class ProjectFindings {
  readonly all: Finding[] = []
  #receive: (finding: Finding) => void = (finding) => this.all.push(finding)

  constructor(readonly options: ProjectFindingsOptions) {}

  /** Adds a finding. @param file with or without a line, `index.js:12` */
  readonly warn = (file: string, message: string): void => {
    const { project, allowed } = this.options
    const place = project !== undefined && isAbsolute(file) ? relative(project, file) : file
    const [, path = place, line] = /^(.*?)(?::(\d+))?$/.exec(place) ?? []
    const at = line === undefined ? null : Number(line)
    const finding: Finding = { level: 'warns', file: path, line: at, subject: path, message }
    if (!isSilenced(finding, '', allowed)) this.#receive(finding)
  }

  /** Prints each further finding by itself. */
  printLater(): void {
    this.#receive = (finding) => process.emitWarning(printed(finding))
  }
}
