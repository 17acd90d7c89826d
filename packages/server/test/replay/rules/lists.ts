import { type LinkAttribute, type Schema, isScalar } from '@content-api/model'
import { expectedList } from '../reference/list.js'
import { isEquality, isHolder, isJson } from '../reference/json.js'
import { sortKeys } from '../reference/sort.js'
import type { JsonResponse } from '../exchange.js'
import { eachKey, isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { crossesDrafts } from './publication-state.js'
import { refusal } from './refusals.js'

/** Creates a rule for lists with other entries than in Strapi, or the same ones in another order. */
function listRule(rule: Omit<Rule, 'when' | 'expected'> & { readonly concerns: (of: Case) => boolean }): Rule {
  const { concerns, ...rest } = rule
  return {
    ...rest,
    when: (of, theirs) => of.target?.operation === 'list' && theirs.status === 200 && concerns(of),
    expected: recompute,
  }
}

async function recompute({ target, world }: Case, theirs: JsonResponse): Promise<JsonResponse> {
  return target ? expectedList(target, theirs, world) : theirs
}

const textOperators = /^\$(eqi|nei|(not)?contains|(not)?containsi|startsWith|startsWithi|endsWith|endsWithi)$/i

export const textOperatorsExact = listRule({
  name: '0049-text-operators',
  strapi:
    'compares strings as its database does: SQLite ignores the case of ASCII letters only, and `%` and `_` are wildcards.',
  ours: 'makes `$contains`, `$startsWith` and `$endsWith` case-sensitive. Their `i` forms ignore case in every alphabet (Unicode simple case folding). No character is a wildcard.',
  why: 'the specification says so (§4.3), and both databases return the same entries.',
  concerns({ target }) {
    let used = target?.query['_q'] !== undefined
    eachKey(target?.query['filters'], (key) => (used ||= textOperators.test(key)))
    return used
  },
})

export const listsUnderSingleValues = listRule({
  name: '0021-lists-under-single-value-operators',
  strapi: 'matches nothing, or uses one of the values, if a negated operator has a list of values.',
  ours: 'matches entries that satisfy the operator for every value.',
  why: 'this is the only possible meaning.',
  concerns({ target }) {
    let used = false
    eachKey(target?.query['filters'], (key, below) => (used ||= /^\$nei?$/.test(key) && Array.isArray(below)))
    return used
  },
})

export const searchOfShown: Rule = {
  name: '0276-searches-leave-hidden-attributes-out',
  strapi: 'searches private attributes with `_q` too.',
  ours: 'searches the attributes that the caller may see.',
  why: 'searchable values can be guessed letter by letter.',
  async when({ target, world }, theirs) {
    const text = target?.query['_q']
    if (target?.operation !== 'list' || theirs.status !== 200 || typeof text !== 'string') return false
    const hidden = Object.entries(target.type.attributes).flatMap(([name, { private: own }]) => (own ? [name] : []))
    const rows = await world.rows(target.type)
    return rows.some((row) => hidden.some((name) => contains(row[name], text)))
  },
  expected: recompute,
}

const contains = (value: unknown, text: string) =>
  typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase())

const ordered = /^\$(gt|lt)e?$/

/** The first comparison by order that has a list. */
function listInOrder({ target }: Case): string | undefined {
  let found: string | undefined
  eachKey(target?.query['filters'], (key, below) => {
    if (ordered.test(key) && Array.isArray(below)) found ??= key
  })
  return found
}

export const orderTakesOneValue = refusal({
  name: '0021-lists-under-single-value-operators',
  strapi: 'matches any of the values if `$gt`, `$gte`, `$lt` or `$lte` has a list.',
  ours: 'rejects the list with 400.',
  why: 'these operators compare with one value, so a list is a mistake.',
  refuses(of) {
    const operator = listInOrder(of)
    return operator === undefined ? null : { error: 'ValidationError', parameter: operator }
  },
})

export const draftsInFilters = listRule({
  name: '0045-publication-state-everywhere',
  strapi: 'filters and sorts by related drafts.',
  ours: 'uses related drafts only with `publicationState=preview`.',
  why: 'values that can be filtered by can be guessed.',
  concerns: crossesDrafts,
})

export const longLists = listRule({
  name: '0043-lists-in-queries-have-a-limit',
  strapi: 'drops a condition with more than 100 values, so that every entry is returned.',
  ours: 'accepts lists of up to 1,000 values (`limits.arrayItems`) and rejects longer ones with 400.',
  why: 'a long list of ids must not remove the filter.',
  concerns({ target }) {
    let long = false
    eachKey(target?.query['filters'], (_key, below) => (long ||= Array.isArray(below) && below.length > 100))
    return long
  },
})

