import { createContentApi } from '@content-api/server'
import { expect, it, onTestFinished } from 'vitest'
import { ApiError, changes, createClient, ifMatch, readVersion } from '../src/index.js'

it('versions and changes of this server', async () => {
  const server = await createContentApi({
    database: ':memory:',
    config: { events: true },
    contentTypes: {
      'api::note.note': {
        kind: 'collectionType',
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: { title: { type: 'string' } },
      },
    },
  })
  onTestFinished(() => server.close())
  const { url } = await server.listen({ port: 0 })
  const api = createClient({ baseURL: url }).with(changes())
  const notes = api.collection('notes')

  const ending = new AbortController()
  // A position of an earlier version of the service.
  const seen = api.changes({ collections: ['notes'], signal: ending.signal, after: '0' })
  expect((await seen.next()).value).toMatchObject({ event: 'reset' })
  const { options, version } = readVersion()
  const { id } = await notes.create({ title: 'A' }, {}, options)
  const first = version()
  const created = (await seen.next()).value
  expect(created).toMatchObject({ event: 'entry.create', collection: 'notes', id, version: first })
  await notes.update(id, { title: 'B' }, {}, { ...options, ...ifMatch(first) })
  expect((await seen.next()).value).toMatchObject({ event: 'entry.update', id, version: version() })
  const error: unknown = await notes.update(id, { title: 'C' }, {}, ifMatch(first)).catch((thrown: unknown) => thrown)
  expect(ApiError.is(error, 'PreconditionFailedError')).toBe(true)
  await notes.delete(id, {}, ifMatch(version()))
  const last = (await seen.next()).value
  expect(last).toMatchObject({ event: 'entry.delete', id })
  const next = seen.next()
  ending.abort()
  expect((await next).done).toBe(true)

  const resumed = api.changes({ after: created?.position ?? '' })
  expect((await resumed.next()).value).toMatchObject({ event: 'entry.update', id })
  await resumed.return()
})
