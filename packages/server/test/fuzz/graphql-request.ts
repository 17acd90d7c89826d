import * as fc from 'fast-check'
import { isScalarType, getNamedType, isInputObjectType } from 'graphql'
import { operators as restOperators } from './rest-request.js'
import { type SelectionForm, selectionForms } from './graphql-forms.js'
import { type HostileForm, hostileForms, type Operation } from './graphql-hostile.js'
import { type Draw, fieldText, schema } from './graphql-walk.js'
import { comparable, hostileText } from './values.js'

export type Kind = 'article' | 'walk' | 'mutation' | 'mistaken' | 'hostile' | 'batch'

/** A request and the feature that it tests. */
export interface GraphqlProbe {
  readonly kind: Kind
  readonly method: 'GET' | 'POST'
  readonly body: Operation | readonly Operation[]
  readonly operator?: string
  readonly type?: string
  readonly form?: SelectionForm
  readonly hostile?: HostileForm
}

const filters = schema.getType('ArticleFiltersInput')
const stringFilter = schema.getType('StringFilterInput')
if (!isInputObjectType(filters) || !isInputObjectType(stringFilter)) throw new Error('The schema has no filters')

const known = stringFilter.getFields()
export const operators = restOperators.map((operator) => operator.slice(1)).filter((name) => Object.hasOwn(known, name))
export const forms = Object.keys(selectionForms) as SelectionForm[]
export const hostiles = Object.keys(hostileForms) as HostileForm[]

/** The names of an article's filters, by the type of their values. */
const namesByInput = new Map<string, string[]>()
for (const field of Object.values(filters.getFields())) {
  const type = getNamedType(field.type)
  const value = isInputObjectType(type) ? type.getFields()['eq'] : undefined
  if (!value || ['secret', 'internalNote'].includes(field.name)) continue
  const name = getNamedType(value.type).name
  if (isScalarType(getNamedType(value.type))) namesByInput.set(name, [...(namesByInput.get(name) ?? []), field.name])
}
export const types = [...namesByInput.keys()]

const valuesOf: Readonly<Record<string, fc.Arbitrary<string>>> = {
  String: comparable.string,
  ID: comparable.id,
  Int: comparable.integer,
  Long: comparable.biginteger,
  Float: comparable.float,
  Boolean: fc.boolean().map(String),
  Date: comparable.date,
  Time: comparable.time,
  DateTime: comparable.datetime,
  JSON: comparable.string,
}
const bare = new Set(['Int', 'Float', 'Boolean'])

/** Generates a JSON value that the type accepts, or almost accepts. */
function valueOf(draw: Draw, type: string): unknown {
  if (draw(fc.nat(40)) === 0) return draw(hostileText)
  const text = draw(valuesOf[type] ?? hostileText)
  if (!bare.has(type)) return text
  if (type === 'Boolean') return text === 'true'
  const number = Number(text)
  return type === 'Int' ? Math.trunc(number) | 0 : number
}

const ways: readonly ((condition: object) => object)[] = [
  (condition) => condition,
  (condition) => condition,
  (condition) => ({ related: condition }),
  (condition) => ({ category: { articles: condition } }),
  (condition) => ({ tags: { articles: condition } }),
  (condition) => ({ not: condition }),
  (condition) => ({ or: [condition, { id: { eq: 1 } }] }),
  (condition) => ({ and: [condition, { or: [condition] }] }),
]

function filter(draw: Draw, operator: string, type: string): object {
  const name = draw(fc.constantFrom(...(namesByInput.get(type) ?? [])))
  const value =
    operator === 'null' || operator === 'notNull'
      ? draw(fc.boolean())
      : ['in', 'notIn', 'between'].includes(operator)
        ? [valueOf(draw, type), valueOf(draw, type)]
        : valueOf(draw, type)
  const condition = draw(fc.nat(7)) === 0 ? { not: { [operator]: value } } : { [operator]: value }
  return draw(fc.constantFrom(...ways))({ [name]: condition })
}

const pages = fc.constantFrom(
  '',
  ', pagination: { limit: 5 }',
  ', pagination: { page: 2, pageSize: 3 }',
  ', pagination: { start: 1, limit: -1 }',
)
const usual = (choices: readonly string[], rare: readonly string[]) =>
  fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...choices) }, { weight: 1, arbitrary: fc.constantFrom(...rare) })
const sorts = usual(
  ['', ', sort: "id"', ', sort: ["rating:desc", "title"]', ', sort: "category.name"', ', sort: "tags.weight:desc"'],
  [', sort: ["nope"]', ', sort: "secret"', ', sort: "title:up"'],
)
const rest = usual(['', '', ', publicationState: PREVIEW', ', locale: "fr"'], [', locale: "all"', ', locale: 5'])
const values = fc.constantFrom(
  '',
  'title',
  'createdAt updatedAt',
  'views price score',
  'extra richBlocks',
  'stampedAt publishTime eventAt',
)

interface Focus {
  readonly operator: string
  readonly type: string
  readonly form: SelectionForm
}

