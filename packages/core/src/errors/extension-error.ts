import { closest, listed } from '@content-api/model'

/** A mistake in an extension. It stops the start. After the start, it only fails the call. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError'
}

/** Returns the message of an error, or the text of another value that code has thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Mistakes in several files. */
export class ExtensionErrors extends ExtensionError {
  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'))
  }
}

/** Runs all checks. @throws ExtensionError with the mistakes of all */
export function checkAll(checks: Iterable<() => void>): void {
  const errors: ExtensionError[] = []
  for (const check of checks) {
    try {
      check()
    } catch (error) {
      if (!(error instanceof ExtensionError)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 1) throw new ExtensionErrors(errors.map(({ message }) => message))
  if (errors[0]) throw errors[0]
}

/** Returns an error for an unknown name, with the name that was probably meant. */
export function unknownName(what: string, name: string, known: Iterable<string>): ExtensionError {
  const names = [...known]
  const near = closest(name, names)
  const hint = near === undefined ? `There are: ${listed(names.slice(0, 30))}.` : `Did you mean "${near}"?`
  return new ExtensionError(`${what} "${name}" does not exist. ${hint}`)
}

/** @throws ExtensionError for an unknown key */
export function checkKeys(what: string, input: Record<string, unknown>, known: readonly string[]): void {
  for (const key of Object.keys(input)) if (!known.includes(key)) throw unknownName(`The key of ${what}`, key, known)
}

/** An extension used a part of a Strapi application that this server doesn't have. */
export class MissingPart extends ExtensionError {}

/** @throws ExtensionError if the parameter is undefined, which would select all entries for a write */
export function rejectUndefined(place: string, input: Readonly<Record<string, unknown>>, name: string): void {
  if (!Object.hasOwn(input, name) || input[name] !== undefined) return
  throw new ExtensionError(`"${name}" of ${place} is undefined. Leave it out to select all entries.`)
}

/**
 * Runs a step of the start. A start fails with the first mistake. A command that reports all mistakes goes on
 * with `otherwise`.
 * @param place where the mistake is, if the error doesn't say it
 */
export type Attempt = <Result>(
  work: () => Result | Promise<Result>,
  otherwise: NoInfer<Result>,
  place?: string,
) => Promise<Result>

/** Receives each mistake of a project, with its place if the error may not name it. */
export type OnMistake = (error: unknown, place?: string) => void

/** Returns a function that runs a step like {@link attempting}, without waiting. It returns whether all went well. */
export function attemptingSync(onMistake: OnMistake | undefined): (work: () => void) => boolean {
  return (work) => {
    try {
      work()
      return true
    } catch (error) {
      if (!onMistake) throw error
      onMistake(error)
      return false
    }
  }
}

export function attempting(onMistake: OnMistake | undefined): Attempt {
  if (!onMistake) return async (work) => work()
  return async (work, otherwise, place) => {
    try {
      return await work()
    } catch (error) {
      onMistake(error, place)
      return otherwise
    }
  }
}