/** Strapi also drops long lists of groups. It then finds no group, and responds with 400. */
export const longGroups: Rule = {
  name: longLists.name,
  strapi: longLists.strapi,
  ours: longLists.ours,
  why: longLists.why,
  when({ target }, theirs) {
    let long = false
    eachKey(target?.query['filters'], (_key, below) => (long ||= Array.isArray(below) && below.length > 100))
    return long && target?.operation === 'list' && theirs.status === 400
  },
  expected: (of, theirs) => recompute(of, { ...theirs, status: 200 }),
}

export const nullsAmongValues = listRule({
  name: '0105-null-among-values-is-a-value',
  strapi: 'finds no null with `$in: [null, …]`, and finds nothing with `$notIn: [null, …]`.',
  ours: 'includes entries without a value for `$in`, and ignores null for `$notIn`.',
  why: 'this is the meaning of the filter. The result in Strapi follows from SQL.',
  concerns({ target }) {
    let found = false
    eachKey(target?.query['filters'], (_key, below) => (found ||= Array.isArray(below) && below.includes(null)))
    return found
  },
})

/** The number of parameters that Strapi reads. */
const readByStrapi = 1_000

export const parametersBeyond = listRule({
  name: '0044-parameters-are-counted',
  strapi: 'reads the first 1,000 parameters of a query and drops the others.',
  ours: 'rejects queries with more than `limits.parameters` parameters with 400.',
  why: 'a truncated query has another meaning.',
  concerns: ({ request }) => (request.path.split('?')[1]?.split('&').length ?? 0) > readByStrapi,
})

export const sortOverLists = listRule({
  name: '0050-no-entry-twice',
  strapi: 'repeats an entry for each related one when it sorts by a to-many relation.',
  ours: 'returns the entry once, sorted by its smallest related value in ascending and its largest in descending order.',
  why: 'totals and pages must add up.',
  concerns: ({ target, world }) =>
    sortKeys(target?.query['sort']).some(({ path }) => {
      let schema: Schema | undefined = target?.type
      return path.some((name) => {
        const attribute = schema?.attributes[name]
        if (!attribute || isScalar(attribute)) return false
        schema = next(attribute, world.registry)
        return isMany(attribute)
      })
    }),
})

function next(attribute: LinkAttribute, { contentTypes, components }: Case['world']['registry']): Schema | undefined {
  if (attribute.type === 'component') return components.get(attribute.component)
  return attribute.type === 'relation' ? contentTypes.get(attribute.target ?? '') : undefined
}

function isMany(attribute: LinkAttribute): boolean {
  if (attribute.type === 'relation') return attribute.relation.endsWith('Many')
  return attribute.type === 'media' ? attribute.multiple : attribute.type === 'component' && attribute.repeatable
}

function comparesJson(of: Case, compares: (condition: unknown) => boolean): boolean {
  return Object.entries(of.target?.query['filters'] ?? {}).some(([name, condition]) => {
    const attribute = of.target?.type.attributes[name]
    return attribute !== undefined && isJson(attribute) && compares(condition)
  })
}

/** Whether a condition on a JSON attribute compares with an object or array. */
function comparesHolder(condition: unknown): boolean {
  if (!isRecord(condition)) return false
  return Object.entries(condition).some(([operator, operand]) => {
    if (operator === '$not') return comparesHolder(operand)
    const operands = operator === '$in' || operator === '$notIn' ? [operand].flat() : [operand]
    const isText = (one: unknown) => typeof one === 'string' && /^[[{]/.test(one)
    return isEquality(operator) && operands.some((one) => isHolder(one) || isText(one))
  })
}

export const jsonHasObjects = listRule({
  name: '0372-json-equals-objects-and-arrays',
  strapi:
    'ignores a filter that compares JSON with an object, so that every entry is returned. An array in `$eq` means any of its values.',
  ours: 'compares JSON with objects and arrays in `$eq`, `$ne`, `$in` and `$notIn`, independent of the order of keys. Use `$in` for several values.',
  why: 'a filter must not be ignored, and an array is a value of a JSON attribute.',
  concerns: (of) => comparesJson(of, comparesHolder),
})

const byOrder = new Set(['$lt', '$lte', '$gt', '$gte', '$between'])

export const jsonCompared = listRule({
  name: '0121-json-sorts-numbers-first',
  strapi: 'compares JSON by `$lt` and `$gt` as its database does: on SQLite, numbers come before strings.',
  ours: 'compares JSON values by their text.',
  why: 'both databases must return the same entries.',
  concerns: (of) => comparesJson(of, (below) => isRecord(below) && Object.keys(below).some((key) => byOrder.has(key))),
})

export const stateWithoutValue = listRule({
  name: '0039-publication-state-is-live-or-preview',
  strapi:
    'fails with 500 in lists, ignores the parameter elsewhere, and treats a parameter without a value as `preview`.',
  ours: 'rejects everything but `live` and `preview` with 400, and ignores a parameter without a value.',
  why: 'a misspelled state must neither show nor hide drafts.',
  concerns: ({ target }) => target?.query['publicationState'] === null,
})
