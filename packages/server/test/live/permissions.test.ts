import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteDatabase } from '../../../../tests/support/postgres.js'
import { type ContentApi, createContentApi, type ExtensionHost } from '../../src/index.js'
import { EventReader } from '../support/event-reader.js'
import { amount } from '../reliability/service-process.js'

const runs = amount('LIVE_PERMISSION_RUNS', 10)

const type = (name: string, draftAndPublish: boolean) => ({
  kind: 'collectionType' as const,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish },
  attributes: { title: { type: 'string' as const } },
})
const names = ['plain', 'draft', 'guarded', 'closed'] as const
const uidOf = (name: string) => `api::${name}.${name}`
const contentTypes = Object.fromEntries(names.map((name) => [uidOf(name), type(name, name === 'draft')]))

type Name = (typeof names)[number]

/** What a token may do, and what its client requests. */
const client = fc.record({
  actions: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...names),
      action: fc.constantFrom('find', 'findOne', 'create', 'update', 'delete'),
    }),
    { selector: ({ name, action }) => `${name} ${action}`, maxLength: 8 },
  ),
  preview: fc.boolean(),
})

interface Write {
  readonly name: Name
  /** Whether the entry is published when it is created, and after its update; without an update, null. */
  readonly published: readonly [boolean, boolean | null]
  readonly deleted: boolean
}

const write: fc.Arbitrary<Write> = fc.record<Write>({
  name: fc.constantFrom(...names),
  published: fc.tuple(fc.boolean(), fc.option(fc.boolean(), { nil: null })),
  deleted: fc.boolean(),
})

describe('live events', () => {
  let api: ContentApi
  let strapi: ExtensionHost
  beforeAll(async () => {
    api = await createContentApi({
      contentTypes,
      database: sqliteDatabase().connection,
      config: {
        events: true,
        log: { level: 'silent' },
        auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
        permissions: {},
      },
      register: (tools) => void (strapi = tools.strapi),
      routes: [
        { method: 'GET', path: '/guardeds', handler: 'api::guarded.guarded.find', config: { policies: [() => false] } },
      ],
    })
  })
  afterAll(() => api.close())

  /** The events of a write, with whether the entry is or was published. */
  const perform = async ({ name, published: [first, second], deleted }: Write) => {
    const uid = uidOf(name)
    const hasDrafts = name === 'draft'
    const at = (is: boolean) => (hasDrafts ? { publishedAt: is ? '2026-01-01T00:00:00.000Z' : null } : {})
    const { id } = await strapi.entityService.create(uid, { data: { title: 'x', ...at(first) } })
    const events = [{ name, live: !hasDrafts || first, event: 'entry.create' }]
    let is = first
    if (second !== null) {
      await strapi.entityService.update(uid, id, { data: { title: 'y', ...at(second) } })
      events.push({ name, live: !hasDrafts || first || second, event: 'entry.update' })
      if (hasDrafts && first !== second) {
        events.push({ name, live: true, event: second ? 'entry.publish' : 'entry.unpublish' })
      }
      is = second
    }
    if (!deleted) return events
    await strapi.entityService.delete(uid, id)
    return [...events, { name, live: !hasDrafts || is, event: 'entry.delete' }]
  }

  let tokens = 0
  it('show each caller exactly the writes that it may read', { timeout: 60_000 + runs * 2_000 }, async () => {
    const property = fc.asyncProperty(
      fc.array(client, { minLength: 1, maxLength: 4 }),
      fc.array(write, { maxLength: 6 }),
      async (clients, writes) => {
        const readers = await Promise.all(
          clients.map(async ({ actions, preview }) => {
            // A policy guards `find` of `guarded`. Everybody may read `plain`, whose last write ends the run.
            const reads = actions.filter(
              ({ name, action }) => action.startsWith('find') && !(name === 'guarded' && action === 'find'),
            )
            const readable = new Set<Name>(['plain', ...reads.map(({ name }) => name)])
            const permissions = [
              ...actions.map(({ name, action }) => `${uidOf(name)}.${action}`),
              `${uidOf('plain')}.findOne`,
            ]
            const token = await api.accounts.createToken({
              name: `token ${tokens++}`,
              type: 'custom',
              permissions: [...new Set(permissions)],
            })
            const response = await api.fetch(
              new Request(`http://localhost/content-api/events${preview ? '?publicationState=preview' : ''}`, {
                headers: { authorization: `Bearer ${token}` },
              }),
            )
            return { reader: new EventReader(response), readable, preview }
          }),
        )
        const events: { readonly name: Name; readonly live: boolean; readonly event: string }[] = []
        for (const one of writes) events.push(...(await perform(one)))
        events.push(...(await perform({ name: 'plain', published: [true, null], deleted: true })))
        for (const { reader, readable, preview } of readers) {
          const expected = events.filter(({ name, live }) => readable.has(name) && (live || preview))
          const heard = await reader.take(expected.length)
          expect(heard.map(({ event, data }) => [event, data?.['type']])).toEqual(
            expected.map(({ event, name }) => [event, uidOf(name)]),
          )
          await reader.close()
        }
      },
    )
    await fc.assert(property, { numRuns: runs })
  })
})
