import type { Schema } from '@content-api/model'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import { valueOperators } from '@content-api/engine/plan'
import type { PlanContext } from '@content-api/core/query/plan-context'
import { planList, planOne, planSingle, planWritten } from '@content-api/core/query/plan'
import { isConcealed } from '@content-api/core/query/usable-attributes'
import { parseQueryString } from '@content-api/core/message/query-string'
import {
  article,
  category,
  homepage,
  lenient,
  note,
  privileged,
  registry,
  specimen,
  strict,
} from '../support/plan-context.js'

const runs = Number(process.env['PLAN_RUNS'] ?? 800)

/** Returns the plan, or the error for the client. Rethrows other errors. */
function outcome<Result>(run: () => Result): Result | ApiError {
  try {
    return run()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error
    throw error
  }
}

/** Leaves the schemas of the model out of a plan. */
function withoutSchemas(key: string, value: unknown): unknown {
  return ['target', 'type', 'component', 'attribute'].includes(key) ? undefined : value
}

const schemas: readonly Schema[] = [...registry.contentTypes.values(), ...registry.components.values()]
const parameters = ['filters', 'sort', 'fields', 'populate', 'pagination', 'locale', 'publicationState', '_q']
const words = [
  parameters,
  schemas.flatMap((schema) => Object.keys(schema.attributes)),
  Object.keys(valueOperators),
  ['$and', '$or', '$not', '*', '', '-1', '0', '1', '2', '100', 'true', 'preview', 'all', 'fr'],
  ['on', 'count', 'start', 'limit', 'page', 'pageSize', 'withCount', 'blocks.quote', 'api::article.article'],
  ['__proto__', 'constructor', 'prototype', 'toString', 'length'],
].flat()

const parameter = fc.constantFrom(...parameters)
const word = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
)
const path = fc.array(word, { maxLength: 7 })
const value = fc.oneof(
  word,
  path.map((names) => names.join('.')),
  fc.integer().map(String),
)
const assignment = fc
  .tuple(fc.oneof({ weight: 9, arbitrary: parameter }, { weight: 1, arbitrary: word }), path, fc.option(value))
  .map(([name, names, input]) => {
    const key = name + names.map((part) => `[${encodeURIComponent(part)}]`).join('')
    return input === null ? key : `${key}=${encodeURIComponent(input)}`
  })
