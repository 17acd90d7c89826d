import { hidden, open } from './model.js'
import type { Probe } from './probe.js'
import type { Sent } from './world.js'

const document = (query: string): Sent => ({ line: 'POST /graphql', body: { query } })
const put = (query: string, data: object = {}): Sent => ({ line: `PUT /api/papers/1?${query}`, body: { data } })
const user = (query: string): Sent => ({ line: `PUT /api/users/1?${query}`, body: { provider: 'local' } })

const answered: readonly Probe[] = [
  ...(['full', 'reader'] as const).flatMap((caller): Probe[] =>
    [
      put('populate=*'),
      put('populate=*', { secretText: hidden.word, secretNumber: hidden.number, secretBox: { openText: hidden.word } }),
      put('populate[related][populate]=*'),
      put('populate[secretTag]=true'),
      put('populate=secretBox'),
      put('fields[0]=secretText'),
      put('populate[box][fields][0]=secretText'),
      { line: 'POST /api/authors?populate=*', body: { data: { name: 'New', secretText: hidden.word } } },
      { line: `POST /api/papers/${caller === 'full' ? 3 : 5}/localizations?populate=*`, body: { locale: 'de' } },
    ].map((sent) => ({ surface: 'write answers', caller, requested: [sent] })),
  ),
  ...[
    'populate=vault',
    'populate[vault][count]=true',
    'populate=owner',
    'populate[chest]=true&populate[vault]=true',
  ].map(
    (query): Probe => ({
      surface: 'write answers',
      caller: 'reader',
      requested: [put(query)],
      twin: [put('populate=chest')],
    }),
  ),
  ...['secretText', 'secretTag { data { id } }', 'vault { data { attributes { text } } }'].map(
    (selection): Probe => ({
      surface: 'write answers',
      caller: 'reader',
      requested: [document(`mutation { updatePaper(id: 1, data: {}) { data { attributes { ${selection} } } } }`)],
      twin: [document('mutation { updatePaper(id: 1, data: {}) { data { attributes { openText } } } }')],
    }),
  ),
  ...['populate=*', 'populate=role', '', 'fields[0]=password', 'populate[role][fields][0]=name'].map(
    (query): Probe => ({ surface: 'write answers', caller: 'clerk', requested: [user(query)] }),
  ),
]

/** A hidden entry must get the same error as a missing one, or the error would reveal that it exists. */
const related: readonly Probe[] = [
  (id: number, name: string) => put('', { [name]: id }),
  (id: number, name: string) => put('', { [name]: { connect: [id] } }),
  (id: number, name: string) => put('', { [name]: { set: [{ id }] } }),
  (id: number, name: string) => document(`mutation { updatePaper(id: 1, data: { ${name}: ${id} }) { data { id } } }`),
].map((write) => ({
  surface: 'write bodies',
  caller: 'reader',
  requested: [write(hidden.link, 'vault'), write(999, 'vault')],
  twin: [write(open.link, 'chest'), write(999, 'chest')],
}))

/** Filters and sorts in the query of a write. */
const searched: readonly Probe[] = [
  (name: string, word: string) => put(`filters[${name}][$eq]=${word}`),
  (name: string, word: string) => put(`populate[related][filters][${name}][$ne]=${word}&fields[0]=title`),
].map((write) => ({
  surface: 'write answers',
  caller: 'full',
  requested: [write('secretText', hidden.word), write('secretText', 'nowhere')],
}))

/** Use these last, because they write. */
export const writeProbes: readonly Probe[] = [...answered, ...related, ...searched]
