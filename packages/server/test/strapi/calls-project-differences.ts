import { expect } from 'vitest'

/** The intended differences from Strapi 4.26, each with the results of this server by the id of the call. */
export const callDifferences: readonly {
  readonly title: string
  readonly results: Readonly<Record<string, unknown>>
}[] = [
  {
    title: 'More forms of parameters work.',
    results: {
      'findMany sort list': ['x', 'Delta', 'Alpha', 'Gamma', 'Beta', 'Epsilon'],
      'query findOne populate *': expect.objectContaining({ title: 'Alpha', group: expect.anything() }),
      'query findOne populate text': { title: 'Alpha', group: expect.anything() },
      'query findMany orderBy text with order': ['x', 'Gamma', 'Epsilon', 'Delta', 'Beta', 'Alpha'],
      'query findMany where list': ['Alpha'],
    },
  },
  {
    title: 'A locale must exist.',
    results: {
      'findMany other locale': 'an error',
      'system: query create of an unknown locale': 'an error',
      'system: query create without a locale': expect.objectContaining({ id: 3002, locale: 'en' }),
    },
  },
  {
    title: 'An unknown populate selects the id.',
    results: { 'query findOne populate unknown': { id: 1, title: 'Alpha' } },
  },
  {
    title: 'The id in `data` is ignored.',
    results: {
      'update id in data': { id: 1, title: 'Alpha' },
      'system: service update to an id': expect.objectContaining({ id: 1101, name: 'S30' }),
      'system: query update to an id': expect.objectContaining({ id: 1001, name: 'S1' }),
      'system: query update to a taken id': expect.objectContaining({ id: 501, name: 'S11' }),
    },
  },
  {
    title: 'Components have no queries.',
    results: { 'check: query of a component': 'an error' },
  },
  {
    title: 'Ids start at 1.',
    results: { 'system: query create with a negative id': 'an error' },
  },
  {
    title: 'The locale of an entry never changes.',
    results: {
      'system: service update of a locale': 'an error',
      'system: query update of a locale': 'an error',
    },
  },
  {
    title: 'Entries always have `createdAt` and `updatedAt`.',
    results: {
      'system: query create with null': { id: 1004, name: 'S5', createdAt: '<now>', updatedAt: '<now>' },
      'system: service update to null': expect.objectContaining({ createdAt: '2024-05-06T07:08:09.000Z' }),
      'system: query update to null': expect.objectContaining({ createdAt: '<now>' }),
    },
  },
  {
    title: '`updateMany` sets `updatedAt` unless the data contains it.',
    results: {
      'system: updateMany of publishedAt': {
        made: { count: 1 },
        stored: [expect.objectContaining({ id: 2201, publishedAt: null, updatedAt: '<now>' })],
      },
    },
  },
  {
    title: 'There are no administrators, so `createdBy` and `updatedBy` are ignored.',
    results: {
      'system: query create with createdBy of nobody': expect.objectContaining({ name: 'S18' }),
      'system: service create with createdBy of nobody': expect.objectContaining({ name: 'S28' }),
    },
  },
]
