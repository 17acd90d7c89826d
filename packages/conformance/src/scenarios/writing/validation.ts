import { read } from '../../check/read.js'
import { scenario } from '../scenario.js'

interface ValidationCase {
  readonly clauses: readonly string[]
  readonly title: string
  /** Attributes that make the body invalid. Each must be rejected separately. */
  readonly bad: readonly Readonly<Record<string, unknown>>[]
  /** The same body without the defect. */
  readonly good: Readonly<Record<string, unknown>>
}

/** The values that each validation rule rejects, tried on create and on update. */
const cases = {
  required: {
    clauses: ['4.1/required'],
    title: 'A required attribute that is null is rejected',
    bad: [{ name: null }],
    good: { name: 'there' },
  },
  'min-length': {
    clauses: ['4.1/length'],
    title: 'A string shorter than minLength is rejected',
    bad: [{ short: 'ab' }],
    good: { short: 'abc' },
  },
  'max-length': {
    clauses: ['4.1/length'],
    title: 'A string longer than maxLength is rejected',
    bad: [{ short: 'abcdefg' }],
    good: { short: 'abcdef' },
  },
  regex: {
    clauses: ['4.1/regex'],
    title: 'A string that does not match regex is rejected',
    bad: [{ code: 'nope' }, { code: 'AB-1x' }],
    good: { code: 'AB-12' },
  },
  min: { clauses: ['4.1/range'], title: 'A number below min is rejected', bad: [{ rating: 0 }], good: { rating: 1 } },
  max: { clauses: ['4.1/range'], title: 'A number above max is rejected', bad: [{ rating: 11 }], good: { rating: 10 } },
  enum: {
    clauses: ['4.1/enum'],
    title: 'A value that is not in the enumeration is rejected',
    bad: [{ grade: 'middle' }, { grade: 'LOW' }],
    good: { grade: 'high' },
  },
  email: {
    clauses: ['4.1/email'],
    title: 'A string that is not an e-mail address is rejected',
    bad: [{ mail: 'nobody' }, { mail: 'a@' }],
    good: { mail: 'a@example.org' },
  },
  'integer-type': {
    clauses: ['4.1/type'],
    title: 'An integer rejects strings and objects',
    bad: [{ rating: 'many' }, { rating: {} }],
    good: { rating: 3 },
  },
  'integer-fraction': {
    clauses: ['4.1/type'],
    title: 'An integer rejects fractions',
    bad: [{ amount: 1.5 }],
    good: { amount: 1 },
  },
  'boolean-type': {
    clauses: ['4.1/type'],
    title: 'A boolean rejects other strings and objects',
    bad: [{ flag: 'perhaps' }, { flag: {} }],
    good: { flag: true },
  },
  'string-type': {
    clauses: ['4.1/type'],
    title: 'A string rejects numbers, booleans, objects and arrays',
    bad: [{ name: 5 }, { name: { a: 1 } }, { name: ['x'] }, { name: true }],
    good: { name: 'x' },
  },
} as const satisfies Record<string, ValidationCase>

const fromTable = (Object.entries(cases) as [string, ValidationCase][]).flatMap(
  ([id, { clauses, title, bad, good }]) => [
    scenario({
      id: `rest.create.refuses.${id}`,
      title: `Create: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      clauses: [...clauses, '7/no-5xx'],
      run: async (t) => {
        await t.eachRefused(
          bad.map((defect) => () => t.create('rule', { name: 'x', ...good, ...defect })),
          () => t.create('rule', { name: 'x', ...good }),
          { status: 400 },
        )
        const listed = await t.mine('rule')
        t.equal(listed, 'A rejected value was written', read(listed.body, 'meta.pagination.total'), 1)
      },
    }),
    scenario({
      id: `rest.update.refuses.${id}`,
      title: `Update: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      clauses: [...clauses, '7/no-5xx'],
      run: async (t) => {
        const { id: entry, attributes } = await t.make('rule', { name: 'kept' })
        for (const defect of bad) {
          await t.rejected(
            () => t.update('rule', entry, { amount: 77, ...defect }),
            () => t.update('rule', entry, {}),
            { status: 400 },
          )
          const found = await t.read('rule', entry)
          t.equal(
            found,
            'Part of the rejected update was written',
            t.entry(found).attributes['amount'],
            attributes['amount'],
          )
        }
        t.entry(await t.update('rule', entry, good))
      },
    }),
  ],
)

