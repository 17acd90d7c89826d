import { everyObject, type Loose } from '../wire.js'
import { type Mutant, onRequest } from '../mutant.js'

const first = (value: unknown) => (Array.isArray(value) ? (value as unknown[])[0] : value)

/** The operator that each wrong target uses instead; undefined omits the condition. */
const mistakes: Readonly<Record<string, readonly [breaks: string, instead: (operand: unknown) => Loose | undefined]>> =
  {
    $eq: ['$eq ignores the case', (value) => ({ $eqi: value })],
    $eqi: ['$eqi minds the case', (value) => ({ $eq: value })],
    $ne: ['$ne means not null', () => ({ $notNull: 'true' })],
    $lt: ['$lt includes the bound', (value) => ({ $lte: value })],
    $lte: ['$lte excludes the bound', (value) => ({ $lt: value })],
    $gt: ['$gt includes the bound', (value) => ({ $gte: value })],
    $gte: ['$gte excludes the bound', (value) => ({ $gt: value })],
    $in: ['$in heeds the first value alone', (value) => ({ $eq: first(value) })],
    $notIn: ['$notIn heeds the first value alone', (value) => ({ $ne: first(value) })],
    $contains: ['$contains looks at the beginning', (value) => ({ $startsWith: value })],
    $notContains: ['$notContains means $ne', (value) => ({ $ne: value })],
    $containsi: ['$containsi minds the case', (value) => ({ $contains: value })],
    $notContainsi: ['$notContainsi minds the case', (value) => ({ $notContains: value })],
    $null: ['$null is always true', () => ({ $null: 'true' })],
    $notNull: ['$notNull is left out', () => undefined],
    $between: ['$between has no upper bound', (value) => ({ $gte: first(value) })],
    $startsWith: ['$startsWith means $contains', (value) => ({ $contains: value })],
    $startsWithi: ['$startsWithi minds the case', (value) => ({ $startsWith: value })],
    $endsWith: ['$endsWith means $contains', (value) => ({ $contains: value })],
    $endsWithi: ['$endsWithi minds the case', (value) => ({ $endsWith: value })],
  }

export const operatorMutants: readonly Mutant[] = [
  ...Object.entries(mistakes).map(([operator, [breaks, instead]]) =>
    onRequest(`operator.${operator.slice(1)}`, [`4.3/${operator}`], breaks, ({ query }) =>
      everyObject(query['filters'], (found) => {
        if (!(operator in found)) return
        const other = instead(found[operator])
        delete found[operator]
        Object.assign(found, other)
      }),
    ),
  ),
  onRequest('operator.or', ['4.3/$or'], '$or heeds its first group alone', ({ query }) =>
    everyObject(query['filters'], (found) => {
      if (Array.isArray(found['$or'])) found['$or'] = (found['$or'] as unknown[]).slice(0, 1)
    }),
  ),
  onRequest('operator.and', ['4.3/$and'], '$and means $or', ({ query }) =>
    everyObject(query['filters'], (found) => {
      if (!Array.isArray(found['$and'])) return
      found['$or'] = found['$and']
      delete found['$and']
    }),
  ),
  onRequest('operator.not', ['4.3/$not'], '$not is left out', ({ query }) =>
    everyObject(query['filters'], (found) => {
      delete found['$not']
    }),
  ),
]
