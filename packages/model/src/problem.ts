/** One mistake in a schema file, or a part of the file that has no effect. */
export interface Problem {
  /** The path of the file in the project, or the key under which the schema was passed. */
  readonly file: string
  /**
   * The path in the file, keys and positions joined by dots: `attributes.title.minLength`. Empty for the file
   * itself.
   */
  readonly path: string
  /** What is wrong and what to do about it. */
  readonly message: string
  /** The name that was probably meant. */
  readonly suggestion?: string
}

/** Thrown when schemas contain mistakes. `problems` lists all of them, and so does `message`. */
export class ModelError extends Error {
  override readonly name = 'ModelError'

  constructor(readonly problems: readonly Problem[]) {
    super(formatProblems(problems))
  }
}

/** Returns whether an error is a {@link ModelError}, even one of another copy of this package. */
export function isModelError(error: unknown): error is ModelError {
  return error instanceof Error && error.name === 'ModelError' && 'problems' in error && Array.isArray(error.problems)
}

/** Returns the problems as lines, grouped by file. */
export function formatProblems(problems: readonly Problem[]): string {
  const count = problems.length === 1 ? '1 mistake' : `${problems.length} mistakes`
  const lines = [`The content model has ${count}:`]
  let file: string | undefined
  for (const problem of problems) {
    if (problem.file !== file) lines.push('', `  ${problem.file}`)
    file = problem.file
    const place = problem.path === '' ? '' : `${problem.path}: `
    const meant = problem.suggestion === undefined ? '' : ` Did you mean ${JSON.stringify(problem.suggestion)}?`
    lines.push(`    ${place}${problem.message}${meant}`)
  }
  return lines.join('\n')
}

export type Path = readonly (string | number)[]

/** Reports a mistake or a warning at a path relative to the reporter's. */
export type Report = (path: Path, message: string, suggestion?: string, kind?: 'mistake' | 'warning') => void

/** Collects mistakes, so that all of them are reported together. */
export class ProblemList {
  readonly #byFile = new Map<string, Problem[]>()
  /** Parts of schemas that have no effect. They aren't errors. */
  readonly warnings: Problem[] = []

  /** Returns a reporter for one file. Problems are listed in the order in which files got their first reporter. */
  for(file: string): Report {
    const problems = this.#byFile.get(file) ?? []
    this.#byFile.set(file, problems)
    return (path, message, suggestion, kind = 'mistake') => {
      const problem = { file, path: path.join('.'), message, ...(suggestion === undefined ? {} : { suggestion }) }
      const list = kind === 'warning' ? this.warnings : problems
      list.push(problem)
    }
  }

  /** The mistakes of all files. */
  get mistakes(): readonly Problem[] {
    return [...this.#byFile.values()].flat()
  }

  /** Throws a {@link ModelError} if any mistake was reported. */
  throwIfAny(): void {
    const problems = this.mistakes
    if (problems.length > 0) throw new ModelError(problems)
  }
}

/** Returns a reporter whose reports are all warnings. */
export function warnings(report: Report): Report {
  return (path, message, suggestion) => report(path, message, suggestion, 'warning')
}

/** Returns a reporter for paths below `prefix`. */
export function prefixReport(report: Report, ...prefix: (string | number)[]): Report {
  return (path, message, ...more) => report([...prefix, ...path], message, ...more)
}
