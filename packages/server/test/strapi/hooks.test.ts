import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HookEvent, ProjectHooks } from '../../src/index.js'
import { eventually } from '../support/eventually.js'
import { type HookedService, openHooked } from '../support/hooked-service.js'
import { databases } from '../../../../tests/support/postgres.js'

const note = 'api::note.note'
const line = 'api::line.line'

describe.each(await databases())('lifecycle hooks on $name', ({ connection }) => {
  /** Opens a service with its own content. */
  const open = async (hooks: Record<string, ProjectHooks>, more: Parameters<typeof openHooked>[1] = {}) => {
    const service = await openHooked(connection, { hooks, ...more })
    onTestEnd(() => service.api.close())
    for (const type of ['notes', 'lines', 'users']) {
      const { body } = await service.ask(`GET /api/${type}?${type === 'users' ? '' : 'pagination[pageSize]=100'}`)
      const found: { id: number }[] = Array.isArray(body) ? body : body.data
      for (const { id } of found) await service.ask(`DELETE /api/${type}/${id}`)
    }
    return service
  }
  const ends: (() => Promise<void>)[] = []
  const onTestEnd = (end: () => Promise<void>) => void ends.push(end)
  beforeEach(() => async () => {
    for (const end of ends.splice(0)) await end()
  })

  const slugs: ProjectHooks = {
    beforeCreate({ params }) {
      params.data.slug ??= params.data.title.toLowerCase().replaceAll(' ', '-')
    },
  }

  it('add missing attributes before required ones are checked', async () => {
    const { ask } = await open({ [note]: slugs })
    const created = await ask('POST /api/notes', { data: { title: 'Hello World' } })
    expect(created.body.data.attributes).toMatchObject({ title: 'Hello World', slug: 'hello-world' })
    const named = await ask('POST /api/notes', { data: { title: 'Hello', slug: 'own' } })
    expect(named.body.data.attributes.slug).toBe('own')
  })

  it("don't run for invalid or unknown attributes", async () => {
    const hook = vi.fn<NonNullable<ProjectHooks['beforeCreate']>>()
    const { ask, failures } = await open({ [note]: { beforeCreate: hook } })
    for (const data of [{ title: 5 }, { title: 'a', slog: 'b' }, { title: 'a', stars: 9 }, 'x', null]) {
      expect((await ask('POST /api/notes', { data })).body.error.status).toBe(400)
    }
    expect(hook).not.toHaveBeenCalled()
    expect(failures).toEqual([])
  })

  it('may set any value that its column can store, but no unknown attribute', async () => {
    const { ask } = await open({
      [note]: {
        beforeCreate({ params }) {
          params.data = { ...params.data, slug: 'x', stars: 12 }
          if (params.data.title === 'b') params.data.colour = 'red'
        },
      },
    })
    const { body } = await ask('POST /api/notes', { data: { title: 'a' } })
    expect(body.data.attributes).toMatchObject({ slug: 'x', stars: 12 })
    const unknown = await ask('POST /api/notes', { data: { title: 'b' } })
    expect(unknown.status).toBe(400)
    expect(unknown.body.error.details.errors.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(['colour'])
  })

  it('run on create, update and delete with the events of Strapi 4', async () => {
    const events: Partial<HookEvent>[] = []
    const all = (event: HookEvent) => {
      const { action, model, params, result, state, user } = event
      // The hooks after the write get the new object.
      if (action.startsWith('before')) event.state = { seen: action }
      events.push(structuredClone({ action, model: model.uid as never, params, result: result as never, state, user }))
    }
    const { ask } = await open({})
    const service = await open({
      [note]: {
        beforeCreate: all,
        afterCreate: all,
        beforeUpdate: all,
        afterUpdate: all,
        beforeDelete: all,
        afterDelete: all,
      },
    })
    const { body } = await service.ask('POST /api/notes', { data: { title: 'a', slug: 'a', secret: 'hush' } })
    const { id } = body.data
    await service.ask(`PUT /api/notes/${id}`, { data: { stars: 3 } })
    await service.ask(`DELETE /api/notes/${id}`)
    const where = { id }
    expect(events).toMatchObject([
      { action: 'beforeCreate', model: note, params: { data: { title: 'a', secret: 'hush' } }, user: null },
      { action: 'afterCreate', result: { id, title: 'a', slug: 'a' }, state: { seen: 'beforeCreate' } },
      { action: 'beforeUpdate', params: { data: { stars: 3 }, where } },
      { action: 'afterUpdate', params: { where }, result: { id, stars: 3 }, state: { seen: 'beforeUpdate' } },
      { action: 'beforeDelete', params: { where } },
      { action: 'afterDelete', result: { id, title: 'a', stars: 3 } },
    ])
    expect(events[0]).not.toHaveProperty('params.where')
    expect(events[1]?.result).not.toHaveProperty('secret')
    expect((await ask(`GET /api/notes/${id}`)).status).toBe(404)
  })

  it('pass their state to the after hooks of the same subscriber', async () => {
    const seen: string[] = []
    const kinds = [
      'Create',
      'Update',
      'Delete',
      'FindOne',
      'FindMany',
      'Count',
      'CreateMany',
      'UpdateMany',
      'DeleteMany',
    ]
    const subscriber = (name: string): ProjectHooks =>
      Object.fromEntries(
        kinds.flatMap((kind) => [
          [`before${kind}`, (event: HookEvent) => void (event.state = { of: `${name}.${kind}` })],
          [`after${kind}`, ({ state }: HookEvent) => void seen.push(String(state['of']))],
        ]),
      )
    let strapi: Parameters<NonNullable<ProjectHooks['afterCreate']>>[1]['strapi'] | undefined
    const { ask, graphql } = await open(
      { [note]: subscriber('file') },
      {
        register(tools) {
          strapi = tools.strapi
          strapi.db.lifecycles.subscribe({ models: [note], ...subscriber('first') })
          strapi.db.lifecycles.subscribe({ models: [note], ...subscriber('second') })
        },
      },
    )
    if (!strapi) throw new Error('No strapi')
    const query = strapi.db.query(note)
    const requests: [kind: string, send: () => Promise<unknown>][] = [
      ['Create', () => ask('POST /api/notes', { data: { title: 'a', slug: 'a' } })],
      ['Create', () => graphql('mutation { createNote(data: { title: "b", slug: "b" }) { data { id } } }')],
      ['Update', () => query.update({ where: { slug: 'a' }, data: { stars: 1 } })],
      ['FindMany', () => ask('GET /api/notes')],
      ['FindOne', () => query.findOne({ where: { slug: 'a' } })],
      ['Count', () => query.count()],
      ['CreateMany', () => query.createMany({ data: [{ title: 'c', slug: 'c' }] })],
      ['UpdateMany', () => query.updateMany({ where: { slug: 'c' }, data: { stars: 2 } })],
      ['Delete', () => query.delete({ where: { slug: 'c' } })],
      ['DeleteMany', () => query.deleteMany()],
    ]
    for (const [kind, send] of requests) {
      await send()
      const ofKind = seen.splice(0).filter((state) => state.endsWith(`.${kind}`))
      expect(ofKind.slice(0, 3).toSorted()).toEqual(['file', 'first', 'second'].map((name) => `${name}.${kind}`))
    }
  })

  it('change the response of the write, as in Strapi 4', async () => {
    const change = (event: HookEvent) => {
      event.result.title = `${event.result.title}!`
      event.result.stars = '4'
      event.result.extra = { of: event.action }
      event.result.secret = 'leak'
      event.result.lines = [{ id: 1 }]
      delete event.result.slug
    }
    const replace = (event: HookEvent) => {
      event.result = { title: 'replaced' }
    }
    const { ask, graphql, failures } = await open({
      [note]: { afterCreate: change, afterUpdate: change, afterDelete: change },
      'api::front.front': { afterCreate: replace, afterUpdate: replace },
    })
    const { body: created } = await ask('POST /api/notes?fields=title', { data: { title: 'a', slug: 'a' } })
    const { id } = created.data
    expect(created.data.attributes).toEqual({ title: 'a!', stars: '4', extra: { of: 'afterCreate' } })
    const { body: updated } = await ask(`PUT /api/notes/${id}`, { data: { title: 'b' } })
    expect(updated.data.attributes).toMatchObject({ title: 'b!', extra: { of: 'afterUpdate' } })
    expect(updated.data.attributes).not.toHaveProperty('slug')
    expect(
      await graphql(`mutation { updateNote(id: ${id}, data: { title: "c" }) {
      data { id attributes { name: title stars createdAt lines { data { id } } } }
    } }`),
    ).toMatchObject({
      data: { updateNote: { data: { id: String(id), attributes: { name: 'c!', stars: 4, lines: { data: [] } } } } },
    })
    const failed = await graphql(`mutation { updateNote(id: ${id}, data: { title: "d" }) {
      data { attributes { slug title } }
    } }`)
    expect(failed.errors).toMatchObject([{ message: expect.stringContaining('Note.slug') }])
    expect((await ask(`GET /api/notes/${id}`)).body.data.attributes).toMatchObject({ title: 'd', slug: 'a' })
    expect((await ask(`DELETE /api/notes/${id}`)).body.data.attributes).toMatchObject({ title: 'd', slug: 'a' })
    const front = await ask('PUT /api/front', { data: { title: 'front' } })
    expect(front.body).toMatchObject({ data: { attributes: { title: 'front' } } })
    expect(failures).toEqual([])
  })

  it('change what entityService and db.query return', async () => {
    const change = ({ result }: HookEvent) => Object.assign(result, { title: 'changed', extra: 1, secret: 'own' })
    let strapi: Parameters<NonNullable<ProjectHooks['afterCreate']>>[1]['strapi'] | undefined
    await open(
      { [note]: { afterCreate: change, afterUpdate: change } },
      { register: (tools) => void (strapi = tools.strapi) },
    )
    if (!strapi) throw new Error('No strapi')
    const made = await strapi.entityService.create(note, { data: { title: 'a', slug: 'a' } })
    expect(made).toMatchObject({ title: 'changed', slug: 'a', extra: 1 })
    expect(await strapi.entityService.update(note, made.id, { data: { stars: 2 } })).toMatchObject({
      title: 'changed',
      stars: 2,
    })
    const query = strapi.db.query(note)
    expect(await query.create({ data: { title: 'b', slug: 'b' }, select: ['title'] })).toEqual({
      title: 'changed',
      extra: 1,
    })
    const where = { id: made.id }
    expect(await query.update({ where, data: { stars: 3 }, select: ['stars'] })).toEqual({ stars: 3, extra: 1 })
    expect(await query.findOne({ where })).toMatchObject({ title: 'a', stars: 3 })
    await query.deleteMany()
  })

  it("don't run for a missing entry", async () => {
    const hook = vi.fn<() => void>()
    const { ask } = await open({ [note]: { beforeUpdate: hook, beforeDelete: hook } })
    expect((await ask('PUT /api/notes/99999', { data: { stars: 1 } })).status).toBe(404)
    expect((await ask('DELETE /api/notes/99999')).status).toBe(404)
    expect(hook).not.toHaveBeenCalled()
  })

  it('reject a write in REST and GraphQL', async () => {
    class ForbiddenError extends Error {
      override readonly name = 'ForbiddenError'
      readonly details = { reason: 'full moon' }
    }
    const { ask, graphql, failures } = await open({
      [note]: {
        beforeCreate() {
          throw new ForbiddenError('Not today')
        },
      },
    })
    const { status, body } = await ask('POST /api/notes', { data: { title: 'a' } })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({ message: 'Not today', details: { reason: 'full moon' } })
    const { errors } = await graphql('mutation { createNote(data: { title: "a" }) { data { id } } }')
    expect(errors).toMatchObject([{ message: 'Not today', extensions: { code: 'FORBIDDEN' } }])
    expect(failures).toEqual([])
  })

  it('may write after the end of their transaction', async () => {
    let commit = () => {}
    const committed = new Promise<void>((resolve) => (commit = resolve))
    const late: Promise<unknown>[] = []
    const { ask, lines, failures } = await open({
      [note]: {
        afterCreate({ result }, { strapi }) {
          const write = (text: string) => strapi.entityService.create(line, { data: { text } })
          // Neither is awaited: the first joins the transaction, the second starts after its commit.
          late.push(write(`joined ${result.title}`))
          late.push(committed.then(() => write(`late ${result.title}`)))
        },
      },
    })
    expect((await ask('POST /api/notes', { data: { title: 'a', slug: 'a' } })).status).toBe(200)
    commit()
    await Promise.all(late)
    expect((await ask('POST /api/notes', { data: { title: 'b', slug: 'b' } })).status).toBe(200)
    await Promise.all(late)
    expect((await ask('POST /api/lines', { data: { text: 'after' } })).status).toBe(200)
    expect(await lines()).toEqual(['joined a', 'late a', 'joined b', 'late b', 'after'])
    expect(failures).toEqual([])
  })

  it('run around GraphQL mutations', async () => {
    const { graphql, lines } = await open(
      { [note]: slugs },
      {
        register: ({ strapi }) =>
          strapi.db.lifecycles.subscribe({
            models: [note],
            afterCreate: ({ result }) =>
              strapi.entityService.create(line, { data: { text: `made ${String(result?.['slug'])}` } }),
            afterDelete: ({ result }) =>
              strapi.entityService.create(line, { data: { text: `gone ${String(result?.['slug'])}` } }),
          }),
      },
    )
    const { data } = await graphql(
      'mutation { createNote(data: { title: "Hi You" }) { data { id attributes { slug } } } }',
    )
    expect(data.createNote.data.attributes.slug).toBe('hi-you')
    await graphql(`mutation { deleteNote(id: ${data.createNote.data.id}) { data { id } } }`)
    expect(await lines()).toEqual(['made hi-you', 'gone hi-you'])
  })

  it('write in the same transaction and read its writes', async () => {
    const { ask, lines, failures } = await open({
      [note]: {
        ...slugs,
        async afterCreate({ result }, { strapi }) {
          const service = strapi.entityService
          const before = await service.count(note)
          const [one, two] = await Promise.all([
            service.create(line, { data: { text: `of ${before}`, note: result?.id } }),
            service.create(line, { data: { text: 'second', note: result?.id } }),
          ])
          // Only the failed write is rolled back, not the other writes of the hook.
          await expect(service.create(line, { data: { text: 'second' } })).rejects.toThrow('unique')
          await service.update(note, result?.id ?? 0, { data: { stars: 4 } })
          expect([one?.['text'], two?.['text']]).toEqual(['of 1', 'second'])
          expect(await service.findOne(note, result?.id ?? 0, { populate: ['lines'] })).toMatchObject({
            stars: 4,
            lines: [{ text: 'of 1' }, { text: 'second' }],
          })
          if (result?.['title'] === 'bad') throw new Error('after all, no')
        },
      },
    })
    expect((await ask('POST /api/notes', { data: { title: 'bad' } })).status).toBe(500)
    expect(String(failures[0]?.error)).toContain('afterCreate of api::note.note: after all, no')
    expect(await lines()).toEqual([])
    const { body } = await ask('POST /api/notes', { data: { title: 'good' } })
    // The response is read after the hooks.
    expect(body.data.attributes).toMatchObject({ title: 'good', stars: 4 })
    expect(await lines()).toEqual(['of 1', 'second'])
    expect(failures).toHaveLength(1)
  })

  it('stop at 10 levels when they call themselves', async () => {
    const { ask, lines, failures } = await open({
      [line]: {
        afterCreate: ({ result }, { strapi }) =>
          strapi.entityService.create(line, { data: { text: `${String(result?.['text'])}.` } }),
      },
    })
    expect((await ask('POST /api/lines', { data: { text: 'a' } })).status).toBe(500)
    expect(String(failures[0]?.error)).toContain('10 levels')
    expect(await lines()).toEqual([])
  })

  it('run again when a write is repeated after a conflict', async () => {
    const concurrent = connection.dialect === 'postgres'
    let runs = 0
    const bothRun = async () => eventually(() => expect(runs).toBeGreaterThan(1))
    const config = { limits: { hookMilliseconds: 600_000 } }
    let oneResponded: Promise<unknown> = Promise.resolve()
    const hooks: ProjectHooks = {
      ...slugs,
      // The write that was rolled back waits for the response to the other write. Otherwise PostgreSQL might
      // run it first, and both would conflict again.
      async beforeUpdate({ params }) {
        if (params.data.stars === 1 && runs > 1) await oneResponded
      },
      // Each write then updates the other's entry, so that the two writes conflict on PostgreSQL.
      async afterUpdate({ params, result }, { strapi }) {
        if (params.data.stars !== 1) return
        runs += 1
        const [other] = await strapi.entityService.findMany(note, { filters: { id: { $ne: result?.id } } })
        if (concurrent) await bothRun()
        await strapi.entityService.update(note, other?.id ?? 0, { data: { stars: 2 } })
      },
    }
    const { ask } = await open({ [note]: hooks }, { config })
    const ids: number[] = []
    for (const title of ['one', 'two']) ids.push((await ask('POST /api/notes', { data: { title } })).body.data.id)
    const requested = ids.map((id) => ask(`PUT /api/notes/${id}`, { data: { stars: 1 } }))
    oneResponded = Promise.race(requested)
    const responses = await Promise.all(requested)
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(runs).toBe(concurrent ? 3 : 2)
    const { body } = await ask('GET /api/notes?sort=id')
    const stars = body.data.map(({ attributes }: { attributes: { stars: number } }) => attributes.stars)
    // The order of the two writes varies.
    expect(new Set(stars)).toEqual(new Set([1, 2]))
  })

  it('run around single types and users, including registrations', async () => {
    const { ask, api, lines } = await open({
      'api::front.front': {
        beforeCreate: ({ params }) => void (params.data.title += '!'),
        beforeUpdate: ({ params }) => void (params.data.title += '?'),
      },
      'plugin::users-permissions.user': {
        beforeCreate: ({ params }) => void (params.data.username = `${params.data.username}-x`),
        afterCreate: ({ result }, { strapi }) =>
          strapi.entityService.create(line, { data: { text: `hello ${String(result?.['username'])}` } }),
      },
    })
    await ask('DELETE /api/front')
    expect((await ask('PUT /api/front', { data: { title: 'a' } })).body.data.attributes.title).toBe('a!')
    expect((await ask('PUT /api/front', { data: { title: 'b' } })).body.data.attributes.title).toBe('b?')
    const person = { username: 'ada', email: 'ada@example.com', password: 'Passw0rd!' }
    expect((await ask('POST /api/auth/local/register', person)).status).toBe(200)
    const signIn = { identifier: 'ada-x', password: person.password }
    expect((await ask('POST /api/auth/local', signIn)).body.user.username).toBe('ada-x')
    await api.accounts.createUser({ username: 'eve', email: 'eve@example.com' })
    expect(await lines()).toEqual(['hello ada-x', 'hello eve-x'])
  })

  it('get the user who writes', async () => {
    const users: unknown[] = []
    const { ask, api } = await open({ [note]: { ...slugs, afterCreate: ({ user }) => users.push(user) } })
    const { id } = await api.accounts.createUser({ username: 'ada', email: 'ada@example.com' })
    await ask('POST /api/notes', { data: { title: 'one' } }, await api.accounts.signIn(id))
    await ask('POST /api/notes', { data: { title: 'two' } })
    expect(users).toEqual([{ id }, null])
  })

  it('throw when they change a read-only parameter', async () => {
    const { ask, failures } = await open({
      [note]: { beforeUpdate: ({ params }) => void Object.assign(params, { where: { id: 1 } }) },
    })
    const { body } = await ask('POST /api/notes', { data: { title: 'a', slug: 'a' } })
    expect((await ask(`PUT /api/notes/${body.data.id}`, { data: { stars: 1 } })).status).toBe(500)
    expect(String(failures[0]?.error)).toContain("Cannot assign to read only property 'where'")
  })

  it("stop with their subscription, and don't run for imports", async () => {
    let end = (): void => undefined
    const heard: string[] = []
    const { ask, api } = await open(
      {},
      {
        register({ strapi }) {
          end = strapi.db.lifecycles.subscribe(({ action, model }) => heard.push(`${action} ${model.uid}`))
        },
      },
    )
    await api.importEntries([{ type: line, id: 4711, attributes: { text: 'imported' } }])
    heard.length = 0
    await ask('POST /api/lines', { data: { text: 'a' } })
    end()
    await ask('POST /api/lines', { data: { text: 'b' } })
    expect(heard).toEqual([`beforeCreate ${line}`, `afterCreate ${line}`])
  })
})

describe('a start with invalid hooks', () => {
  it.each([
    ['a misspelt name', { [note]: { beforeCreated: () => 1 } }, 'Did you mean "beforeCreate"?'],
    [
      'a hook of reads of users',
      { 'plugin::users-permissions.user': { afterFindMany: () => 1 } },
      'reads and writes of many entries that run afterFindMany',
    ],
    ['a type that does not exist', { 'api::note.nota': {} }, 'Did you mean "api::note.note"?'],
    ['a type without hooks', { 'plugin::upload.file': {} }, 'run no hooks'],
    ['anything but a function', { [note]: { beforeCreate: 'x' } }, 'must be a function'],
  ] as [string, Record<string, ProjectHooks>, string][])('fails for %s', async (_what, hooks, message) => {
    const opening: Promise<HookedService> = openHooked({ dialect: 'sqlite', file: ':memory:' }, { hooks })
    await expect(opening).rejects.toThrow(message)
  })
})