const queryString = fc.oneof(
  { weight: 9, arbitrary: fc.array(assignment, { maxLength: 6 }).map((assignments) => assignments.join('&')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
)

describe('a random query', () => {
  const planners = [
    (raw: Record<string, unknown>, context: PlanContext) => planList(article, raw, context),
    (raw: Record<string, unknown>, context: PlanContext) => planList(specimen, raw, context),
    (raw: Record<string, unknown>, context: PlanContext) => planList(note, raw, context),
    (raw: Record<string, unknown>, context: PlanContext) => planOne(category, raw, context),
    (raw: Record<string, unknown>, context: PlanContext) => planWritten(article, raw, context),
    (raw: Record<string, unknown>, context: PlanContext) => planSingle(homepage, raw, context),
  ]
  const kindOf = (result: unknown) => (result instanceof ApiError ? 'error' : 'plan')

  it('from a URL results in a plan or a client error, and changes no prototype', () => {
    const seen = new Set<string>()
    const before = Object.getOwnPropertyNames(Object.prototype).join()
    const check = fc.property(queryString, fc.constantFrom(strict, lenient, privileged), (text, context) => {
      const raw = outcome(() => parseQueryString(text, { parameters: 1000, arrayItems: 100 }))
      if (raw instanceof ApiError) return
      for (const plan of planners) {
        const result = outcome(() => plan(raw, context))
        seen.add(kindOf(result))
        // A plan can be serialized: it has no cycles except in the model, and limited depth.
        JSON.stringify(result, withoutSchemas)
      }
    })
    fc.assert(check, { numRuns: runs })
    expect([...seen].toSorted()).toEqual(['error', 'plan'])
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before)
  })

  it('from JSON, as in GraphQL arguments, results in a plan or a client error', () => {
    const seen = new Set<string>()
    const raw = fc.dictionary(parameter, fc.jsonValue({ maxDepth: 6 }))
    const check = fc.property(raw, fc.constantFrom(strict, lenient), (query, context) => {
      for (const plan of planners) seen.add(kindOf(outcome(() => plan(query, context))))
    })
    fc.assert(check, { numRuns: runs })
    expect([...seen].toSorted()).toEqual(['error', 'plan'])
  })
})

type Surface = (path: readonly string[], guess: string) => Record<string, unknown>

function nest(path: readonly string[], value: unknown): Record<string, unknown> {
  return path.reduceRight<unknown>((below, name) => ({ [name]: below }), value) as Record<string, unknown>
}

/** `populate[owner][fields][0]=password`, at any depth. */
function populateOf(path: readonly string[]): Record<string, unknown> {
  const [name = '', ...below] = path
  return below.length > 1 ? { [name]: { populate: populateOf(below) } } : { [name]: { fields: below } }
}

/** Every way to name an attribute, with a guess of the start of its value. */
const surfaces: readonly Surface[] = [
  ...Object.keys(valueOperators).map((operator): Surface => {
    return (path, guess) => ({ filters: nest([...path, operator], operator === '$between' ? [guess, 'z'] : guess) })
  }),
  (path, guess) => ({ filters: { $or: [nest(path, guess)] } }),
  (path, guess) => ({ filters: { $not: nest(path, { $not: guess }) } }),
  (path, guess) => ({ sort: `${path.join('.')}:${guess === '$2' ? 'asc' : 'desc'}` }),
  (path) => ({ sort: nest(path, 'asc') }),
  (path) => ({ fields: [path.at(-1)] }),
  (path) => ({ populate: populateOf(path) }),
]

describe('a concealed attribute', () => {
  const places: readonly (readonly [Schema, readonly string[]])[] = [
    [article, []],
    [article, ['category', 'articles']],
    [registry.component('shared.link'), ['links']],
    [registry.component('shared.link'), ['seo', 'canonical']],
    [registry.contentType('plugin::users-permissions.user'), ['owner']],
    [registry.contentType('plugin::users-permissions.user'), ['category', 'articles', 'owner']],
    [registry.contentType('admin::user'), ['category', 'createdBy']],
  ]
  const concealed = places.flatMap(([schema, path]) =>
    Object.entries(schema.attributes).flatMap(([name, attribute]) => (isConcealed(attribute) ? [[...path, name]] : [])),
  )

  it('is part of the tested paths', () => {
    expect(concealed.map((path) => path.join('.'))).toEqual(
      expect.arrayContaining(['secret', 'internalNote', 'owner.password', 'links.hidden', 'category.createdBy.email']),
    )
  })

  /** Returns what the caller learns: the error without its suggestion, or the plan. */
  function learned(query: Record<string, unknown>, context: PlanContext): string {
    const result = outcome(() => planList(article, query, context))
    if (result instanceof ApiError) return result.message.replace(/\. Did you mean .*$/, '')
    return JSON.stringify(result, withoutSchemas)
  }

  it('gets the same response as a missing attribute, on every surface, for every caller', () => {
    const contexts: readonly PlanContext[] = [strict, { ...lenient, can: () => true }, privileged]
    let refused = 0
    for (const path of concealed) {
      const name = path.at(-1) as string
      const unknown = [...path.slice(0, -1), 'doesNotExist']
      for (const surface of surfaces) {
        for (const context of contexts) {
          const matching = learned(surface(path, '$2'), context)
          const other = learned(surface(path, '$9'), context)
          const reference = learned(surface(unknown, '$2'), context).replaceAll('doesNotExist', name)
          expect([matching, other]).toEqual([reference, reference])
          if (matching.startsWith('Invalid parameter')) refused++
        }
      }
    }
    expect(refused).toBeGreaterThan(1500)
  })

  it('is in no plan that populates everything', () => {
    const everything = { populate: { owner: { populate: '*' }, links: true, category: { populate: '*' } }, _q: 'a' }
    const text = JSON.stringify(planList(article, everything, privileged), withoutSchemas)
    for (const name of ['username', 'label', 'firstname']) expect(text).toContain(`"${name}"`)
    for (const name of ['secret', 'internalNote', 'hidden', 'password']) expect(text).not.toContain(`"${name}"`)
  })
})
