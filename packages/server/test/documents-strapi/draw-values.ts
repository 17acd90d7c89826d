import type { ScalarAttribute, ScalarType } from '@content-api/model'
import type { Random } from '../strapi-starts/random.js'

const words = [
  'alpha',
  'Bravo',
  'été',
  'straße',
  '100% sure_thing',
  'x',
  'Zulu',
  'mid way',
  '🚀 launch',
  'O\'Hara "q"',
  '日本語',
]
const long = 'long '.repeat(60)

/** How often a value is one that Strapi rejects, or one at the edge of what it accepts. */
const share = { wrong: 0.012, null: 0.08 }

type Draw = (random: Random) => unknown

const sentence: Draw = (random) => `${random.one(words)} ${random.integer(1, 999)}`
const wrongText = [12, true, ['x'], { a: 1 }]

const blocks: Draw = (random) => [{ type: 'paragraph', children: [{ type: 'text', text: random.one(words) }] }]
const two = (number: number) => String(number).padStart(2, '0')
const day: Draw = (random) =>
  `20${two(random.integer(0, 40))}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`
const clock: Draw = (random) =>
  `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}`

/** Values that Strapi accepts, and some that it rejects, by the type of the attribute. */
const values: Readonly<Record<ScalarType, { readonly good: Draw; readonly wrong: readonly unknown[] }>> = {
  string: { good: sentence, wrong: [...wrongText, long] },
  text: { good: sentence, wrong: wrongText },
  richtext: { good: (random) => `# ${random.one(words)}\n\n*x*`, wrong: wrongText },
  email: { good: (random) => `user${random.integer(1, 50)}@example.com`, wrong: ['no mail', 5, '@'] },
  password: { good: (random) => `secret-${random.integer(1, 5)}`, wrong: [5, 'x'.repeat(100)] },
  uid: { good: (random) => `slug-${random.integer(1, 500)}`, wrong: ['a b', 'ä', 7] },
  enumeration: { good: () => undefined, wrong: ['none of them', 1] },
  date: { good: day, wrong: ['soon', true, '2024'] },
  time: { good: (random) => `${String(clock(random))}${random.one(['', '.000', '.250'])}`, wrong: ['25:00', 'noon'] },
  datetime: {
    good: (random) => `${String(day(random))}T${String(clock(random))}.${random.one(['000', '123'])}Z`,
    wrong: ['soon', {}],
  },
  timestamp: { good: (random) => `${String(day(random))}T${String(clock(random))}.000Z`, wrong: ['soon'] },
  integer: { good: (random) => random.integer(-3, 12), wrong: [1.5, 'abc', 2_147_483_648, [], true] },
  biginteger: {
    good: (random) => random.one<unknown>(['12', '-5', 77, '4503599627370496', '0']),
    wrong: ['1.5', 'abc', {}],
  },
  float: { good: (random) => random.one([0, 0.25, 0.5, 1, 0.125, 2.5, -1]), wrong: ['abc', [], true] },
  decimal: { good: (random) => random.one([0, 1.25, 99.5, -3.75, 12]), wrong: ['abc', {}] },
  boolean: { good: (random) => random.chance(0.5), wrong: ['maybe', 2, []] },
  json: {
    good: (random) => random.one<unknown>([{ a: 1 }, [1, 'x'], 5, { b: { c: [null] } }, {}, []]),
    wrong: ['{not json'],
  },
  blocks: { good: blocks, wrong: [null] },
  array: { good: () => [], wrong: [1] },
}

/** Draws a value of an attribute: mostly one that it accepts. */
export function drawValue(attribute: ScalarAttribute, random: Random): unknown {
  const { type, enum: names = [] } = attribute
  if (random.chance(share.wrong)) return random.one(values[type].wrong)
  if (random.chance(share.null)) return null
  if (type === 'enumeration') return random.one(names)
  if (attribute.regex !== undefined) return random.chance(0.95) ? `AA-${random.integer(1, 900)}` : 'no match'
  if (type === 'integer' || type === 'float') {
    const { min = -3, max = 12 } = attribute
    const isInside = random.chance(0.95)
    const [least, greatest] = [Number(min), Number(max)]
    if (type === 'integer') return isInside ? random.integer(least, greatest) : greatest + 5
    if (isInside && max !== undefined) return random.one([0, 0.25, 0.5, 1])
  }
  return values[type].good(random)
}
