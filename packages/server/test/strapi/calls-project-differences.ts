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
    results: { 'findMany other locale': 'an error' },
  },
  {
    title: 'An unknown populate selects the id.',
    results: { 'query findOne populate unknown': { id: 1, title: 'Alpha' } },
  },
  {
    title: 'The id in `data` is ignored.',
    results: { 'update id in data': { id: 1, title: 'Alpha' } },
  },
]
