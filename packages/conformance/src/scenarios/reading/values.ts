import { read } from '../../check/read.js'
import type { EntryId } from '../../target/entry-view.js'
import { scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { type ValueTypeName, valueTypes } from '../queries/value-table.js'

interface ValueCase {
  readonly clauses: readonly string[]
  /** Values to write. Each must be returned. */
  readonly values: (prefix: string) => readonly unknown[]
  /** The JSON type of every returned value. */
  readonly typeOf: 'string' | 'number' | 'boolean' | 'any'
  /** Normalizes a value, if the specification doesn't define its format. */
  readonly meaning?: (value: unknown) => unknown
}

/** Returns milliseconds since 1970 for a date and time, a number, or a string of digits. */
const instant = (value: unknown): number =>
  typeof value === 'string' && !/^-?\d+$/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN)

/** Returns a time of day without trailing zeros: 08:30:00.000 and 08:30:00 are equal. */
const timeOfDay = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(\d{2}:\d{2}:\d{2})(?:\.(\d{0,9}?)0{0,9})?$/, '$1.$2') : value

const plain =
  (...values: unknown[]) =>
  () =>
    values

/** The expected values of each attribute type. A missing type is a compile error. */
const valueCases = {
  string: {
    clauses: ['2.3/string'],
    values: plain('plain', 'Zoë — ☃ 漢字 𝒳', 'it\'s "quoted" \\ back', ' padded ', 'a'.repeat(255)),
    typeOf: 'string',
  },
  text: { clauses: ['2.3/text'], values: plain('two\nlines\ttab', 'x'.repeat(5000)), typeOf: 'string' },
  richtext: { clauses: ['2.3/richtext'], values: plain('# Title\n\n*a* <b>b</b>'), typeOf: 'string' },
  enumeration: { clauses: ['2.3/enumeration'], values: plain('a_be', 'c_ta_x'), typeOf: 'string' },
  email: { clauses: ['2.3/email'], values: plain('someone@example.org'), typeOf: 'string' },
  uid: { clauses: ['2.3/uid'], values: (prefix) => [`${prefix}-a_b.c~d`], typeOf: 'string' },
  date: { clauses: ['2.3/date'], values: plain('2024-02-29', '1999-12-31'), typeOf: 'string' },
  time: {
    clauses: ['2.3/time'],
    values: plain('08:30:00.000', '23:59:59.999'),
    typeOf: 'string',
    meaning: timeOfDay,
  },
  datetime: {
    clauses: ['2.3/datetime'],
    values: plain('2024-02-29T10:00:00.000Z', '2024-02-29T10:00:00.123+02:00'),
    typeOf: 'string',
    meaning: instant,
  },
  timestamp: {
    clauses: ['2.3/timestamp'],
    values: plain('2024-03-01T10:00:00.000Z'),
    typeOf: 'any',
    meaning: instant,
  },
  integer: { clauses: ['2.3/integer'], values: plain(0, -7, 2147483647), typeOf: 'number' },
  biginteger: {
    clauses: ['2.3/biginteger'],
    values: plain('0', '-42', '4294967296'),
    typeOf: 'any',
    meaning: String,
  },
  float: { clauses: ['2.3/float'], values: plain(0, -1.5, 0.1, 1e-7, 123456.789), typeOf: 'number' },
  decimal: { clauses: ['2.3/decimal'], values: plain(0, -2.5, 99.99), typeOf: 'number' },
  boolean: { clauses: ['2.3/boolean'], values: plain(true, false), typeOf: 'boolean' },
  json: {
    clauses: ['2.3/json'],
    values: plain({ a: 1, b: [1, { c: null }] }, ['x', 2], { deep: { er: { est: true } } }),
    typeOf: 'any',
  },
} as const satisfies Record<ValueTypeName, ValueCase>

const entries = Object.entries(valueCases) as readonly (readonly [ValueTypeName, ValueCase])[]