/** The list of articles with a filter, in the document or in a variable. */
function article(draw: Draw, { operator, type, form }: Focus): Operation {
  const { fields, part = '' } = draw(selectionForms[form])
  const input = filter(draw, operator, type)
  const inline = draw(fc.boolean())
  const options = `${draw(pages)}${draw(sorts)}${draw(rest)}`
  const meta = draw(fc.boolean()) ? 'meta { pagination { total pageCount } }' : ''
  const body = `data { id attributes { ${draw(values)} ${fields} } } ${meta}`
  const list = (value: string) => `{ articles(filters: ${value}${options}) { ${body} } } ${part}`
  if (inline) return { query: list(literalOf(input)) }
  return { query: `query Q($f: ArticleFiltersInput) ${list('$f')}`, variables: { f: input }, operationName: 'Q' }
}

/** Writes JSON as a GraphQL literal, in which keys have no quotes. */
function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([key, member]) => `${key}: ${literalOf(member)}`)
    .join(', ')} }`
}

function walked(draw: Draw): Operation {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
  const texts = Array.from({ length: 1 + draw(fc.nat(1)) }, () => fieldText(draw, draw(fc.constantFrom(...fields)), 7))
  return { query: `{ ${texts.filter((text) => text !== null).join(' ') || '__typename'} }` }
}

/**
 * No mutation succeeds in creating an entry. A rolled-back transaction still increments ids in one of the two
 * databases, so later ids would differ.
 */
const mutated = fc.constantFrom('Article', 'Tag', 'Category', 'Author', 'Specimen')
function mutation(draw: Draw): Operation {
  const type = draw(mutated)
  const id = draw(
    fc.oneof(
      fc.integer({ min: 1, max: 20 }).map(String),
      hostileText.map((text) => JSON.stringify(text.toWellFormed())),
    ),
  )
  const name = type === 'Article' ? 'title' : type === 'Specimen' ? 'str' : 'name'
  const text = JSON.stringify(draw(fc.oneof(comparable.string, hostileText)).toWellFormed())
  const data = draw(
    fc.constantFrom(
      `{ ${name}: ${text} }`,
      `{ ${name}: null }`,
      `{ ${name}: 5 }`,
      `{ nope: ${text} }`,
      type === 'Article' ? '{ tags: [1, 2], category: 1 }' : '{}',
      type === 'Article' ? '{ rating: 99999999999 }' : '{ createdAt: "2020-01-01" }',
    ),
  )
  const response = `{ data { id attributes { ${name} } } }`
  const remove = draw(fc.nat(9)) === 0
  return {
    query: `mutation { ${remove ? `delete${type}(id: 99${id.replaceAll(/\D/g, '')})` : `update${type}(id: ${id}, data: ${data})`} ${response} }`,
  }
}

/** A valid document with a random change. */
function mistaken(draw: Draw, focus: Focus): Operation {
  const { query, ...others } = article(draw, focus)
  const text = String(query)
  const at = draw(fc.nat(text.length))
  const until = at + draw(fc.nat(6))
  const put = draw(
    fc.oneof(hostileText, fc.constantFrom('', '{', '}', '(', '$', '@', '...', '!', ':', 'on', '"""', '#')),
  )
  return { query: (text.slice(0, at) + put + text.slice(until)).toWellFormed(), ...others }
}

const focuses: readonly Focus[] = forms.flatMap((form) =>
  types.flatMap((type) => operators.map((operator) => ({ operator, type, form }))),
)
/**
 * The step from one combination to the next. It is coprime to their number, so each is reached and neighbours
 * differ.
 */
const stride = 4_801

/**
 * Generates mostly documents as clients send them, with each combination of operator, type and form in turn.
 * Returns a function. Each call returns a new arbitrary, which continues with the next combination. Use one
 * per portion of documents: an arbitrary keeps everything that it has generated.
 */
export function graphqlProbes(): () => fc.Arbitrary<GraphqlProbe> {
  let drawn = 0
  let attacks = 0
  const kinds = fc.oneof(
    { weight: 60, arbitrary: fc.constant<Kind>('article') },
    { weight: 15, arbitrary: fc.constant<Kind>('walk') },
    { weight: 8, arbitrary: fc.constant<Kind>('mutation') },
    { weight: 8, arbitrary: fc.constant<Kind>('mistaken') },
    { weight: 5, arbitrary: fc.constant<Kind>('hostile') },
    { weight: 4, arbitrary: fc.constant<Kind>('batch') },
  )
  const probeOf = (generate: fc.GeneratorValue): GraphqlProbe => {
    const draw: Draw = (arbitrary) => generate(() => arbitrary)
    const kind = draw(kinds)
    const focus = () => focuses[(drawn++ * stride) % focuses.length] as Focus
    const method = draw(fc.nat(4)) === 0 ? 'GET' : 'POST'
    if (kind === 'article') {
      const current = focus()
      return { kind, method, body: article(draw, current), ...current }
    }
    if (kind === 'hostile') {
      const hostile = hostiles[attacks++ % hostiles.length] as HostileForm
      return { kind, method, body: draw(hostileForms[hostile]), hostile }
    }
    if (kind === 'batch') {
      const makers = [walked, mutation, (input: Draw) => mistaken(input, focus())]
      const body = Array.from({ length: draw(fc.nat(12)) }, () => draw(fc.constantFrom(...makers))(draw))
      return { kind, method: 'POST', body }
    }
    const makers = { walk: walked, mutation, mistaken: (input: Draw) => mistaken(input, focus()) }
    return { kind, method, body: makers[kind](draw) }
  }
  return () => fc.gen().map(probeOf)
}
