import { isScalar, type ScalarAttribute } from '@content-api/model'
import * as fc from 'fast-check'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { operatorRow, type ValueOperator, valueOperators } from '@content-api/engine/plan'
import { type Parameters, type PopulateForm, populateForms } from './populate-forms.js'
import { comparable, hostileText } from './values.js'
import { registry } from './world.js'

export const operators = Object.keys(valueOperators) as ValueOperator[]
export const forms = Object.keys(populateForms) as PopulateForm[]

/** A request and the feature that it tests. */
export interface Probe {
  readonly target: string
  readonly operator: ValueOperator
  readonly type: AttributeKind
  readonly form: PopulateForm
}

export type AttributeKind = keyof typeof comparable

const article = registry.contentType('api::article.article')

/** The scalar attributes of an article by type; `id` is a type of its own. */
const namesByType = new Map<AttributeKind, string[]>()
for (const [name, attribute] of Object.entries(article.attributes)) {
  if (!isScalar(attribute)) continue
  const type = name === 'id' ? 'id' : attribute.type
  namesByType.set(type, [...(namesByType.get(type) ?? []), name])
}
export const types = [...namesByType.keys()]

const usual = <Value>(arbitrary: fc.Arbitrary<Value>, rare: fc.Arbitrary<Value>, weight = 30) =>
  fc.oneof({ weight, arbitrary }, { weight: 1, arbitrary: rare })

/** The start of the filter: the article itself, or an article behind one or two relations. */
const wayToArticle = fc.constantFrom(
  '',
  '',
  '',
  '[related]',
  '[category][articles]',
  '[author][articles]',
  '[tags][articles]',
)
const group = fc.constantFrom('', '', '', '[$not]', '[$and][0]', '[$or][0]', '[$or][0][$not]')

function valueOf(operator: ValueOperator, type: AttributeKind): fc.Arbitrary<string> {
  if (operatorRow(operator).arity === 'flag') return fc.constantFrom('true', 'false')
  const plain = operatorRow(operator).text ? comparable.string : comparable[type]
  return usual(plain, hostileText, 12)
}

/** `filters[related][$not][title][$in][0]=Alpha` in one of its spellings. */
function filter(operator: ValueOperator, type: AttributeKind): fc.Arbitrary<Parameters> {
  const names = namesByType.get(type) ?? []
  const { arity } = operatorRow(operator)
  const sizes = { one: 0, flag: 0, two: 2, many: 3 }
  const values =
    sizes[arity] === 0
      ? valueOf(operator, type)
      : fc.array(valueOf(operator, type), { minLength: arity === 'two' ? 2 : 1, maxLength: sizes[arity] })
  const not = fc.constantFrom('', '', '', '[$not]')
  return fc
    .tuple(wayToArticle, group, fc.constantFrom(...names), not, values)
    .map(([way, of, name, negated, value]) => {
      const key = `filters${way}${of}[${name}]${negated}[${operator}]`
      if (!Array.isArray(value)) return [[key, value]]
      return value.map((item, index) => [`${key}[${index}]`, item])
    })
}

const sortable = Object.entries(article.attributes).flatMap(([name, attribute]) =>
  isScalar(attribute) && isOpen(attribute) && scalarBehaviours[attribute.type].sortable ? [name] : [],
)
const readable = Object.entries(article.attributes).flatMap(([name, attribute]) =>
  isScalar(attribute) && isOpen(attribute) ? [name] : [],
)

function isOpen(attribute: ScalarAttribute): boolean {
  return attribute.private !== true && !scalarBehaviours[attribute.type].hidden
}

const sortKey = fc
  .tuple(
    usual(
      fc.constantFrom(...sortable, 'category.name', 'tags.weight', 'author.name'),
      fc.constantFrom('secret', 'nope'),
    ),
    usual(
      fc.constantFrom('', ':asc', ':desc'),
      hostileText.map((text) => `:${text}`),
    ),
  )
  .map((parts) => parts.join(''))