const badFormats = {
  date: ['day', ['yesterday', '2024-13-01', 5]],
  time: ['tod', ['noon', '25:00:00']],
  datetime: ['at', ['then', 'not-a-date']],
  timestamp: ['stamp', ['then']],
  email: ['mail', ['nobody']],
  enumeration: ['kind', ['delta']],
  uid: ['slug', ['with space', 'sl/ash']],
  integer: ['int', ['many', {}]],
  float: ['flt', ['many', {}]],
  decimal: ['dec', ['many']],
  boolean: ['flag', ['perhaps']],
  biginteger: ['big', ['many']],
} as const

const formats = Object.entries(badFormats).map(([name, [attribute, values]]) =>
  scenario({
    id: `rest.create.refuses-value.${name}`,
    title: `${name}: values of another type are rejected`,
    clauses: [name === 'biginteger' ? '4.1/type-biginteger' : '4.1/type', '7/no-5xx'],
    run: async (t) => {
      await t.eachRefused(
        values.map((value) => () => t.create('item', { [attribute]: value })),
        () => t.create('item', { [attribute]: null }),
        { status: 400 },
      )
    },
  }),
)

export const validationScenarios = [
  ...fromTable,
  ...formats,
  scenario({
    id: 'rest.create.refuses.absent-required',
    title: 'Create: an absent required attribute is rejected by name',
    clauses: ['4.1/required'],
    run: async (t) => {
      await t.rejected(
        () => t.create('rule', {}),
        () => t.create('rule', { name: 'there' }),
        { status: 400, mentions: 'name' },
      )
      const listed = await t.mine('rule')
      t.equal(listed, 'The rejected entry was written', read(listed.body, 'meta.pagination.total'), 1)
    },
  }),
  scenario({
    id: 'rest.create.refuses.duplicate',
    title: 'A duplicate value of a unique attribute is rejected on create and on update; null may repeat',
    clauses: ['4.1/unique'],
    run: async (t) => {
      const badge = t.marker
      await t.make('rule', { name: 'first', badge })
      const { id } = await t.make('rule', { name: 'second' })
      t.entry(await t.create('rule', { name: 'third' }))
      await t.rejected(
        () => t.create('rule', { name: 'refused', badge }),
        () => t.create('rule', { name: 'again', badge: `${badge}-2` }),
        { status: 400 },
      )
      await t.rejected(
        () => t.update('rule', id, { name: 'refused', badge }),
        () => t.update('rule', id, { badge: `${badge}-3` }),
        { status: 400 },
      )
      t.holds(await t.mine('rule'), 'name', ['first', 'second', 'third', 'again'])
    },
  }),
  scenario({
    id: 'rest.create.refuses.duplicate-uid',
    title: 'A duplicate uid is rejected on create and on update',
    clauses: ['4.1/unique', '2.3/uid'],
    run: async (t) => {
      const slug = `${t.marker}-slug`
      await t.make('item', { slug })
      await t.rejected(
        () => t.create('item', { slug }),
        () => t.create('item', { slug: `${slug}-2` }),
        { status: 400 },
      )
      const { id } = await t.make('item', { slug: `${slug}-3` })
      await t.rejected(
        () => t.update('item', id, { slug }),
        () => t.update('item', id, { slug: `${slug}-4` }),
        { status: 400 },
      )
    },
  }),
  scenario({
    id: 'rest.create.defaults',
    title: 'Absent attributes get their defaults; values take precedence',
    clauses: ['4.1/default'],
    run: async (t) => {
      const bare = await t.create('rule', { name: 'bare' })
      t.equal(
        bare,
        'The defaults differ',
        [t.entry(bare).attributes['grade'], t.entry(bare).attributes['amount']],
        ['low', 5],
      )
      const provided = await t.create('rule', { name: 'given', grade: 'high', amount: 0 })
      t.equal(
        provided,
        'A default replaced a value',
        [t.entry(provided).attributes['grade'], t.entry(provided).attributes['amount']],
        ['high', 0],
      )
    },
  }),
]
