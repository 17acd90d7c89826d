import { read } from '../../check/read.js'
import { scenario } from '../scenario.js'

interface ValidationCase {
  readonly clauses: readonly string[]
  readonly title: string
  /** Attributes that make the body wrong, each to be refused on its own. */
  readonly bad: readonly Readonly<Record<string, unknown>>[]
  /** The same without the defect. */
  readonly good: Readonly<Record<string, unknown>>
}

/** Attribute by attribute, what a rule refuses; each is tried on create and on update. */
const cases = {
  required: {
    clauses: ['4.1/required'],
    title: 'A required attribute that is null is refused',
    bad: [{ name: null }],
    good: { name: 'there' },
  },
  'min-length': {
    clauses: ['4.1/length'],
    title: 'A text shorter than minLength is refused',
    bad: [{ short: 'ab' }],
    good: { short: 'abc' },
  },
  'max-length': {
    clauses: ['4.1/length'],
    title: 'A text longer than maxLength is refused',
    bad: [{ short: 'abcdefg' }],
    good: { short: 'abcdef' },
  },
  regex: {
    clauses: ['4.1/regex'],
    title: 'A text that does not match regex is refused',
    bad: [{ code: 'nope' }, { code: 'AB-1x' }],
    good: { code: 'AB-12' },
  },
  min: { clauses: ['4.1/range'], title: 'A number below min is refused', bad: [{ rating: 0 }], good: { rating: 1 } },
  max: { clauses: ['4.1/range'], title: 'A number above max is refused', bad: [{ rating: 11 }], good: { rating: 10 } },
  enum: {
    clauses: ['4.1/enum'],
    title: 'A value that the enumeration lacks is refused',
    bad: [{ grade: 'middle' }, { grade: 'LOW' }],
    good: { grade: 'high' },
  },
  email: {
    clauses: ['4.1/email'],
    title: 'A text that is no e-mail address is refused',
    bad: [{ mail: 'nobody' }, { mail: 'a@' }],
    good: { mail: 'a@example.org' },
  },
  'integer-type': {
    clauses: ['4.1/type'],
    title: 'An integer takes no text and no object',
    bad: [{ rating: 'many' }, { rating: {} }],
    good: { rating: 3 },
  },
  'integer-fraction': {
    clauses: ['4.1/type'],
    title: 'An integer takes no fraction',
    bad: [{ amount: 1.5 }],
    good: { amount: 1 },
  },
  'boolean-type': {
    clauses: ['4.1/type'],
    title: 'A boolean takes no other text and no object',
    bad: [{ flag: 'perhaps' }, { flag: {} }],
    good: { flag: true },
  },
  'string-type': {
    clauses: ['4.1/type'],
    title: 'A text takes no number, boolean, object or array',
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
        t.equal(listed, 'Something refused was written all the same', read(listed.body, 'meta.pagination.total'), 1)
      },
    }),
    scenario({
      id: `rest.update.refuses.${id}`,
      title: `Update: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      clauses: [...clauses, '7/no-5xx'],
      run: async (t) => {
        const { id: entry, attributes } = await t.make('rule', { name: 'kept' })
        for (const defect of bad) {
          await t.refused(
            () => t.update('rule', entry, { amount: 77, ...defect }),
            () => t.update('rule', entry, {}),
            { status: 400 },
          )
          const found = await t.read('rule', entry)
          t.equal(
            found,
            'Part of the refused update was written',
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
    title: `${name}: values of another kind are refused`,
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
    title: 'Create: a required attribute that is absent is refused by name',
    clauses: ['4.1/required'],
    run: async (t) => {
      await t.refused(
        () => t.create('rule', {}),
        () => t.create('rule', { name: 'there' }),
        { status: 400, mentions: 'name' },
      )
      const listed = await t.mine('rule')
      t.equal(listed, 'The refused entry was written', read(listed.body, 'meta.pagination.total'), 1)
    },
  }),
  scenario({
    id: 'rest.create.refuses.duplicate',
    title: 'A second value of a unique attribute is refused on create and on update; null may repeat',
    clauses: ['4.1/unique'],
    run: async (t) => {
      const badge = t.marker
      await t.make('rule', { name: 'first', badge })
      const { id } = await t.make('rule', { name: 'second' })
      t.entry(await t.create('rule', { name: 'third' }))
      await t.refused(
        () => t.create('rule', { name: 'again', badge }),
        () => t.create('rule', { name: 'again', badge: `${badge}-2` }),
        { status: 400 },
      )
      await t.refused(
        () => t.update('rule', id, { badge }),
        () => t.update('rule', id, { badge: `${badge}-3` }),
        { status: 400 },
      )
    },
  }),
  scenario({
    id: 'rest.create.refuses.duplicate-uid',
    title: 'A uid cannot repeat',
    clauses: ['4.1/unique', '2.3/uid'],
    run: async (t) => {
      const slug = `${t.marker}-slug`
      await t.make('item', { slug })
      await t.refused(
        () => t.create('item', { slug }),
        () => t.create('item', { slug: `${slug}-2` }),
        { status: 400 },
      )
    },
  }),
  scenario({
    id: 'rest.create.defaults',
    title: 'Absent attributes take their defaults, values that are given win',
    clauses: ['4.1/default'],
    run: async (t) => {
      const bare = await t.create('rule', { name: 'bare' })
      t.equal(
        bare,
        'The defaults are others',
        [t.entry(bare).attributes['grade'], t.entry(bare).attributes['amount']],
        ['low', 5],
      )
      const given = await t.create('rule', { name: 'given', grade: 'high', amount: 0 })
      t.equal(
        given,
        'A default replaced a value',
        [t.entry(given).attributes['grade'], t.entry(given).attributes['amount']],
        ['high', 0],
      )
    },
  }),
]
