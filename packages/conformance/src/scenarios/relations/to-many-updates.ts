import type { EntryId } from '../../target/entry-view.js'
import type { RelationCase } from './relation-case.js'

/** The long form of a list of ids. */
export const objects = (ids: readonly EntryId[]) => ids.map((id) => ({ id }))
/** A relation item with a position. */
export const at = (id: EntryId | undefined, position: Record<string, unknown>) => ({ id, position })

/** Every write syntax for a to-many relation. Each case runs on every kind of `toMany`. */
export const updates: readonly RelationCase[] = [
  {
    id: 'plain-array',
    clauses: ['4.4/plain', '4.4/r1', '4.1/r2-ids'],
    title: 'an array of ids replaces all',
    from: [1, 2],
    value: (ids) => ids(4, 3),
    to: [4, 3],
  },
  {
    id: 'plain-objects',
    clauses: ['4.4/r1'],
    title: 'an array of { id } replaces all',
    from: [1, 2],
    value: (ids) => objects(ids(3, 1)),
    to: [3, 1],
  },
  {
    id: 'set-short',
    clauses: ['4.4/set', '4.4/set-short'],
    title: 'set with ids replaces all, in order',
    from: [1, 2],
    value: (ids) => ({ set: ids(4, 1, 3) }),
    to: [4, 1, 3],
  },
  {
    id: 'set-long',
    clauses: ['4.4/set', '4.4/set-long'],
    title: 'set with { id } replaces all, in order',
    from: [1, 2],
    value: (ids) => ({ set: objects(ids(2, 4)) }),
    to: [2, 4],
  },
  {
    id: 'set-empty',
    clauses: ['4.4/set'],
    title: 'an empty set clears',
    from: [1, 2],
    value: () => ({ set: [] }),
    to: [],
  },
  { id: 'empty-array', clauses: ['4.4/null'], title: 'an empty array clears', from: [1, 2], value: () => [], to: [] },
  { id: 'null', clauses: ['4.4/null', '4.1/r3-null'], title: 'null clears', from: [1, 2], value: () => null, to: [] },
  {
    id: 'connect-short',
    clauses: ['4.4/connect', '4.4/connect-short', '4.4/r2-default'],
    title: 'connect with ids adds at the end',
    from: [1, 2],
    value: (ids) => ({ connect: ids(4, 3) }),
    to: [1, 2, 4, 3],
  },
  {
    id: 'connect-long',
    clauses: ['4.4/connect', '4.4/connect-long', '4.4/r2-default'],
    title: 'connect with { id } adds at the end',
    from: [1],
    value: (ids) => ({ connect: objects(ids(3, 2)) }),
    to: [1, 3, 2],
  },
  {
    id: 'disconnect-short',
    clauses: ['4.4/disconnect', '4.4/disconnect-short'],
    title: 'disconnect with ids removes them and keeps the rest',
    from: [1, 2, 3],
    value: (ids) => ({ disconnect: ids(2) }),
    to: [1, 3],
  },
  {
    id: 'disconnect-long',
    clauses: ['4.4/disconnect', '4.4/disconnect-long'],
    title: 'disconnect with { id } removes them',
    from: [1, 2, 3],
    value: (ids) => ({ disconnect: objects(ids(1, 3)) }),
    to: [2],
  },
  {
    id: 'connect-disconnect',
    clauses: ['4.4/connect-disconnect'],
    title: 'connect and disconnect in one request',
    from: [1, 2, 3],
    value: (ids) => ({ connect: ids(4), disconnect: ids(2) }),
    to: [1, 3, 4],
  },
  {
    id: 'before',
    clauses: ['4.4/r2-before', '4.4/r2'],
    title: 'before places the entry right before the named one',
    from: [1, 2, 3],
    value: (ids) => ({ connect: [at(ids(4)[0], { before: ids(2)[0] })] }),
    to: [1, 4, 2, 3],
  },
  {
    id: 'after',
    clauses: ['4.4/r2-after', '4.4/r2'],
    title: 'after places the entry right after the named one',
    from: [1, 2, 3],
    value: (ids) => ({ connect: [at(ids(4)[0], { after: ids(2)[0] })] }),
    to: [1, 2, 4, 3],
  },
  {
    id: 'start',
    clauses: ['4.4/r2-start', '4.4/r2'],
    title: 'start places the entry first',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { start: true })] }),
    to: [3, 1, 2],
  },
  {
    id: 'end',
    clauses: ['4.4/r2-end', '4.4/r2'],
    title: 'end places the entry last',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { end: true })] }),
    to: [1, 2, 3],
  },
  {
    id: 'sequential',
    clauses: ['4.4/r3'],
    title: 'items are applied one after the other',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { after: ids(1)[0] }), at(ids(4)[0], { after: ids(1)[0] })] }),
    to: [1, 4, 3, 2],
  },
  {
    id: 'anchor-in-request',
    clauses: ['4.4/r3', '4.4/r2-after'],
    title: 'a position can refer to an entry that was connected before in the same request',
    from: [1, 2],
    value: (ids) => ({ connect: [at(ids(3)[0], { start: true }), at(ids(4)[0], { after: ids(3)[0] })] }),
    to: [3, 4, 1, 2],
  },
  {
    id: 'worked-example',
    clauses: ['4.4/r3-example', '4.4/r3', '4.4/r2-before', '4.4/r2-after', '4.4/r2-start', '4.4/r2-end'],
    title: 'the example of the specification',
    from: [1, 2],
    value: (ids) => {
      const [one, two, six, seven, eight, nine, ten] = ids(1, 2, 6, 7, 8, 9, 10)
      return {
        connect: [
          at(six, { after: one }),
          at(seven, { before: two }),
          at(eight, { end: true }),
          { id: nine },
          at(ten, { start: true }),
        ],
      }
    },
    to: [10, 1, 6, 7, 2, 8, 9],
  },
  {
    id: 'connect-again',
    clauses: ['4.4/connect-again'],
    title: 'connecting a connected entry moves it to the end',
    from: [1, 2, 3],
    value: (ids) => ({ connect: ids(1) }),
    to: [2, 3, 1],
  },
  {
    id: 'connect-again-position',
    clauses: ['4.4/connect-again', '4.4/r2-before'],
    title: 'connecting a connected entry moves it to the position',
    from: [1, 2, 3],
    value: (ids) => ({ connect: [at(ids(3)[0], { before: ids(1)[0] })] }),
    to: [3, 1, 2],
  },
  {
    id: 'disconnect-missing',
    clauses: ['4.4/disconnect-missing', '4.4/disconnect'],
    title: 'disconnecting an entry that is not connected changes nothing',
    from: [1, 2],
    value: (ids) => ({ disconnect: ids(3) }),
    to: [1, 2],
  },
]
