import { type Mutant, onResponse } from '../mutant.js'
import { attributesOf } from '../wire.js'

/** The attribute of each type, and a wrong JSON value to return for it. */
const mistakes: Readonly<Record<string, readonly [attribute: string, wrong: (value: unknown) => unknown]>> = {
  string: ['str', (value) => String(value).trim()],
  text: ['txt', (value) => String(value).slice(0, 255)],
  richtext: ['rich', (value) => String(value).replaceAll(/<[^>]*>/g, '')],
  enumeration: ['kind', (value) => String(value).toUpperCase()],
  email: ['mail', (value) => String(value).replace('@', ' at ')],
  uid: ['slug', (value) => String(value).replaceAll('.', '-')],
  date: ['day', (value) => `${String(value)}T00:00:00.000Z`],
  time: ['tod', (value) => String(value).slice(0, 8)],
  datetime: ['at', (value) => String(value).slice(0, 10)],
  timestamp: ['stamp', (value) => String(value).slice(0, 10)],
  integer: ['int', String],
  biginteger: ['big', (value) => Number(value) % 1000],
  float: ['flt', (value) => Math.round(Number(value))],
  decimal: ['dec', (value) => Math.trunc(Number(value))],
  boolean: ['flag', Number],
  json: ['obj', JSON.stringify],
  array: ['entries', (value) => String(value)],
}

const shapes: readonly Mutant[] = Object.entries(mistakes).map(([name, [attribute, wrong]]) =>
  onResponse(`value.${name}.changed`, [`2.3/${name}`], `${name} values come back changed`, (response) => {
    for (const attributes of attributesOf(response)) {
      const value = attributes[attribute]
      if (value !== null && value !== undefined) attributes[attribute] = wrong(value)
    }
  }),
)

const leftOut: readonly Mutant[] = Object.entries(mistakes).map(([name, [attribute]]) =>
  onResponse(`value.${name}.left-out`, [`2.3/${name}`], `${name} attributes are not returned`, (response) => {
    for (const attributes of attributesOf(response)) delete attributes[attribute]
  }),
)

const formats: readonly Mutant[] = [
  onResponse('value.date-format', ['2.3/date-format'], 'Dates contain a time', (response) => {
    for (const attributes of attributesOf(response))
      if (typeof attributes['day'] === 'string') attributes['day'] += 'T00:00:00.000Z'
  }),
  onResponse('value.time-format', ['2.3/time-format'], 'Times have no milliseconds', (response) => {
    for (const attributes of attributesOf(response))
      if (typeof attributes['tod'] === 'string') attributes['tod'] = attributes['tod'].slice(0, 8)
  }),
  onResponse('value.timestamp-format', ['2.3/timestamp-format'], 'Timestamps are ISO strings', (response) => {
    for (const attributes of attributesOf(response))
      if (typeof attributes['stamp'] === 'string')
        attributes['stamp'] = new Date(Number(attributes['stamp'])).toISOString()
  }),
  onResponse('value.biginteger-exact', ['2.3/biginteger-exact'], 'Big integers are rounded to doubles', (response) => {
    for (const attributes of attributesOf(response))
      if (typeof attributes['big'] === 'string') attributes['big'] = String(Number(attributes['big']))
  }),
  onResponse('value.password', ['2.3/password'], 'The password attribute is in the response', (response, { path }) => {
    if (path.startsWith('/api/conf-items')) for (const attributes of attributesOf(response)) attributes['pass'] = 'hash'
  }),
  onResponse('value.private', ['2.3/private'], 'The private attribute is in the response', (response, { path }) => {
    if (path.startsWith('/api/conf-items'))
      for (const attributes of attributesOf(response)) attributes['hidden'] = 'nobody sees this'
  }),
  onResponse('value.null-left-out', ['2.2/null-present'], 'Attributes without a value are left out', (response) => {
    for (const attributes of attributesOf(response))
      for (const [name, value] of Object.entries(attributes)) if (value === null) delete attributes[name]
  }),
]

export const valueMutants = [...shapes, ...leftOut, ...formats]
