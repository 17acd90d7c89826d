import type { AttributeJson } from './library-schemas.js'
import type { Random } from './random.js'

/** Names that collide with words of SQL, with columns of Strapi or of this server, or with members of objects. */
const attributeNames = [
  'title',
  'position',
  'owner_type',
  'owner_id',
  'owner_field',
  'order',
  'group',
  'index',
  'select',
  'from',
  'where',
  'table',
  'key',
  'value',
  'values',
  'type',
  'field',
  'entity',
  'parent',
  'name',
  'count',
  'limit',
  'my-field',
  'camelCaseName',
  'URLPath',
  'x',
  'a1',
  'name2',
  'with_under_score',
  'user',
  'data',
  'attributes',
  'meta',
  'status',
  'source_order',
  'target',
  'component',
  'default',
  'primary',
  'references',
  'description',
  'comment',
  'locale_name',
  'aVeryLongNameOfAnAttributeThatNobodyWouldEverWriteButSomebodyDid',
  'été',
  'state',
  'link',
  'links',
  'file',
  'hash',
  'rowid',
  'desc',
  'asc',
  'end',
  'start',
  'length',
  'body',
  'text',
  'date',
  'time',
  'number',
  'price',
  'amount',
] as const

/** Returns different names of attributes, also different as columns. */
export function someNames(random: Random, count: number): string[] {
  return random.some(attributeNames, count, count)
}

const enumerations = [
  ['news', 'opinion'],
  ['in progress', 'all done'],
  ['Première', 'Défaut'],
  ['a 新闻', 'b 意见'],
  ['Привет', 'Мир'],
  ['A & B', 'C/D', 'e-f'],
  ['x1', 'Y2'],
]

type Make = (random: Random) => AttributeJson

const chance = (random: Random, share: number, options: object) => (random.chance(share) ? options : {})

const makers: readonly Make[] = [
  (random) => ({
    type: 'string',
    ...chance(random, 0.2, { minLength: 1, maxLength: 40 }),
    ...chance(random, 0.2, { default: 'by default' }),
    ...chance(random, 0.1, { regex: '^[a-z -]+\\d*$' }),
  }),
  (random) => ({ type: 'string', ...chance(random, 0.3, { unique: true }) }),
  (random) => ({ type: 'text', ...chance(random, 0.2, { default: 'a text' }) }),
  () => ({ type: 'richtext' }),
  () => ({ type: 'email' }),
  (random) => ({
    type: 'integer',
    ...chance(random, 0.3, { min: -5, max: 500 }),
    ...chance(random, 0.2, { default: 3 }),
  }),
  (random) => ({ type: 'biginteger', ...chance(random, 0.2, { default: '12' }) }),
  (random) => ({ type: 'decimal', ...chance(random, 0.3, { min: 0, max: 1000 }) }),
  () => ({ type: 'float' }),
  (random) => ({ type: 'boolean', ...chance(random, 0.5, { default: random.chance(0.5) }) }),
  () => ({ type: 'date' }),
  () => ({ type: 'time' }),
  () => ({ type: 'datetime' }),
  (random) => {
    const values = random.one(enumerations)
    return { type: 'enumeration', enum: values, ...chance(random, 0.4, { default: values[0] }) }
  },
  (random) => ({ type: 'json', ...chance(random, 0.2, { default: { a: [1] } }) }),
  () => ({ type: 'uid' }),
  () => ({ type: 'password' }),
]

/** Returns a scalar attribute with random options. */
export function someScalar(random: Random): AttributeJson {
  return {
    ...random.one(makers)(random),
    ...chance(random, 0.1, { required: true }),
    ...chance(random, 0.08, { private: true }),
    ...chance(random, 0.05, { configurable: false }),
  }
}

/** Returns a value that satisfies the rules of an attribute. `number` makes it different from other values. */
export function validValue(random: Random, attribute: AttributeJson, number: number): unknown {
  const values: Readonly<Record<string, () => unknown>> = {
    integer: () => number % 100,
    biginteger: () => String(number * 1_000),
    decimal: () => (number % 100) + 0.25,
    float: () => (number % 100) / 8,
    boolean: () => random.chance(0.5),
    date: () => `2024-0${(number % 9) + 1}-1${number % 10}`,
    time: () => `0${number % 10}:15:30.000`,
    datetime: () => `2024-0${(number % 9) + 1}-1${number % 10}T05:10:15.000Z`,
    enumeration: () => random.one(attribute['enum'] as readonly string[]),
    email: () => `someone${number}@example.com`,
    json: () => random.one([{ a: number }, [number], 'text', null]),
    uid: () => `uid-${number}`,
  }
  return values[attribute.type]?.() ?? `word ${'abc'[number % 3]}${number}`
}
