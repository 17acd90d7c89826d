import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { printLiteral } from './print-literal.js'
import type { Json } from './values.js'

/** Evaluates the printed literal. */
// oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-return, typescript/no-unsafe-call
const evaluated = (code: string): unknown => new Function(`return ${code}`)()

it('prints every value as JavaScript that evaluates to an equal value', () => {
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom("it's", '"', '\\', '\n', '\u2028', '`${x}`', '</script>'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__'),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  }))
  fc.assert(
    fc.property(value, (one) => {
      expect(evaluated(printLiteral(one))).toEqual(one)
    }),
    { numRuns: 300, seed: 22 },
  )
})

it('breaks long values into lines', () => {
  const long = { filters: { title: { $contains: 'a'.repeat(60) }, author: { name: { $eq: 'b'.repeat(60) } } } }
  expect(printLiteral(long)).toBe(
    [
      '{',
      '  filters: {',
      `    title: { $contains: '${'a'.repeat(60)}' },`,
      `    author: { name: { $eq: '${'b'.repeat(60)}' } },`,
      '  },',
      '}',
    ].join('\n'),
  )
})
