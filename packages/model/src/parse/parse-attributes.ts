import type { Attribute } from '../attribute.js'
import { type Report, below } from '../problem.js'
import { quote, isRecord } from '../wording.js'
import { parseAttribute } from './parse-attribute.js'

export interface ParsedAttributes {
  readonly declared: Readonly<Record<string, Attribute>>
  /** The names of attributes that couldn't be read. A reference to one of them isn't reported as a mistake. */
  readonly broken: ReadonlySet<string>
}

export function parseAttributes(
  value: unknown,
  options: { readonly localizedType: boolean; readonly reserved: readonly string[] },
  report: Report,
): ParsedAttributes {
  // Without a prototype, a name that a client sends finds only declared attributes.
  const declared: Record<string, Attribute> = Object.create(null)
  const broken = new Set<string>()
  if (!isRecord(value)) {
    report([], value === undefined ? 'is missing.' : `must be an object, but is ${quote(value)}.`)
    return { declared, broken }
  }
  const seen = new Map<string, string>()
  for (const [name, definition] of Object.entries(value)) {
    const at = below(report, name)
    checkName(name, options.reserved, seen, at)
    const attribute = parseAttribute(definition, options.localizedType, at)
    if (attribute === undefined) broken.add(name)
    else declared[name] = Object.freeze(attribute)
  }
  return { declared, broken }
}

function checkName(name: string, reserved: readonly string[], seen: Map<string, string>, report: Report): void {
  const folded = name.toLowerCase()
  const standard = reserved.find((candidate) => candidate.toLowerCase() === folded)
  const same = seen.get(folded)
  if (name === '__component') report([], 'is reserved: it names the component of an item in a dynamic zone.')
  else if (name in Object.prototype || name === 'prototype')
    report([], 'is a property of every JavaScript object. Choose another name.')
  else if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    report([], 'is not a valid attribute name: it must begin with a letter and contain only letters, digits and "_".')
  } else if (standard !== undefined) report([], `is reserved: the service adds ${quote(standard)} itself.`)
  else if (same !== undefined)
    report([], `differs from ${quote(same)} only in case, which databases ignore. Rename one of them.`)
  seen.set(folded, name)
}
