/** One mistake in a schema file, or something in it that has no effect. */
export interface Problem {
  /** The file as it was given: relative to the project, or the key under which the schema was passed. */
  readonly file: string
  /** Where in the file, keys and positions joined by dots: `attributes.title.minLength`; empty for the file itself. */
  readonly path: string
  /** What is wrong and what to do about it. */
  readonly message: string
  /** What was probably meant. */
  readonly suggestion?: string
}

/** Thrown when schemas hold mistakes: `problems` has every one of them, `message` the same for reading. */
export class ModelError extends Error {
  override readonly name = 'ModelError'

  constructor(readonly problems: readonly Problem[]) {
    super(formatProblems(problems))
  }
}

/** Also true for an error of another copy of this package. */
export function isModelError(error: unknown): error is ModelError {
  return error instanceof Error && error.name === 'ModelError' && 'problems' in error && Array.isArray(error.problems)
}

/** The problems as lines of text, grouped by file. */
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

/** Notes a mistake, or something without effect, at a path below the place that the reporter stands for. */
export type Report = (path: Path, message: string, suggestion?: string, kind?: 'mistake' | 'warning') => void

/** Gathers mistakes, so that all of them are told at once. */
export class ProblemList {
  readonly #byFile = new Map<string, Problem[]>()
  /** What has no effect, which stops nobody. */
  readonly warnings: Problem[] = []

  /** A reporter for one file; files are told of in the order in which they were first asked for. */
  for(file: string): Report {
    const problems = this.#byFile.get(file) ?? []
    this.#byFile.set(file, problems)
    return (path, message, suggestion, kind = 'mistake') => {
      const problem = { file, path: path.join('.'), message, ...(suggestion === undefined ? {} : { suggestion }) }
      const list = kind === 'warning' ? this.warnings : problems
      list.push(problem)
    }
  }

  /** Throws a {@link ModelError} when anything was reported. */
  throwIfAny(): void {
    const problems = [...this.#byFile.values()].flat()
    if (problems.length > 0) throw new ModelError(problems)
  }
}

/** A reporter for what lies below `prefix`. */
export function below(report: Report, ...prefix: (string | number)[]): Report {
  return (path, message, ...more) => report([...prefix, ...path], message, ...more)
}