const roundTrips = entries.map(([name, { clauses, values, typeOf, meaning = (value: unknown) => value }]) =>
  scenario({
    id: `rest.value.${name}`,
    title: `${name}: the written value is returned by create, read and list`,
    clauses: [...clauses, '4.1/r2', '2.5/attributes', '4.1/create'],
    run: async (t) => {
      const { attribute } = valueTypes[name]
      const all = values(t.marker)
      const ids: EntryId[] = []
      for (const written of all) {
        const expected = meaning(written)
        const created = await t.create('item', { [attribute]: written })
        const { id, attributes } = t.entry(created)
        t.equal(created, `Create returns another ${name}`, meaning(attributes[attribute]), expected)
        const found = await t.read('item', id)
        t.equal(found, `Reading returns another ${name}`, meaning(t.entry(found).attributes[attribute]), expected)
        ids.push(id)
        if (typeOf !== 'any')
          t.equal(
            found,
            `${name} is returned as another JSON type`,
            typeof t.entry(found).attributes[attribute],
            typeOf,
          )
      }
      const listed = await t.mine('item', { pagination: { pageSize: all.length } })
      const shown = new Map(t.entries(listed).map(({ id, attributes }) => [id, meaning(attributes[attribute])]))
      t.equal(
        listed,
        `The list returns another ${name}`,
        ids.map((id) => shown.get(id)),
        all.map(meaning),
      )
    },
  }),
)

/** A value for every attribute, so that a change of any of them is visible. */
const filled = (prefix: string) =>
  Object.fromEntries(Object.values(valueTypes).map(({ attribute, values }) => [attribute, values(prefix)[1]]))

/** Creates an item with a value in every attribute and these, updates it, and checks that nothing else changes. */
async function changesOnly(t: ScenarioContext, first: Record<string, unknown>, update: Record<string, unknown>) {
  const { id } = await t.make('item', { label: 'kept', ...filled(t.marker), ...first })
  const before = t.entry(await t.read('item', id)).attributes
  const updated = await t.update('item', id, update)
  const found = await t.read('item', id)
  const after = t.entry(found).attributes
  const changed = Object.keys(before).filter(
    (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]) && !t.view.changing.includes(key),
  )
  t.equal(found, 'Other attributes also changed, or this one did not', changed, Object.keys(update))
  return { updated, found }
}

const clears = entries.map(([name]) =>
  scenario({
    id: `rest.clear.${name}`,
    title: `${name}: null clears the value, and other attributes stay`,
    clauses: ['4.1/r3-null', '4.1/r3'],
    run: async (t) => {
      const { attribute } = valueTypes[name]
      const { updated, found } = await changesOnly(t, {}, { [attribute]: null })
      const returned = t.entry(updated).attributes[attribute] ?? null
      t.equal(updated, 'The response to the update still has the value', returned, null)
      t.equal(found, 'The value is still there', t.entry(found).attributes[attribute] ?? null, null)
    },
  }),
)

const changes = entries.map(([name]) =>
  scenario({
    id: `rest.change.${name}`,
    title: `${name}: an update of this attribute changes nothing else`,
    clauses: ['4.1/r3', '4.1/update'],
    run: async (t) => {
      const { attribute, values } = valueTypes[name]
      const [first, second] = values(t.marker)
      const { updated } = await changesOnly(t, { [attribute]: first }, { [attribute]: second })
      t.entry(updated)
    },
  }),
)

/** Values whose format clients depend on. */
const spellings = {
  date: ['day', '2024-02-29', '2024-02-29'],
  time: ['tod', '23:59:59', '23:59:59.000'],
  timestamp: ['stamp', '2024-03-01T10:00:00.000Z', '1709287200000'],
} as const

const formats = Object.entries(spellings).map(([name, [attribute, written, returned]]) =>
  scenario({
    id: `rest.value.${name}-format`,
    title: `${name}: ${written} is returned as ${returned}`,
    clauses: [`2.3/${name}-format`],
    run: async (t) => {
      const found = await t.read('item', (await t.make('item', { [attribute]: written })).id)
      t.equal(found, `${name} has another format`, t.entry(found).attributes[attribute], returned)
    },
  }),
)