const sort = fc.oneof(
  fc.constant<Parameters>([]),
  sortKey.map((key): Parameters => [['sort', key]]),
  fc
    .array(sortKey, { minLength: 1, maxLength: 3 })
    .map((keys): Parameters => keys.map((key, index) => [`sort[${index}]`, key])),
)

const number = (min: number, max: number) => usual(fc.integer({ min, max }).map(String), hostileText)
const pagination = fc.oneof(
  fc.constant<Parameters>([]),
  fc.tuple(number(1, 3), number(1, 200)).map(
    ([page, size]): Parameters => [
      ['pagination[page]', page],
      ['pagination[pageSize]', size],
    ],
  ),
  fc
    .tuple(
      number(0, 8),
      number(-1, 200).filter((text) => text !== '0'),
    )
    .map(
      ([start, limit]): Parameters => [
        ['pagination[start]', start],
        ['pagination[limit]', limit],
      ],
    ),
  fc.constantFrom('true', 'false').map((count): Parameters => [['pagination[withCount]', count]]),
)

const fields = fc.oneof(
  fc.constant<Parameters>([]),
  usual(fc.constantFrom('*', 'title', 'title,rating'), hostileText).map((names): Parameters => [['fields', names]]),
  fc
    .uniqueArray(fc.constantFrom(...readable), { minLength: 1, maxLength: 4 })
    .map((names): Parameters => names.map((name, index) => [`fields[${index}]`, name])),
)

const rest = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Parameters>([]) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('live', 'preview').map((state): Parameters => [['publicationState', state]]),
  },
  { weight: 2, arbitrary: fc.constantFrom('en', 'fr', 'all').map((code): Parameters => [['locale', code]]) },
  { weight: 2, arbitrary: comparable.string.map((text): Parameters => [['_q', text]]) },
)

const bracket = fc.oneof(
  fc.constantFrom(
    'filters',
    'populate',
    'sort',
    '$or',
    '0',
    '1001',
    'title',
    'password',
    'secret',
    '',
    'on',
    '__proto__',
    '*',
  ),
  hostileText,
)
/** Parameters that no client sends. */
const strange = fc
  .tuple(
    fc.constantFrom('filters', 'sort', 'fields', 'populate', 'pagination', 'locale', 'where', '_q', 'publicationState'),
    fc.array(bracket, { maxLength: 5 }),
    fc.option(hostileText),
  )
  .map(([name, brackets, value]): Parameters => [[name + brackets.map((part) => `[${part}]`).join(''), value]])

type Focus = Pick<Probe, 'operator' | 'type' | 'form'>

const focuses: readonly Focus[] = forms.flatMap((form) =>
  types.flatMap((type) => operators.map((operator) => ({ operator, type, form }))),
)
/**
 * The step from one combination to the next. It is coprime to their number, so each is reached and neighbours
 * differ.
 */
const stride = 4_801

/** Yields each combination in turn. A random choice would try some combinations ten times before it tries others. */
function inTurn(): fc.Arbitrary<Focus> {
  let drawn = 0
  return fc.constant(null).map(() => focuses[(drawn++ * stride) % focuses.length] as Focus)
}

/** Generates requests as clients send them, sometimes with a parameter that no client sends. */
export function probes(): fc.Arbitrary<Probe> {
  return inTurn().chain(({ operator, type, form }) =>
    fc
      .record({
        path: usual(
          fc.constant('/api/articles'),
          fc.constantFrom('/api/articles/11', '/api/homepage', '/api/nope'),
          40,
        ),
        filter: filter(operator, type),
        populate: populateForms[form],
        sort,
        pagination,
        fields,
        rest,
        strange: usual(fc.constant<Parameters>([]), strange, 12),
      })
      .map(({ path, ...parts }) => ({ target: `${path}?${write(Object.values(parts).flat())}`, operator, type, form })),
  )
}

function write(parameters: Parameters): string {
  return parameters
    .map(([name, value]) => (value === null ? escape(name) : `${escape(name)}=${escape(value)}`))
    .join('&')
}

/** Like `encodeURIComponent`, but replaces unpaired surrogates, where that function throws. */
function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
