import { createRegistry } from '@content-api/model'
import { describe, expect, it } from 'vitest'
import { describeCollidingValues, enumValueNames } from './enum-values.js'

describe('enumValueNames', () => {
  // As recorded from Strapi 4.26.2, whose version of slugify is 1.1.0.
  it.each([
    ['Faktúra', 'Faktura'],
    ['A & B', 'A_and_B'],
    ['Привет', 'Privet'],
    ['Straße', 'Strasse'],
    ['fooBar', 'fooBar'],
    ['foo__bar', 'foo_bar'],
    ['_x', 'x'],
    ["don't", 'don_t'],
    ['ABC-123_x', 'ABC_123_x'],
    ['I ♥ U', 'I_love_U'],
  ])('names %s as Strapi does', (value, name) => {
    expect([...enumValueNames([value]).values()]).toEqual([name])
  })

  it.each([
    [
      ['2024', 'true', 'null'],
      ['_2024', '_true', '_null'],
    ],
    [
      ['日本', '中国', '!'],
      ['_1', '_2', '_3'],
    ],
    [
      ['Prvá', 'Prva', 'prva', 'PRVÁ', 'Prvà'],
      ['Prva', 'Prva_2', 'prva', 'PRVA', 'Prva_3'],
    ],
    [
      ['a-b', 'a_b_2', 'a b'],
      ['a_b', 'a_b_2', 'a_b_3'],
    ],
  ])('gives each of %j a name of its own, although Strapi rejects them', (values, names) => {
    expect([...enumValueNames(values).values()]).toEqual(names)
  })
})

it('values that collide are named in a warning', () => {
  const attributes = { rank: { type: 'enumeration', enum: ['Prvá', 'Prva', '日本', '中国'] } }
  const info = { singularName: 'page', pluralName: 'pages' }
  const registry = createRegistry({ contentTypes: { 'api::page.page': { info, attributes } } })
  expect(describeCollidingValues(registry)).toEqual([
    'Values of api::page.page.rank have the same name in GraphQL as earlier ones, so "Prva" is Prva_2 there.',
  ])
})
