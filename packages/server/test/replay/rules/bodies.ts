import { type Attribute, type ScalarAttribute, isScalar } from '@content-api/model'
import type { JsonResponse } from '../exchange.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { type ExpectedError, refusal } from './refusals.js'

type Data = Readonly<Record<string, unknown>>

/** What a create, update or localization writes; null for other requests. */
export function dataOf({ request, target }: Case): Data | null {
  if (!target || !isRecord(request.body)) return null
  if (target.operation === 'localize') return request.body
  if (target.operation !== 'create' && target.operation !== 'update') return null
  const { data } = request.body
  return isRecord(data) ? data : null
}

/** Returns the attributes of a body with their values. */
export function writtenAttributes(of: Case): [name: string, attribute: Attribute, value: unknown][] {
  return Object.entries(dataOf(of) ?? {}).flatMap(([name, value]) => {
    const attribute = of.target?.type.declared[name]
    return attribute ? [[name, attribute, value] as [string, Attribute, unknown]] : []
  })
}

/** Creates a rule that rejects single values. The equivalent body has another value, or none. */
function valueRefusal(
  rule: Pick<Rule, 'name' | 'strapi' | 'ours' | 'why'>,
  isWrong: (attribute: ScalarAttribute, value: unknown) => boolean,
  near?: (value: unknown) => unknown,
): Rule {
  const wrong = (of: Case) =>
    writtenAttributes(of).flatMap(([name, attribute, value]) =>
      isScalar(attribute) && value !== null && isWrong(attribute, value) ? [name] : [],
    )
  return refusal({
    ...rule,
    refuses(of): ExpectedError | null {
      const names = wrong(of)
      return names.length === 0 ? null : { error: 'ValidationError', paths: names.map((name) => [name]) }
    },
    instead(of) {
      const names = wrong(of)
      const data = dataOf(of)
      if (names.length === 0 || !data) return null
      return Object.fromEntries(
        Object.entries(data).flatMap(([name, value]) => {
          if (!names.includes(name)) return [[name, value]]
          return near ? [[name, near(value)]] : []
        }),
      )
    },
  })
}

const greatestBiginteger = 2n ** 63n - 1n

export const bigintegersChecked = valueRefusal(
  {
    name: '0032-bigintegers-are-exact',
    strapi: 'stores any value in a biginteger: strings, fractions, numbers with too many digits.',
    ours: 'rejects everything but integers of 64 bits with 400.',
    why: 'stored values must be returned unchanged, and an integer column cannot hold a string.',
  },
  ({ type }, value) => {
    if (type !== 'biginteger') return false
    const text = String(value).trim()
    if (!/^[+-]?\d+$/.test(text) || (typeof value === 'number' && !Number.isSafeInteger(value))) return true
    const number = BigInt(text.replace('+', ''))
    return number > greatestBiginteger || number < -greatestBiginteger - 1n
  },
)

export const integersAreExact = valueRefusal(
  {
    name: '0053-integers-have-32-bits',
    strapi: 'stores integers beyond JavaScript’s safe range rounded.',
    ours: 'rejects them with 400. Use a biginteger for larger numbers.',
    why: 'stored values must be returned unchanged.',
  },
  ({ type }, value) => type === 'integer' && Number.isInteger(Number(value)) && !Number.isSafeInteger(Number(value)),
)

export const blocksAreArrays = valueRefusal(
  {
    name: '0054-blocks-are-arrays',
    strapi: 'accepts a string or an object as the value of a blocks attribute, and then returns null.',
    ours: 'rejects it with 400.',
    why: 'accepting the value would lose it.',
  },
  ({ type }, value) => type === 'blocks' && !Array.isArray(value),
)

export const noNul = valueRefusal(
  {
    name: '0055-text-is-unicode',
    strapi: 'stores NUL characters if its database does (SQLite).',
    ours: 'rejects NUL characters and unpaired surrogates with 400.',
    why: 'both databases must accept the same values: PostgreSQL cannot store NUL.',
  },
  (_attribute, value) => typeof value === 'string' && /[\0\p{Surrogate}]/u.test(value),
  (value) => String(value).replace(/[\0\p{Surrogate}]/gu, ''),
)

export function errorName({ body }: JsonResponse): string | null {
  const error = isRecord(body) ? body['error'] : undefined
  return isRecord(error) ? String(error['name']) : null
}
