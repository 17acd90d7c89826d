import * as z from 'zod/mini'
import type { Index } from '../content-type.js'
import { type Report, below } from '../problem.js'
import { quote, isRecord } from '../wording.js'
import { readKeys } from './read-keys.js'

const indexOptions = {
  attributes: z.array(z.string()).check(z.minLength(1)),
  unique: z.optional(z.boolean()),
}

/** Each index is a name, a list of names or an object with `attributes`; whether they exist is checked later. */
export function parseIndexes(value: unknown, report: Report): readonly Index[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    report([], `must be a list of attribute names or of { "attributes", "unique" }, but is ${quote(value)}.`)
    return []
  }
  return value.map((item: unknown, position) => parseIndex(item, below(report, position)))
}

function parseIndex(item: unknown, report: Report): Index {
  const short = typeof item === 'string' ? [item] : item
  const given = isRecord(short) ? short : { attributes: short }
  const { attributes = [], unique } = readKeys(indexOptions, given, { owner: 'an index' }, report)
  return Object.freeze({ attributes: Object.freeze(attributes), ...(unique === undefined ? {} : { unique }) })
}
