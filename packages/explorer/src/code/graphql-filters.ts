import { isMorph } from '../model/model-index.js'
import type { QueryValue } from '../state/query.js'
import type { Translation } from './code-text.js'
import type { FilterLanguage } from './translate-filters.js'
import { type Json, textOperators, valueOfType } from './values.js'

const timeTypes: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'timestamp'])
const numberTypes: ReadonlySet<string> = new Set(['float', 'decimal'])

/** The formats that the date scalars of GraphQL accept. REST accepts more formats. */
const timeForms: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
}

const isName = (name: string): boolean => /^[_A-Za-z]\w*$/.test(name) && !name.startsWith('__')

/** Returns why the GraphQL schema has no field for an attribute; null if it has one. */
export function graphqlRefusal(name: string): string | null {
  if (name === 'createdBy' || name === 'updatedBy') return 'GraphQL has no creators'
  return isName(name) ? null : 'It is not a valid name in GraphQL'
}

/** The filters of GraphQL: operators have no `$`, and values must have the types of the inputs. */
export const graphqlFilters: FilterLanguage = {
  nameOf: (operator) => operator.slice(1),
  valueOf: (text, { name, type }, operator) => {
    const isText = textOperators.has(operator)
    if (name === 'id') return text
    if (timeTypes.has(type)) return isText || !timeForms[type]?.test(text) ? undefined : text
    if (type === 'integer') return whole(text)
    if (type === 'biginteger') return /^-?\d+$/.test(text) ? text : undefined
    if (numberTypes.has(type)) return numeric(text, isText)
    if (type === 'boolean') return isText ? undefined : booleanOf(text)
    return text
  },
  refusal: (attribute, target) => {
    const refusal = graphqlRefusal(attribute.name)
    if (refusal !== null) return refusal
    if (attribute.type === 'media' || attribute.type === 'dynamiczone' || isMorph(attribute)) {
      return `Filters can’t use attributes of type ${attribute.type}`
    }
    const leadsToSingle = target !== undefined && 'kind' in target && target.kind === 'singleType'
    return leadsToSingle ? 'GraphQL can’t filter by relations to single types' : null
  },
}

/** `Int` has 32 bits. */
function whole(text: string): Json | undefined {
  const number = Number(text)
  return /^-?(0|[1-9]\d*)$/.test(text) && Math.abs(number) < 2 ** 31 ? number : undefined
}

/** Parses a number. If it is compared as a string, only the format in which JavaScript prints it is accepted. */
function numeric(text: string, isText: boolean): Json | undefined {
  const value = valueOfType(text, 'float')
  return typeof value === 'number' && (!isText || String(value) === text) ? value : undefined
}

function booleanOf(text: string): Json | undefined {
  const value = valueOfType(text, 'boolean')
  return typeof value === 'boolean' ? value : undefined
}

/** Returns the keys of a sort. REST also accepts objects, but GraphQL has no equivalent for them. */
export function sortOf(
  value: QueryValue | undefined,
  translation: Translation,
  path: readonly string[],
): readonly string[] | undefined {
  if (value === undefined || value === '') return undefined
  const items: readonly QueryValue[] = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
  const names = items.flatMap((item) => (typeof item === 'string' ? item.split(',') : []))
  if (names.length > 0 && items.every((item) => typeof item === 'string')) return names.map((name) => name.trim())
  return translation.leaveOut(path, 'In GraphQL, sort must be strings')
}
