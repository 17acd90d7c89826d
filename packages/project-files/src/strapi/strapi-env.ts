import { listed } from '@content-api/model'
import type { Variables } from '@content-api/core/config/env-helper'

type ReadVariable<Value> = (name: string, otherwise?: Value) => Value | undefined

/** The function `env` of the files in `config/`. Its conversions are those of Strapi 4.26. */
export interface StrapiEnv extends ReadVariable<string> {
  readonly int: ReadVariable<number>
  readonly float: ReadVariable<number>
  readonly bool: ReadVariable<boolean>
  readonly json: ReadVariable<unknown>
  readonly array: ReadVariable<string[]>
  readonly date: ReadVariable<Date>
  readonly oneOf: (name: string, expected: readonly string[], otherwise?: string) => string | undefined
}

/**
 * Creates the function `env`. Like Strapi's, it uses the default only for a variable that isn't set, and
 * converts every other value: `env.int` of an empty variable is NaN.
 */
export function strapiEnv(variables: Variables): StrapiEnv {
  const reader =
    <Value>(parse: (text: string, name: string) => Value): ReadVariable<Value> =>
    (name, otherwise) => {
      const text = variables[name]
      return text === undefined ? otherwise : parse(text, name)
    }
  return Object.assign(
    reader((text) => text),
    {
      int: reader((text) => Number.parseInt(text, 10)),
      float: reader((text) => Number.parseFloat(text)),
      bool: reader((text) => text === 'true'),
      json: reader(parseJson),
      array: reader(parseList),
      date: reader((text) => new Date(text)),
      oneOf(name: string, expected: readonly string[], otherwise?: string) {
        if (!Array.isArray(expected)) throw new Error(`env.oneOf("${name}") needs a list of values.`)
        if (otherwise !== undefined && !expected.includes(otherwise)) {
          throw new Error(`The default of env.oneOf("${name}") must be one of ${listed(expected)}.`)
        }
        const text = variables[name]
        return text !== undefined && expected.includes(text) ? text : otherwise
      },
    },
  )
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Without the value, which may be a secret.
    throw new Error(`The variable ${name} must be JSON.`)
  }
}

/** Reads `a,b`, `[a,b]` and `["a","b"]`. */
function parseList(text: string): string[] {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  // Bounded input: an item of an environment variable, which the operator sets.
  return inner.split(',').map((item) => item.trim().replaceAll(/^"+|"+$/g, ''))
}
