/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Reads one variable. Returns the default if it is missing or empty. @throws Error for a value of another type */
type ReadVariable<Value> = {
  (name: string): Value | undefined
  (name: string, otherwise: Value): Value
}

/** Reads the environment in the same way as configuration files of Strapi 4. */
export interface EnvHelper extends ReadVariable<string> {
  readonly int: ReadVariable<number>
  readonly float: ReadVariable<number>
  readonly bool: ReadVariable<boolean>
  /** Reads a list that is separated by commas. */
  readonly array: ReadVariable<string[]>
  readonly json: ReadVariable<unknown>
}

/**
 * Creates the `env` function of configuration files. It throws an Error when a variable has a value of
 * another type.
 */
export function envHelper(variables: Variables): EnvHelper {
  const reader = <Value>(kind: string, parse: (text: string) => Value | undefined) =>
    ((name: string, otherwise?: Value) => {
      const text = variables[name]
      if (text === undefined || text === '') return otherwise
      const value = parse(text)
      if (value === undefined) throw new Error(`the variable ${name} must be ${kind}.`)
      return value
    }) as ReadVariable<Value>
  return Object.assign(
    reader('text', (text) => text),
    {
      int: reader('a whole number', (text) => (/^[+-]?\d+$/.test(text.trim()) ? Number(text) : undefined)),
      float: reader('a number', (text) =>
        text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text),
      ),
      bool: reader('true or false', (text) => (text === 'true' ? true : text === 'false' ? false : undefined)),
      array: reader('a list', (text) =>
        text
          .replace(/^\[|\]$/g, '')
          .split(',')
          .map((item) => item.trim()),
      ),
      json: reader('JSON', parseJson),
    },
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
