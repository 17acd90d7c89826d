import { type ContentType, type ScalarAttribute, type Schema, isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { envelopeOf, errorResponse, okResponse, succeeded } from '../responses.js'
import type { ReplayRequest } from '../exchange.js'
import { createdAttributes } from '../reference/created.js'
import { shownNames, shownValue } from '../reference/values.js'
import { type Target, isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { dataOf } from './bodies.js'
import { findInFilters, invalid } from './query-mistakes.js'
import { refusal } from './refusals.js'

const numeric = new Set(['integer', 'float', 'decimal', 'biginteger'])

/** Returns the values of a comparison as a flat list, without those of operators that accept any string. */
function operands(below: unknown): unknown[] {
  if (Array.isArray(below)) return below.flatMap(operands)
  if (!isRecord(below)) return [below]
  return Object.entries(below).flatMap(([operator, operand]) =>
    /null|contains|with/i.test(operator) || /^\$(eqi|nei)$/.test(operator) ? [] : operands(operand),
  )
}

function comparesNumberWithText(schema: Schema, name: string, below: unknown): string | null {
  const attribute = schema.attributes[name]
  const isText = (value: unknown) => typeof value === 'string' && !Number.isFinite(Number(value))
  if (name === 'id' || attribute?.type === 'relation') return operands(ordered(below)).some(isText) ? name : null
  if (!attribute || !isScalar(attribute) || !numeric.has(attribute.type)) return null
  return operands(below).some(isText) ? name : null
}

const byOrder = new Set(['$lt', '$lte', '$gt', '$gte', '$between'])

/** Comparisons by order. A string equals no id, and comes neither before nor after one. */
function ordered(below: unknown): Readonly<Record<string, unknown>> {
  return isRecord(below) ? Object.fromEntries(Object.entries(below).filter(([key]) => byOrder.has(key))) : {}
}

export const numbersComparedWithNumbers = refusal({
  name: '0062-client-mistakes-are-not-failures',
  strapi:
    'compares an id with a string as its database does, and fails with 500 if another number is compared with a string.',
  ours: 'rejects the filter with 400.',
  why: 'invalid input is not a failure of the server.',
  refuses: (of) => (findInFilters(of, comparesNumberWithText) === null ? null : invalid()),
})

const words = /^(true|t|1|yes|y|on|false|f|0|no|n|off|)$/i

export const booleansComparedWithWords = refusal({
  name: '0019-words-for-yes-and-no',
  strapi: 'treats any unknown word as true when it compares a boolean.',
  ours: 'accepts the usual words for true and false, and rejects others with 400.',
  why: '`flase` must not mean true.',
  refuses(of) {
    const found = findInFilters(of, (schema, name, below) => {
      const isWrong = (value: unknown) => typeof value === 'string' && !words.test(value)
      return schema.attributes[name]?.type === 'boolean' && operands(below).some(isWrong) ? name : null
    })
    return found === null ? null : invalid()
  },
})

/** `populate[0]=*` beside names. */
function starAmongNames({ target }: Case): readonly string[] | null {
  const populate = target?.query['populate']
  return Array.isArray(populate) && populate.includes('*') ? populate.filter((name) => name !== '*').map(String) : null
}

export const starAmongOthers: Rule = {
  name: '0063-a-star-among-names',
  strapi: 'fails with 500 on `*` in an array of `populate`.',
  ours: 'populates the first level, and also the paths that the other names list.',
  why: 'this is the only possible meaning.',
  when: (of, theirs) => theirs.status === 500 && starAmongNames(of) !== null,
  async expected(of) {
    const names = starAmongNames(of) ?? []
    const before = of.request.path.split('?')[0] ?? ''
    const others = of.request.path
      .slice(before.length + 1)
      .split('&')
      .filter((parameter) => !/^populate(\[|%5B|=)/.test(parameter))
    const ask = async (...populate: string[]) => of.ask(`${before}?${[...others, ...populate].join('&')}`)
    const all = await ask('populate=*')
    const named = await ask(...names.map((name, index) => `populate[${index}]=${name}`))
    if (!succeeded(all)) return all
    if (!succeeded(named)) return named
    return okResponse({ ...(all.body as object), data: merged(envelopeOf(all)?.data, envelopeOf(named)?.data) })
  },
}

interface Entry {
  readonly attributes: Readonly<Record<string, unknown>>
}

function merged(all: unknown, named: unknown): unknown {
  if (Array.isArray(all)) return all.map((entry, index) => merged(entry, (named as unknown[])[index]))
  const [base, over] = [all as Entry, named as Entry]
  return { ...base, attributes: { ...base.attributes, ...over.attributes } }
}

export const clientMistakes: Rule = {
  name: '0062-client-mistakes-are-not-failures',
  strapi: 'fails with 500 on many invalid requests.',
  ours: 'sends 400 and says what to fix.',
  why: 'invalid input is not a failure of the server.',
  when: (_of, theirs) => theirs.status === 500,
  // In bodies the error has a path. A recorded failure does not say which error to expect.
  expected({ request }) {
    if (holdsBrokenJson(request)) return errorResponse('SyntaxError')
    return errorResponse('ValidationError', request.method === 'GET' ? {} : { paths: [[]] })
  },
}

/** Whether the part `data` of a form is not JSON. */
function holdsBrokenJson({ form }: ReplayRequest): boolean {
  const data = form?.find(({ name }) => name === 'data')?.value
  if (typeof data !== 'string') return false
  try {
    JSON.parse(data)
    return false
  } catch {
    return true
  }
}

function shown(type: ContentType, row: Row): Record<string, unknown> {
  return Object.fromEntries(
    shownNames(type, '*').map((name) => [name, shownValue(row, name, type.attributes[name] as ScalarAttribute)]),
  )
}

/** The names of `Object.prototype`. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

export const inheritedNames: Rule = {
  name: '0064-inherited-names-are-names',
  strapi: 'fails with 500 on an attribute named `constructor` or like another property of `Object.prototype`.',
  ours: 'treats it like every other unknown attribute.',
  why: 'the language of the server must not change the meaning of a body.',
  when: (of, theirs) =>
    theirs.status === 500 &&
    (of.target?.operation === 'create' || of.target?.operation === 'update') &&
    Object.keys(dataOf(of) ?? {}).some((name) => inherited.has(name)),
  async expected(of) {
    const { type, operation, id } = of.target as Target
    const row = operation === 'update' ? await of.world.row(type, id ?? 0) : undefined
    if (row) return okResponse({ data: { id, attributes: { ...shown(type, row), updatedAt: '<now>' } }, meta: {} })
    const attributes = createdAttributes(type, dataOf(of) ?? {}, null)
    return okResponse({ data: { id: of.nextId(type), attributes }, meta: {} })
  },
}
