import { compareIds, type EntryId } from '../../target/entry-view.js'
import { reading } from './any-content.js'
import { idsOf, totalOf } from './subject.js'

/** A range that contains the id. Only numbers have neighbours. */
const around = (id: EntryId): [EntryId, EntryId] => (typeof id === 'number' ? [id - 1, id + 1] : [id, id])

const isWithin = (id: EntryId, [low, high]: readonly [EntryId, EntryId]) =>
  compareIds(low, id) <= 0 && compareIds(id, high) <= 0

/** Tier 0: filters compared with each other, for any content. */
export const anyFilterScenarios = [
  reading(
    'filter-eq',
    ['4.3/$eq', '4.3/filters', '4.1/r1'],
    '$eq returns exactly the entries with the value, and $eq on the id exactly that entry',
    async (t, { list, attribute, idAttribute, entries }) => {
      const value = entries[0]?.attributes[attribute]
      const response = await list({ filters: { [attribute]: { $eq: value } } })
      const column = t.column(response, attribute)
      t.that(
        response,
        column.length > 0 && column.every((found) => found === value),
        `Other values than ${String(value)}`,
        value,
        column,
      )
      const one = await list({ filters: { [idAttribute]: { $eq: entries[1]?.id } } })
      t.equal(one, '$eq on the id returns something else', [idsOf(t.entries(one)), totalOf(one)], [[entries[1]?.id], 1])
      const none = await list({ filters: { [attribute]: { $eq: `${String(value)}~no such value~` } } })
      t.equal(
        none,
        '$eq on a value that no entry has returns entries',
        [idsOf(t.entries(none)), totalOf(none)],
        [[], 0],
      )
    },
  ),
  reading(
    'in-is-or',
    ['4.3/$in', '4.3/$or', '4.3/filters-array'],
    '$in is $or of $eq',
    async (t, { list, idAttribute, entries }) => {
      const ids = idsOf(entries.slice(0, 2))
      const listed = await list({ sort: idAttribute, filters: { [idAttribute]: { $in: ids } } })
      const joined = await list({
        sort: idAttribute,
        filters: { $or: ids.map((id) => ({ [idAttribute]: { $eq: id } })) },
      })
      t.equal(
        listed,
        '$in returns other entries than the named ones',
        idsOf(t.entries(listed)),
        ids.toSorted(compareIds),
      )
      t.equal(
        joined,
        '$or of $eq differs from $in',
        [idsOf(t.entries(joined)), totalOf(joined)],
        [idsOf(t.entries(listed)), totalOf(listed)],
      )
    },
  ),
  reading(
    'null-or-not-null',
    ['4.3/$null', '4.3/$notNull'],
    '$null and $notNull together return all entries',
    async (t, { list, attribute }) => {
      const whole = await list()
      const nulls = await list({ filters: { [attribute]: { $null: 'true' } } })
      const others = await list({ filters: { [attribute]: { $notNull: 'true' } } })
      t.equal(others, 'The two results do not add up to all entries', totalOf(nulls) + totalOf(others), totalOf(whole))
      t.that(
        nulls,
        t.column(nulls, attribute).every((value) => value === null),
        '$null returns values',
        null,
        t.column(nulls, attribute),
      )
      t.that(
        others,
        t.column(others, attribute).every((value) => value !== null),
        '$notNull returns nulls',
        'no null',
        t.column(others, attribute),
      )
    },
  ),
  reading(
    'compare-ids',
    ['4.3/$lt', '4.3/$lte', '4.3/$gt', '4.3/$gte', '4.3/$between'],
    'Less and greater together return all ids; $between is within its values',
    async (t, { list, idAttribute, entries }) => {
      const id = entries[1]?.id ?? 0
      const count = async (filters: Record<string, unknown>) =>
        totalOf(await list({ filters: { [idAttribute]: filters } }))
      const response = await list()
      const total = totalOf(response)
      t.equal(
        response,
        '$lt and $gte together do not return all entries',
        (await count({ $lt: id })) + (await count({ $gte: id })),
        total,
      )
      t.equal(
        response,
        '$lte and $gt together do not return all entries',
        (await count({ $lte: id })) + (await count({ $gt: id })),
        total,
      )
      const near = await list({ filters: { [idAttribute]: { $between: around(id) } } })
      const ids = idsOf(t.entries(near))
      t.that(
        near,
        ids.includes(id) && ids.every((one) => isWithin(one, around(id))),
        '$between of the neighbours of an id does not return it, or returns others',
        id,
        ids,
      )
      t.equal(
        response,
        '$lte does not return exactly one entry more than $lt',
        (await count({ $lte: id })) - (await count({ $lt: id })),
        1,
      )
    },
  ),
  reading(
    'not-in',
    ['4.3/$notIn', '4.3/$ne'],
    '$notIn and $ne exclude only the named values',
    async (t, { list, idAttribute, entries }) => {
      const ids = idsOf(entries.slice(0, 2))
      const total = totalOf(await list())
      const without = await list({ filters: { [idAttribute]: { $notIn: ids } }, pagination: { pageSize: 100 } })
      t.equal(without, 'The number of remaining entries differs', totalOf(without), total - ids.length)
      t.that(
        without,
        !idsOf(t.entries(without)).some((id) => ids.includes(id)),
        'A named entry is returned',
        'none of them',
        ids,
      )
      const unequal = await list({ filters: { [idAttribute]: { $ne: ids[0] } } })
      t.equal(unequal, '$ne returns another number of entries', totalOf(unequal), total - 1)
      t.that(
        unequal,
        !idsOf(t.entries(unequal)).some((id) => id === ids[0]),
        '$ne returns the named entry',
        'other entries',
        ids[0],
      )
    },
  ),
  reading(
    'not-is-complement',
    ['4.3/$not', '4.3/$eq'],
    '$not of a condition on the id is its complement',
    async (t, { list, idAttribute, entries }) => {
      const ids = idsOf(entries.slice(0, 2))
      const condition = { [idAttribute]: { $in: ids } }
      const total = totalOf(await list())
      const response = await list({ filters: { $not: condition } })
      t.that(
        response,
        !idsOf(t.entries(response)).some((id) => ids.includes(id)),
        'The complement contains an entry that matches the condition',
        'none of them',
        ids,
      )
      t.equal(
        response,
        'The complement has another size',
        totalOf(response),
        total - totalOf(await list({ filters: condition })),
      )
    },
  ),
  reading(
    'and-narrows',
    ['4.3/$and', '4.3/filters-combine'],
    '$and, and filters side by side, return what both conditions return',
    async (t, { list, attribute, idAttribute, entries }) => {
      const [first, second] = entries
      const both = { [attribute]: { $eq: first?.attributes[attribute] }, [idAttribute]: { $eq: first?.id } }
      const beside = await list({ filters: both })
      t.equal(beside, 'Two conditions that one entry matches return something else', idsOf(t.entries(beside)), [
        first?.id,
      ])
      const joined = await list({ filters: { $and: Object.entries(both).map(([key, value]) => ({ [key]: value })) } })
      t.equal(joined, '$and differs', idsOf(t.entries(joined)), [first?.id])
      const contradiction = await list({
        filters: { $and: [{ [idAttribute]: { $eq: first?.id } }, { [idAttribute]: { $eq: second?.id } }] },
      })
      t.equal(contradiction, 'Two conditions that exclude each other return entries', totalOf(contradiction), 0)
    },
  ),
  reading(
    'unknown-field',
    ['4.3/filter-unknown-field', '7/no-5xx'],
    'A filter on an unknown field is rejected by name, never ignored',
    async (t, { list, idAttribute, entries }) => {
      await t.rejected(
        () => list({ filters: { surelyNotAField: { $eq: '1' } } }),
        () => list({ filters: { [idAttribute]: { $eq: entries[0]?.id } } }),
        { status: 400, mentions: 'surelyNotAField' },
      )
    },
  ),
  reading(
    'unknown-operator',
    ['4.3/filter-unknown-operator', '7/no-5xx'],
    'An unknown operator is rejected, never ignored',
    async (t, { list, idAttribute, entries }) => {
      await t.rejected(
        () => list({ filters: { [idAttribute]: { $surely: entries[0]?.id } } }),
        () => list({ filters: { [idAttribute]: { $eq: entries[0]?.id } } }),
        { status: 400 },
      )
    },
  ),
]
