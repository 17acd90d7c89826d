import type { Call, CallCase } from './call-route.js'
import { generateCase, stateOf } from './generate-calls.js'

const book = 'api::book.book'
const byService = (method: string, ...args: readonly unknown[]): Call => ({
  on: 'entityService',
  uid: book,
  method,
  args,
})
const byQuery = (method: string, ...args: readonly unknown[]): Call => ({ on: 'query', uid: book, method, args })

/** The smallest calls of each difference that was found. */
const smallest: readonly Call[] = [
  // Pagination of entityService.
  byService('findPage', { sort: 'id' }),
  byService('findPage', { sort: 'id', start: 3, limit: 2 }),
  byService('findMany', { sort: 'id', page: 2, pageSize: 3, fields: 'title' }),
  byService('findMany', { page: 1, limit: 3 }),
  // Reads by id include drafts.
  byService('findOne', 3, { publicationState: 'live' }),
  byService('findOne', 10, { populate: ['tags.books'], publicationState: 'live' }),
  // Ids that aren't selected.
  byQuery('findMany', { select: ['title'], populate: ['author'], orderBy: 'id' }),
  byQuery('findOne', {
    where: { id: 2 },
    populate: { tags: { select: ['label'] }, parts: { on: { 'shared.cover': { select: ['alt'] } } } },
  }),
  // Pages and searches of db.query.
  byQuery('findPage', { orderBy: 'id' }),
  byQuery('findPage', { orderBy: 'id', select: ['title'], page: 2, pageSize: 5 }),
  byQuery('findWithCount', { _q: 'grove', orderBy: 'id', select: ['title', 'id'] }),
  byQuery('count', { _q: 'grove' }),
]

/** The smallest writes of each difference that was found. */
const smallestWrites: readonly Call[] = [
  // db.query stores values that break the rules of their attributes.
  byQuery('create', {
    data: { title: 'x', genre: 'poem', contact: 'nobody', code: 'wrong', pages: 0 },
    select: ['title'],
  }),
  byQuery('update', { where: { id: 1 }, data: { title: null, slug: 'with space' } }),
  byQuery('delete', { where: { id: 4 }, select: ['title'] }),
  // Only db.query.create and update write relations.
  byQuery('createMany', { data: [{ title: 'one', author: 99, tags: [1] }, { title: 'two' }] }),
  byQuery('updateMany', { where: { id: [1, 2] }, data: { title: 'new', author: 3, tags: [] } }),
  // An entry that doesn't exist is not validated.
  byService('update', 99, { data: { title: '' } }),
  byService('update', 1, { data: { title: '' } }),
]

const generated = Array.from({ length: 24 }, (_, index) => generateCase(10_001 + index))

/** The calls that are recorded for `pnpm test`. */
export const recordedCalls: readonly CallCase[] = [
  ...smallest.map((call) => ({ calls: [call] })),
  ...smallestWrites.map((call) => ({ calls: [call, stateOf('book')] })),
  ...generated.filter(({ calls }) => calls[0]?.uid === book),
]
