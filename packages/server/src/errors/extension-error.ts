import { closest } from '@content-api/model'

/** A mistake in an extension. It stops the start. After the start, it only fails the call. */
export class ExtensionError extends Error {
  override readonly name = 'ExtensionError'
}

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
  const hint = near === undefined ? `There are: ${names.slice(0, 30).join(', ')}.` : `Did you mean "${near}"?`
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
