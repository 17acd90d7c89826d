import { type LinkAttribute, type Schema, isScalar } from '@content-api/model'
import { owedList } from '../reference/list.js'
import { sortKeys } from '../reference/sort.js'
import type { Answer } from '../exchange.js'
import { eachKey, isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { crossesDrafts } from './publication-state.js'
import { refusal } from './refusals.js'

/** A rule by which a list holds other entries, or in another order. */
function listRule(rule: Omit<Rule, 'when' | 'expected'> & { readonly concerns: (of: Case) => boolean }): Rule {
  const { concerns, ...rest } = rule
  return {
    ...rest,
    when: (of, theirs) => of.target?.operation === 'list' && theirs.status === 200 && concerns(of),
    expected: recompute,
  }
}

async function recompute({ target, world }: Case, theirs: Answer): Promise<Answer> {
  return target ? owedList(target, theirs, world) : theirs
}

const textOperators = /^\$(eqi|nei|(not)?contains|(not)?containsi|startsWith|startsWithi|endsWith|endsWithi)$/i

export const textOperatorsExact = listRule({
  name: '0049-text-operators',
  strapi:
    'compares text as the database does: without regard to case for ASCII only (SQLite), with `%` and `_` as wildcards.',
  ours: '`$contains`, `$startsWith`, `$endsWith` regard case; the forms with `i` fold it for every alphabet (Unicode simple case folding); every sign stands for itself.',
  why: 'The specification says so (§4.3), and the answers are the same on every database.',
  concerns({ target }) {
    let used = target?.query['_q'] !== undefined
    eachKey(target?.query['filters'], (key) => (used ||= textOperators.test(key)))
    return used
  },
})

export const listsUnderSingleValues = listRule({
  name: '0021-lists-under-single-value-operators',
  strapi: 'takes nothing or one of the values where an operator that denies is given several.',
  ours: 'takes it for none of them.',
  why: 'It can mean nothing else.',
  concerns({ target }) {
    let used = false
    eachKey(target?.query['filters'], (key, below) => (used ||= /^\$nei?$/.test(key) && Array.isArray(below)))
    return used
  },
})

export const searchOfShown: Rule = {
  name: '0276-searches-leave-hidden-attributes-out',
  strapi: 'finds entries by `_q` in private attributes too.',
  ours: 'searches the attributes that the caller may see.',
  why: 'What can be searched can be guessed letter by letter.',
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

/** The first operator of order that is compared with a list. */
function listInOrder({ target }: Case): string | undefined {
  let found: string | undefined
  eachKey(target?.query['filters'], (key, below) => {
    if (ordered.test(key) && Array.isArray(below)) found ??= key
  })
  return found
}

export const orderTakesOneValue = refusal({
  name: '0021-lists-under-single-value-operators',
  strapi: 'takes any of the values where `$gt`, `$gte`, `$lt` or `$lte` is given several.',
  ours: 'answers 400.',
  why: 'It is the same as one of the values, so that the others are a mistake.',
  refuses(of) {
    const operator = listInOrder(of)
    return operator === undefined ? null : { error: 'ValidationError', parameter: operator }
  },
})

export const draftsInFilters = listRule({
  name: '0045-publication-state-everywhere',
  strapi: 'filters and sorts by related drafts.',
  ours: 'regards them only with `publicationState=preview`.',
  why: 'What can be filtered by can be guessed.',
  concerns: crossesDrafts,
})

export const longLists = listRule({
  name: '0043-lists-in-queries-have-a-limit',
  strapi: 'reads a list of more than 100 values as something else and drops the condition: every entry comes back.',
  ours: 'takes lists of up to 1,000 values (`limits.arrayItems`) and answers 400 beyond.',
  why: 'A long list of ids must not become no filter.',
  concerns({ target }) {
    let long = false
    eachKey(target?.query['filters'], (_key, below) => (long ||= Array.isArray(below) && below.length > 100))
    return long
  },
})

export const sortOverLists = listRule({
  name: '0050-no-entry-twice',
  strapi: 'repeats an entry for every related one when it sorts by a to-many relation.',
  ours: 'gives it once, by its smallest related value ascending and its largest descending.',
  why: 'Pages and totals add up.',
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

const byOrder = new Set(['$lt', '$lte', '$gt', '$gte', '$between'])

export const jsonCompared = listRule({
  name: '0121-json-sorts-numbers-first',
  strapi: 'compares JSON with less and greater as its database happens to: numbers before texts on SQLite.',
  ours: 'compares it by its text.',
  why: 'The same answers on every database.',
  concerns: ({ target }) =>
    Object.entries(target?.query['filters'] ?? {}).some(([name, below]) => {
      const type = target?.type.attributes[name]?.type
      if (type !== 'json' && type !== 'blocks' && type !== 'array') return false
      return isRecord(below) && Object.keys(below).some((operator) => byOrder.has(operator))
    }),
})

export const stateWithoutValue = listRule({
  name: '0039-publication-state-is-live-or-preview',
  strapi: 'fails with 500 in lists, ignores it elsewhere, and takes a parameter without a value for `preview`.',
  ours: 'answers 400 to anything but `live` and `preview`; a parameter without a value is none.',
  why: 'A misspelt state must not show drafts or hide them.',
  concerns: ({ target }) => target?.query['publicationState'] === null,
})
