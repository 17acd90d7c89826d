import type { Attribute } from '../attribute.js'
import { type Report, below } from '../problem.js'
import { quote, isRecord } from '../wording.js'
import { parseAttribute } from './parse-attribute.js'

export interface ParsedAttributes {
  readonly declared: Readonly<Record<string, Attribute>>
  /** Names of attributes that couldn't be read: a reference to one of them isn't a mistake of its own. */
  readonly broken: ReadonlySet<string>
}

export function parseAttributes(
  value: unknown,
  options: { readonly localizedType: boolean; readonly reserved: readonly string[] },
  report: Report,
): ParsedAttributes {
  // Without a prototype, a name that a client sends finds what was declared and nothing else.
  const declared: Record<string, Attribute> = Object.create(null)
  const broken = new Set<string>()
  if (!isRecord(value)) {
    report([], value === undefined ? 'is missing.' : `must be an object, but is ${quote(value)}.`)
    return { declared, broken }
  }
  const seen = new Map<string, string>()
  for (const [name, given] of Object.entries(value)) {
    const at = below(report, name)
    checkName(name, options.reserved, seen, at)
    const attribute = parseAttribute(given, options.localizedType, at)
    if (attribute === undefined) broken.add(name)
    else declared[name] = Object.freeze(attribute)
  }
  return { declared, broken }
}

function checkName(name: string, reserved: readonly string[], seen: Map<string, string>, report: Report): void {
  const folded = name.toLowerCase()
  const standard = reserved.find((candidate) => candidate.toLowerCase() === folded)
  const same = seen.get(folded)
  if (name === '__component') report([], 'is reserved: it tells the components of a dynamic zone apart.')
  else if (name in Object.prototype || name === 'prototype')
    report([], 'is a name that JavaScript objects have already.')
  else if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    report([], 'is no name for an attribute: it must begin with a letter and go on with letters, digits and "_".')
  } else if (standard !== undefined) report([], `is reserved: the service adds ${quote(standard)} itself.`)
  else if (same !== undefined) report([], `differs from ${quote(same)} only in case, which databases don't tell apart.`)
  seen.set(folded, name)
}
