import { scenario } from '../scenario.js'
import { swapCase } from './operator-table.js'
import { sharedItems } from './shared-items.js'

/** Strings with letters beyond ASCII, by label. */
const alphabets = { french: 'Été À Nîmes', greek: 'ΑΘΗΝΑ', russian: 'Москва' } as const
const alphabetEntries = Object.entries(alphabets)

/** Scenarios about operands: special characters, alphabets and arrays. */
export const filterOperandScenarios = [
  scenario({
    id: 'rest.filter.wildcards',
    title: '% and _ are literal characters',
    clauses: ['4.3/wildcards'],
    run: async (t) => {
      await t.makeMany('item', [
        { label: 'percent', str: '100% sure' },
        { label: 'plain', str: '100x sure' },
        { label: 'under', str: 'a_b' },
        { label: 'letter', str: 'axb' },
      ])
      for (const [filters, expected] of [
        [{ str: { $contains: '0% s' } }, ['percent']],
        [{ str: { $contains: 'a_b' } }, ['under']],
        [{ str: { $containsi: 'A_B' } }, ['under']],
        [{ str: { $startsWith: '100%' } }, ['percent']],
        [{ str: { $startsWithi: 'A_' } }, ['under']],
        [{ str: { $endsWith: '_b' } }, ['under']],
        [{ str: { $endsWithi: '_B' } }, ['under']],
        [{ str: { $eqi: 'A_B' } }, ['under']],
        [{ str: { $notContains: '_' } }, ['percent', 'plain', 'letter']],
        [{ str: { $notContainsi: '%' } }, ['plain', 'under', 'letter']],
      ] as const) {
        t.holds(await t.mine('item', { filters }), 'label', expected)
      }
    },
  }),
  scenario({
    id: 'rest.filter.unicode-fold',
    title: 'The i operators ignore the case of accented Latin, Greek and Cyrillic letters',
    clauses: ['4.3/fold', '4.3/$eqi', '4.3/$containsi', '4.3/$notContainsi', '4.3/$startsWithi', '4.3/$endsWithi'],
    run: async (t) => {
      await t.makeMany(
        'item',
        alphabetEntries.map(([label, str]) => ({ label, str })),
      )
      for (const [label, str] of alphabetEntries) {
        const swapped = swapCase(str)
        const others = Object.keys(alphabets).filter((other) => other !== label)
        for (const [operator, operand, expected] of [
          ['$eqi', swapped, [label]],
          ['$containsi', swapped.slice(1, 4), [label]],
          ['$notContainsi', swapped.slice(1, 4), others],
          ['$startsWithi', swapped.slice(0, 3), [label]],
          ['$endsWithi', swapped.slice(-4), [label]],
        ] as const)
          t.holds(await t.mine('item', { filters: { str: { [operator]: operand } } }), 'label', expected)
      }
    },
  }),
  scenario({
    id: 'rest.filter.array-by-index',
    title: 'An array operand is sorted by its indexes, whatever their order in the query string',
    clauses: ['4.3/filters-array', '4.3/$in', '4.3/$between'],
    run: async (t) => {
      const { marker } = await sharedItems(t)
      for (const [condition, expected] of [
        ['filters[int][$in][1]=10&filters[int][$in][0]=-7', ['low', 'high']],
        // In the order of the query string, the range from 2 to -7 is empty.
        ['filters[int][$between][1]=2&filters[int][$between][0]=-7', ['low', 'mid']],
      ] as const)
        t.holds(await t.list('item', `${condition}&filters[marker][$eq]=${marker}`), 'label', expected)
    },
  }),
  scenario({
    id: 'rest.filter.long-array',
    title: 'An array of 100 values filters; a longer one filters or is rejected, but is never ignored or cut off',
    clauses: ['4.3/filters-array', '4.3/filter-unknown-operator'],
    run: async (t) => {
      const { marker } = await sharedItems(t)
      for (const length of [21, 100, 101, 150]) {
        const operand = [-7, ...Array.from({ length: length - 2 }, (_, index) => 1000 + index), 10]
        const response = await t.mine('item', { filters: { int: { $in: operand } } }, { marker })
        const rejected = response.status >= 400 && response.status < 500
        if (length > 100 && rejected) continue
        t.holds(response, 'label', ['low', 'high'])
      }
    },
  }),
]
