import * as fc from 'fast-check'

type Scalar = string | number | boolean

/** Returns arbitrary queries with these attribute names and values, for the query builder and qs. */
export function queriesOf(name: fc.Arbitrary<string>, scalar: fc.Arbitrary<Scalar>): fc.Arbitrary<object> {
  const condition = fc.oneof(
    scalar,
    fc.constant(null),
    fc.record({ $eq: fc.oneof(scalar, fc.constant(null)) }),
    fc.record({ $ne: fc.oneof(scalar, fc.constant(null)) }),
    fc.record({ $in: fc.array(scalar, { minLength: 1, maxLength: 5 }), $gte: scalar }, { requiredKeys: ['$in'] }),
    fc.record({ $between: fc.tuple(scalar, scalar), $notNull: fc.boolean() }, { requiredKeys: ['$between'] }),
    fc.record({ $containsi: fc.string(), $startsWith: fc.string() }, { requiredKeys: ['$containsi'] }),
  )
  const { filters } = fc.letrec<{ filters: object }>((tie) => ({
    filters: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      fc.dictionary(name, condition, { minKeys: 1, maxKeys: 3 }),
      fc.dictionary(name, tie('filters'), { minKeys: 1, maxKeys: 2 }),
      fc.record({ $or: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ $and: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ $not: tie('filters') }),
    ),
  }))
  const sort = fc.oneof(name, fc.array(name, { minLength: 1, maxLength: 3 }))
  const { populate } = fc.letrec<{ populate: unknown }>((tie) => ({
    populate: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constant('*'),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      fc.dictionary(name, fc.boolean(), { minKeys: 1, maxKeys: 3 }),
      fc.dictionary(
        name,
        fc.record(
          { fields: fc.array(name, { minLength: 1, maxLength: 3 }), populate: tie('populate'), filters, sort },
          { requiredKeys: ['fields'] },
        ),
        { minKeys: 1, maxKeys: 2 },
      ),
      fc.record({
        zone: fc.record({
          on: fc.dictionary(
            name.map((text) => `shared.${text}`),
            fc.record({ populate: tie('populate') }),
            { minKeys: 1, maxKeys: 2 },
          ),
        }),
      }),
    ),
  }))
  return fc.record(
    {
      fields: fc.oneof(fc.constant('*'), fc.array(name, { minLength: 1, maxLength: 5 })),
      filters,
      populate,
      sort,
      pagination: fc.record({ page: fc.nat(), pageSize: fc.nat(), withCount: fc.boolean() }, { requiredKeys: [] }),
      locale: fc.string(),
      publicationState: fc.constantFrom('live', 'preview'),
    },
    { requiredKeys: [] },
  )
}

/** Any query, with any names and values. */
export const anyQuery = queriesOf(
  fc.stringMatching(/^[a-z][A-Za-z0-9_-]{0,8}$/).filter((text) => !(text in Object.prototype)),
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  ),
)

/** Replaces comparisons with null by `$null` and `$notNull`, independently of the query builder. */
export function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull)
  if (value === null) return { $null: true }
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, child]) => {
    if (child === null && key === '$eq') return ['$null', true]
    if (child === null && key === '$ne') return ['$notNull', true]
    return [key, withoutNull(child)]
  })
  return Object.fromEntries(entries) as unknown
}
