import { Connection } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { postgresDatabase } from '../../../../../tests/support/postgres.js'
import { WriteStore } from './store.js'

const { connection } = await postgresDatabase()
let store: WriteStore
let section: number
let tags: number[]

beforeAll(async () => {
  store = await WriteStore.open(connection)
  section = await store.create('category', { name: 'Section' })
  tags = await store.createMany('tag', 3)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await store.close()
})

const events = vi.spyOn(Connection.prototype, 'emit')
/** PostgreSQL sends this message once for each message with statements. */
const responses = () => events.mock.calls.filter(([event]) => String(event) === 'readyForQuery').length

/** Returns the responses to the second write: the first one prepares its statements, each in a message of its own. */
async function responsesTo(write: (name: string) => Promise<unknown>): Promise<number> {
  await write('first')
  const before = responses()
  await write('second')
  return responses() - before
}

it('a create without links takes two round trips: the row, and COMMIT', async () => {
  expect(await responsesTo((name) => store.create('tag', { name }))).toBe(2)
})

it('a create with a uid, relations and components takes three: locks and its id, all rows, and COMMIT', async () => {
  const parts = {
    section,
    topics: tags,
    hero: { label: 'hero' },
    blocks: [{ __component: 'blocks.quote', text: 'said' }],
  }
  let id = 0
  const create = async (title: string) => (id = await store.create('page', { title, ...parts }))
  expect(await responsesTo(create)).toBe(3)
  expect(await store.row('page', id)).toMatchObject({ slug: 'second', localization_group: id })
})

it('an update that connects an entry takes three: locks, rows, and COMMIT', async () => {
  const [first, ...others] = tags
  const id = await store.create('page', { title: 'Updated', topics: [first] })
  expect(await responsesTo(() => store.update('page', id, { topics: { connect: [others.shift()] } }))).toBe(3)
})

it('a create reports the error of its row, and not of the links in the same message', async () => {
  await store.query('ALTER TABLE pages ADD CONSTRAINT refuses_99 CHECK (rating <> 99)')
  const create = (rating: number) =>
    store.create('page', { title: 'Refused', rating, topics: tags, hero: { label: 'hero' } })
  await expect(create(99)).rejects.toThrow('A value is not valid')
  const id = await create(98)
  expect(await store.row('page', id)).toMatchObject({ slug: 'refused' })
})
