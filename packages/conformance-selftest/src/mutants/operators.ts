import { everyObject, type Loose } from '../wire.js'
import { type Mutant, onRequest } from '../mutant.js'

const first = (value: unknown) => (Array.isArray(value) ? (value as unknown[])[0] : value)

/** The operator that each wrong target uses instead; undefined omits the condition. */
const mistakes: Readonly<Record<string, readonly [breaks: string, instead: (operand: unknown) => Loose | undefined]>> =
  {
    $eq: ['$eq ignores the case', (value) => ({ $eqi: value })],
    $eqi: ['$eqi is case-sensitive', (value) => ({ $eq: value })],
    $ne: ['$ne means not null', () => ({ $notNull: 'true' })],
    $lt: ['$lt includes the bound', (value) => ({ $lte: value })],
    $lte: ['$lte excludes the bound', (value) => ({ $lt: value })],
    $gt: ['$gt includes the bound', (value) => ({ $gte: value })],
    $gte: ['$gte excludes the bound', (value) => ({ $gt: value })],
    $in: ['$in uses only the first value', (value) => ({ $eq: first(value) })],
    $notIn: ['$notIn uses only the first value', (value) => ({ $ne: first(value) })],
    $contains: ['$contains looks at the beginning', (value) => ({ $startsWith: value })],
    $notContains: ['$notContains means $ne', (value) => ({ $ne: value })],
    $containsi: ['$containsi is case-sensitive', (value) => ({ $contains: value })],
    $notContainsi: ['$notContainsi is case-sensitive', (value) => ({ $notContains: value })],
    $null: ['$null is always true', () => ({ $null: 'true' })],
    $notNull: ['$notNull is left out', () => undefined],
    $between: ['$between has no upper bound', (value) => ({ $gte: first(value) })],
    $startsWith: ['$startsWith means $contains', (value) => ({ $contains: value })],
    $startsWithi: ['$startsWithi is case-sensitive', (value) => ({ $startsWith: value })],
    $endsWith: ['$endsWith means $contains', (value) => ({ $contains: value })],
    $endsWithi: ['$endsWithi is case-sensitive', (value) => ({ $endsWith: value })],
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
  onRequest('operator.or', ['4.3/$or'], '$or uses only its first group', ({ query }) =>
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
