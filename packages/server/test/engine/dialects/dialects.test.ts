import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StorageKind, Stored } from '@content-api/engine/attributes'
import { stringOf } from '@content-api/engine/plan'
import type { Database } from '@content-api/engine/database'
import type { Table } from '../../../../engine/src/layout/columns.js'
import { StatementBuilder } from '../../../../engine/src/dialects/statement.js'
import { databases } from '../../../../../tests/support/postgres.js'
import { openTables } from '../../support/table-database.js'

const kinds: readonly StorageKind[] = [
  ...(['text', 'integer', 'bigint', 'double', 'decimal', 'boolean', 'date', 'time', 'datetime', 'json'] as const),
]
const table: Table = {
  name: 'specimens',
  columns: [{ name: 'id', kind: 'id' }, ...kinds.map((kind) => ({ name: kind, kind }))],
  indexes: [],
}

describe.each(await databases())('the SQL dialect of $name', ({ connection }) => {
  let database: Database

  beforeAll(async () => {
    database = await openTables(connection, [table])
  })
  afterAll(() => database.close())

  /** Stores the values as rows, and returns the value of `expression` for each, in order. */
  async function through(
    column: StorageKind,
    values: readonly Stored[],
    expression: (builder: StatementBuilder) => string,
  ): Promise<(string | null)[]> {
    return database.write(async (transaction) => {
      await transaction.query({ sql: 'DELETE FROM specimens', values: [] })
      await transaction.insertMany(
        'specimens',
        values.map((value) => ({ [column]: value })),
      )
      const builder = new StatementBuilder(database)
      const rows = await transaction.query(
        builder.finish(`SELECT ${expression(builder)} AS response FROM specimens ORDER BY id`),
      )
      return rows.map(({ response }) => (response === null ? null : String(response)))
    })
  }

  const json = (kind: StorageKind) => () => database.layout.formats.json(kind, kind)

  /** Returns, for each string, whether it matches the condition in the database; null if the result is unknown. */
  async function matches(texts: readonly (string | null)[], condition: (builder: StatementBuilder) => string) {
    const responses = await through(
      'text',
      texts,
      (builder) => `CASE WHEN ${condition(builder)} THEN 'yes' WHEN NOT (${condition(builder)}) THEN 'no' END`,
    )
    return responses.map((response) => (response === null ? null : response === 'yes'))
  }

  test.each<[StorageKind, Stored, unknown]>([
    ['text', 'a "quoted" \\ line\nand \u0001 and 日本 😀', 'a "quoted" \\ line\nand \u0001 and 日本 😀'],
    ['text', '', ''],
    ['integer', -2147483648, -2147483648],
    ['bigint', '9223372036854775807', '9223372036854775807'],
    ['bigint', '-9223372036854775808', '-9223372036854775808'],
    ['double', 0.1, 0.1],
    ['double', 5, 5],
    ['decimal', 12.5, 12.5],
    ['decimal', '0.30', 0.3],
    ['boolean', true, true],
    ['boolean', false, false],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '0001-01-01', '0001-01-01'],
    ['time', '23:59:59.999', '23:59:59.999'],
    ['time', '07:05:00.000', '07:05:00.000'],
    ['datetime', '2024-02-29T23:59:59.123Z', '2024-02-29T23:59:59.123Z'],
    ['datetime', '1969-12-31T00:00:00.000Z', '1969-12-31T00:00:00.000Z'],
    ['json', '{"b":[1,2.5,null],"a":"é"}', { b: [1, 2.5, null], a: 'é' }],
    ['json', 'null', null],
  ])('returns a %s of %j as %j', async (kind, stored, expected) => {
    const [response, nothing] = await through(kind, [stored, null], json(kind))
    expect(JSON.parse(response as string)).toEqual(expected)
    expect(nothing).toBe('null')
  })

  test.each<[StorageKind, Stored]>([...kinds.map((kind) => [kind, null] as [StorageKind, null]), ['json', 'null']])(
    'returns the replacement in place of a %s of %j',
    async (kind, stored) => {
      expect(await through(kind, [stored], () => database.layout.formats.json(kind, kind, "'?'"))).toEqual(['?'])
    },
  )

  test('returns every double exactly', async () => {
    const double = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      // Near the smallest and the largest double.
      fc.double({ min: -1e-300, max: 1e-300, noNaN: true }),
      fc.double({ min: 1e307, noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger().map((integer) => integer * 1000 + 1),
      // Typical numbers: few digits, many magnitudes.
      fc
        .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: -30, max: 25 }))
        .map(([digits, exponent]) => Number(`${digits}e${exponent}`)),
    )
    const extremes = [
      5e-324,
      -5e-324,
      1e308,
      -1e308,
      Number.MAX_VALUE,
      2.2250738585072014e-308,
      0.1 + 0.2,
      821.387954386893,
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(double, { minLength: 400, maxLength: 400 }), async (doubles) => {
        const values = [...doubles, ...extremes]
        const responses = await through('double', values, json('double'))
        // JSON has no -0.
        expect(responses.map((response) => JSON.parse(response as string) + 0)).toEqual(
          values.map((value) => value + 0),
        )
      }),
      { numRuns: 40 },
    )
  })

  test('writes a number of few digits in its shortest form', async () => {
    const numbers = [0.1, 12.5, -3.25, 100, 0.07, 1234567.89, 42.57952]
    expect(await through('double', numbers, json('double'))).toEqual(numbers.map(String))
  })

  const character = fc.oneof(
    fc.constantFrom(...Array.from('\u212a\u00b5aAbBkKKsSſßẞiIıİµμΜσςΣжЖéÉe\u0301ﬅﬆDžDždžᾳᾼ')),
    fc.constantFrom(...Array.from('%_*?[]^$\\.|+(){}-!,"\' \n')),
    fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((text) => text !== '\0' && !/\p{Surrogate}/u.test(text)),
  )
  const text = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''))
  /** Mostly a part of one of the strings, sometimes in upper case. */
  const needles = (texts: readonly string[]) =>
    fc.oneof(
      text,
      fc.tuple(fc.constantFrom(...texts), fc.nat(6), fc.nat(6), fc.boolean()).map(([from, start, length, upper]) => {
        const part = Array.from(from)
          .slice(start, start + length)
          .join('')
        return upper ? part.toUpperCase() : part
      }),
    )
  const search = fc
    .array(text, { minLength: 1, maxLength: 30 })
    .chain((texts) => fc.tuple(fc.constant(texts), needles(texts)))

  const escaped = (needle: string) => needle.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

  test.each([
    { start: false, end: false },
    { start: true, end: false },
    { start: false, end: true },
    { start: true, end: true },
  ])('matches strings without regard to case like JavaScript ($start, $end)', async ({ start, end }) => {
    await fc.assert(
      fc.asyncProperty(search, async ([texts, needle]) => {
        // In JavaScript `$` only matches at the end of the string. Elsewhere it may also match before a final newline.
        const expression = new RegExp(`${start ? '^' : ''}(?:${escaped(needle)})${end ? '$' : ''}`, 'iu')
        const { dialect } = database
        const found = await matches([...texts, null], (builder) =>
          dialect.matchesPattern('text', builder.bind('text', dialect.casePattern(needle, { start, end }))),
        )
        expect(found).toEqual([...texts.map((candidate) => expression.test(candidate)), null])
      }),
      { numRuns: 150 },
    )
  })

  test.each(['contains', 'startsWith', 'endsWith'] as const)(
    '%s is case-sensitive, and every string contains the empty string',
    async (predicate) => {
      const inJavaScript = { contains: 'includes', startsWith: 'startsWith', endsWith: 'endsWith' } as const
      await fc.assert(
        fc.asyncProperty(search, async ([texts, needle]) => {
          const found = await matches([...texts, '', null], (builder) =>
            database.dialect[predicate]('text', builder.bind('text', needle)),
          )
          expect(found).toEqual([
            ...[...texts, ''].map((candidate) => candidate[inJavaScript[predicate]](needle)),
            null,
          ])
        }),
        { numRuns: 150 },
      )
    },
  )

  test.each<[StorageKind, Stored, Stored, boolean]>([
    ['integer', 5, '5', true],
    ['integer', 5, 5.5, false],
    ['integer', 5, '99999999999999999999', false],
    ['bigint', '9007199254740993', '9007199254740993', true],
    ['bigint', '9007199254740993', '9007199254740992', false],
    ['double', 0.1, '0.1', true],
    ['decimal', 0.1, '0.10', true],
    ['boolean', true, true, true],
    ['boolean', true, false, false],
    ['text', '5', 5, true],
    ['date', '2024-02-29', '2024-02-29', true],
    ['time', '10:00:00.000', '10:00:00.000', true],
    ['datetime', '2024-02-29T10:00:00.000Z', '2024-02-29T10:00:00.000Z', true],
  ])('compares a %s of %j with %j as equal: %s', async (kind, stored, comparand, expected) => {
    const [response] = await through(
      kind,
      [stored],
      (builder) => `CASE WHEN "${kind}" = ${builder.bind(kind, comparand)} THEN 1 ELSE 0 END`,
    )
    expect(response).toBe(expected ? '1' : '0')
  })

  test('sorts by code point, with nulls first ascending and last descending', async () => {
    const texts = ['b', 'a', 'Z', null, 'é', 'z', '😀', '\uffee']
    const byCodePoint = ['Z', 'a', 'b', 'z', 'é', '\uffee', '😀']
    const order = async (direction: 'asc' | 'desc') => {
      await through('text', texts, () => '1')
      const { dialect, layout } = database
      const rows = `SELECT ${layout.formats.json('text', 'text')} AS item FROM specimens ORDER BY ${dialect.orderBy('text', direction)}`
      const list = await database.read({ sql: `SELECT ${dialect.aggregate('item')} FROM (${rows}) rows`, values: [] })
      return JSON.parse(`[${stringOf(list ?? '')}]`) as unknown
    }
    expect(await order('asc')).toEqual([null, ...byCodePoint])
    expect(await order('desc')).toEqual([...byCodePoint.toReversed(), null])
  })

  test('accepts limit and offset, alone and together', async () => {
    await through('integer', [1, 2, 3, 4], () => '1')
    const page = async (limit: number | null, offset: number | null) => {
      const builder = new StatementBuilder(database)
      const bound = (value: number | null) => (value === null ? null : builder.bind('integer', value))
      const rows = `SELECT integer FROM specimens ORDER BY integer ${database.dialect.limit(bound(limit), bound(offset))}`
      const sql = `SELECT ${database.dialect.aggregate('CAST(integer AS TEXT)')} FROM (${rows}) rows`
      return database.read(builder.finish(sql))
    }
    expect(await page(2, null)).toBe('1,2')
    expect(await page(null, 3)).toBe('4')
    expect(await page(2, 1)).toBe('2,3')
    expect(await page(null, null)).toBe('1,2,3,4')
    expect(await page(5, 9)).toBeNull()
  })

  test('converts a string expression to a JSON string', async () => {
    const [first] = await through('text', ['say "hi"\t'], () => database.dialect.jsonString('text'))
    expect(JSON.parse(first as string)).toBe('say "hi"\t')
  })
})