/** Attributes that no response contains. Filters, sorts and fields by them get an error, whatever the status. */
const secrets = (
  [
    ['password', 'pass', ['2.3/password-hidden', '2.3/password'], 'A password attribute', {}],
    ['private', 'hidden', ['2.3/private'], 'A private attribute', { status: 400 }],
  ] as const
).map(([name, attribute, clauses, subject, rejection]) =>
  scenario({
    id: `rest.value.${name}`,
    title: `${subject} can be written, but is never in a REST response, and filters, sorts and fields cannot use it`,
    clauses,
    run: async (t) => {
      const value = 'nobody sees this'
      const created = await t.create('item', { [attribute]: value })
      const { id } = t.entry(created)
      for (const response of [
        created,
        await t.read('item', id),
        await t.read('item', id, { fields: '*', populate: '*' }),
        await t.mine('item'),
        await t.update('item', id, { [attribute]: `${value}, either` }),
        await t.delete('item', id),
      ]) {
        t.status(response, 200, 201, 204)
        const shown = response.text.includes(value) || response.text.includes(`"${attribute}"`)
        t.that(response, !shown, `The response contains ${attribute}`, '(absent)', response.body)
      }
      for (const [bad, control] of [
        [{ filters: { [attribute]: { $notNull: true } } }, { filters: { str: { $null: true } } }],
        [{ filters: { [attribute]: { $eq: value } } }, { filters: { str: { $eq: value } } }],
        [{ sort: attribute }, { sort: 'str' }],
        [{ fields: [attribute] }, { fields: ['str'] }],
      ])
        await t.rejected(
          () => t.mine('item', bad),
          () => t.mine('item', control),
          rejection,
        )
    },
  }),
)

const others = [
  scenario({
    id: 'rest.value.biginteger-exact',
    title: 'biginteger: digits beyond 2^53 are kept, and the value is a string',
    clauses: ['2.3/biginteger-exact'],
    run: async (t) => {
      for (const value of ['9007199254740993', '-9223372036854775808', '9223372036854775807']) {
        const created = await t.create('item', { big: value })
        const found = await t.read('item', t.entry(created).id)
        t.equal(found, 'The value differs', t.entry(found).attributes['big'], value)
      }
    },
  }),
  scenario({
    id: 'rest.value.array',
    title: 'array: the written value is returned',
    clauses: ['2.3/array'],
    run: async (t) => {
      const created = await t.create('list', { entries: ['a', 2, null] })
      const found = await t.read('list', t.entry(created).id)
      t.equal(found, 'The array differs', t.entry(found).attributes['entries'], ['a', 2, null])
    },
  }),
  scenario({
    id: 'rest.value.null-present',
    title: 'Attributes without a value are present as null',
    clauses: ['2.2/null-present', '2.5/attributes'],
    run: async (t) => {
      const { id } = await t.make('item', { label: 'bare' })
      const found = await t.read('item', id)
      const { attributes } = t.entry(found)
      for (const { attribute } of Object.values(valueTypes))
        t.equal(found, `${attribute} is not null`, attributes[attribute], null)
    },
  }),
  scenario({
    id: 'rest.value.echo',
    title: 'An entry is the same in a list and when it is read',
    clauses: ['4.1/r1', '4.1/read', '4.1/list'],
    run: async (t) => {
      const { id } = await t.make('item', { str: 'same', int: 3, obj: { a: [1] }, flag: false })
      const listed = await t.mine('item')
      const found = await t.read('item', id)
      t.equal(listed, 'List and entry differ', read(listed.body, 'data.0'), read(found.body, 'data'))
    },
  }),
]

export const valueScenarios = [...roundTrips, ...clears, ...changes, ...formats, ...secrets, ...others]
