import * as fc from 'fast-check'
import {
  buildSchema,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type GraphQLInputType,
} from 'graphql'
import { printSdl } from '@content-api/interfaces/graphql/print-sdl'
import { hostileText } from './values.js'
import { registry } from './world.js'

/** Draws one value of an arbitrary. */
export type Draw = <Value>(arbitrary: fc.Arbitrary<Value>) => Value

export const schema = buildSchema(printSdl(registry))

const isComposite = (type: GraphQLNamedType) => isObjectType(type) || isInterfaceType(type) || isUnionType(type)

/** Returns a selection with at most this number of levels, or null when no field of the type fits into them. */
export function walk(draw: Draw, type: GraphQLNamedType, levels: number): string | null {
  if (isUnionType(type)) {
    const member = draw(fc.constantFrom(...type.getTypes()))
    const inside = walk(draw, member, levels)
    return inside === null ? '__typename' : `__typename ... on ${member.name} { ${inside} }`
  }
  if (!isObjectType(type)) return null
  const fields = Object.values(type.getFields()).filter((field) => levels > 1 || isLeafType(getNamedType(field.type)))
  if (fields.length === 0) return null
  const chosen = draw(fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 3 }))
  const texts = chosen.flatMap((field) => fieldText(draw, field, levels) ?? [])
  return texts.length > 0 ? texts.join(' ') : '__typename'
}

/** Returns a field with some of its arguments and a selection below it. */
export function fieldText(draw: Draw, field: GraphQLField<unknown, unknown>, levels: number): string | null {
  const type = getNamedType(field.type)
  const below = isComposite(type) ? walk(draw, type, levels - 1) : ''
  if (below === null) return null
  const input = field.args.filter((argument) => isNonNullType(argument.type) || draw(fc.nat(3)) === 0)
  const list = input.map((argument) => `${argument.name}: ${argumentText(draw, argument)}`)
  const alias = draw(fc.nat(9)) === 0 ? `x${draw(fc.nat(99))}: ` : ''
  return `${alias}${field.name}${list.length > 0 ? `(${list.join(', ')})` : ''}${below === '' ? '' : ` { ${below} }`}`
}

const argumentText = (draw: Draw, { type }: GraphQLArgument) => literal(draw, type, 2)

/** Returns a literal of an input type, mostly a valid one. */
export function literal(draw: Draw, type: GraphQLInputType, levels: number): string {
  if (isNonNullType(type)) return literal(draw, type.ofType, levels)
  if (draw(fc.nat(60)) === 0) return draw(odd)
  if (isListType(type)) {
    const count = draw(fc.nat(2))
    return `[${Array.from({ length: count }, () => literal(draw, type.ofType, levels)).join(', ')}]`
  }
  if (isInputObjectType(type)) {
    if (levels === 0) return '{}'
    const fields = Object.values(type.getFields())
    const chosen = draw(fc.uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 2 }))
    const members = fields.filter((field) => chosen.includes(field) || isNonNullType(field.type))
    return `{ ${members.map((field) => `${field.name}: ${literal(draw, field.type, levels - 1)}`).join(', ')} }`
  }
  const name = getNamedType(type).name
  const values = scalars[name]
  if (values) return draw(values)
  return 'getValues' in type ? draw(fc.constantFrom(...type.getValues().map((value) => value.name))) : draw(odd)
}

const quoted = (text: string) => JSON.stringify(text)
const odd = fc.oneof(
  fc.constantFrom(
    'null',
    '{}',
    '[]',
    '$nope',
    '-1',
    '1e400',
    'ENUM',
    '[[1]]',
    '{ a: { b: 1 } }',
    '"""block"""',
    '99999999999999999999',
  ),
  hostileText.map((text) => quoted(text.toWellFormed())),
)
const text = fc.constantFrom('Alpha', 'alpha', 'é', '', '%', 'news').map(quoted)
const moment = fc.constantFrom('2024-01-01T00:00:00.000Z', '2024-06-15T12:34:56.789Z').map(quoted)
const scalars: Readonly<Record<string, fc.Arbitrary<string>>> = {
  String: fc.oneof(text, fc.constantFrom('id', 'id:desc', 'title:asc', 'createdAt').map(quoted)),
  ID: fc.integer({ min: 1, max: 13 }).map(String),
  Int: fc.integer({ min: 0, max: 5 }).map(String),
  Float: fc.constantFrom('0.1', '1', '-3.5', '10.005'),
  Long: fc.constantFrom('1', '"9223372036854775807"', '-1'),
  Boolean: fc.boolean().map(String),
  JSON: fc.constantFrom('{ k: 1 }', '"alpha"', '[1, "two"]', '1'),
  Date: fc.constantFrom('2024-01-01', '2024-06-15').map(quoted),
  Time: fc.constantFrom('00:00:00.000', '12:34:56.789').map(quoted),
  DateTime: moment,
  I18NLocaleCode: fc.constantFrom('"en"', '"fr"'),
}
