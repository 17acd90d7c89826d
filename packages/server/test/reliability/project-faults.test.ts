import { afterEach, describe, expect, it } from 'vitest'
import type { ContentApiOptions } from '../../src/index.js'
import { ProjectFault } from '@content-api/core/errors/project-fault'
import { type HookedService, openHooked } from '../support/hooked-service.js'
import { newDatabases } from '../../../../tests/support/postgres.js'

const note = 'api::note.note'
/** The time limit in milliseconds: short only for faults that must exceed it. */
const limitFor = (status: number) => (status === 504 ? 100 : 20_000)

const never = () => new Promise<never>(() => undefined)

/** The ways in which project code fails, with the status of the response. */
const faults = [
  [
    'throws',
    500,
    () => {
      throw new Error('the reason')
    },
  ],
  ['rejects', 500, () => Promise.reject(new Error('the reason'))],
  // Its `code` looks like that of a database error, but the server must not treat it as a database error.
  ['rejects with a network error', 500, () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))],
  [
    'throws a value that is not an error',
    500,
    () => {
      // As third-party code may do.
      // oxlint-disable-next-line typescript/only-throw-error
      throw { secret: 'nothing for clients' }
    },
  ],
  ['never resolves', 504, never],
] as const

describe.each(newDatabases)('R15: a fault in project code, on %s', (_name, newDatabase) => {
  const services = new Set<HookedService>()
  afterEach(async () => {
    for (const { api } of services) await api.close()
    services.clear()
  })

  /** @param milliseconds the time limit for project code; short only where a test exceeds it */
  const open = async (
    options: Pick<ContentApiOptions, 'hooks' | 'routes' | 'register' | 'policies'>,
    milliseconds = 20_000,
  ) => {
    const { connection } = await newDatabase()
    const limits = { hookMilliseconds: milliseconds, handlerMilliseconds: milliseconds }
    const service = await openHooked(connection, { ...options, config: { limits }, development: true })
    services.add(service)
    return service
  }

  /** Expects one failure in the log, with the request id that the client received. */
  const reported = ({ failures }: HookedService, requestId: unknown) => {
    expect(failures).toHaveLength(1)
    expect(failures[0]?.requestId).toBe(requestId)
  }

  const wellBehaved = async ({ ask }: HookedService) => {
    const created = await ask('POST /api/notes', { data: { title: 'well', slug: 'well' } })
    expect(created.status).toBe(200)
    const { body } = await ask('GET /api/notes?sort=id')
    expect(body.data.map(({ attributes }: { attributes: { slug: string } }) => attributes.slug)).toEqual(['well'])
  }

  describe.each(['beforeCreate', 'afterCreate'] as const)('in a hook %s', (name) => {
    it.each(faults)('fails only its own request when it %s', async (_what, status, fault) => {
      const service = await open(
        {
          hooks: {
            [note]: {
              [name]: async (event: { params: { data: { slug: string } } }, { strapi }: never) => {
                if (event.params.data.slug === 'well') return undefined
                // This write is part of the transaction, and is rolled back with it.
                const { entityService } = strapi as { entityService: { create(uid: string, input: object): unknown } }
                await entityService.create('api::line.line', { data: { text: 'half' } })
                return fault()
              },
            },
          },
        },
        limitFor(status),
      )
      const { ask, failures, lines, graphql } = service
      const responses = await Promise.all(
        ['a', 'b', 'c'].map((slug) => ask('POST /api/notes', { data: { title: 'x', slug } })),
      )
      for (const response of responses) {
        expect(response.status).toBe(status)
        expect(JSON.stringify(response.body)).not.toMatch(/reason|secret|beforeCreate|afterCreate/)
      }
      const ids = new Set(responses.map(({ headers }) => headers.get('x-request-id')))
      expect(new Set(failures.map(({ requestId }) => requestId))).toEqual(ids)
      expect(failures).toHaveLength(responses.length)
      const reportedError = failures[0]?.error as Error
      expect(
        reportedError instanceof ProjectFault ? reportedError.message : (reportedError.cause as Error).message,
      ).toContain(`${name} of ${note}`)
      failures.length = 0
      const { data, errors } = await graphql('mutation { createNote(data: { title: "x", slug: "d" }) { data { id } } }')
      expect(data.createNote).toBeNull()
      expect(errors).toHaveLength(1)
      expect(errors?.[0].extensions.code).toBe('INTERNAL_SERVER_ERROR')
      reported(service, errors?.[0].extensions.requestId)
      await wellBehaved(service)
      expect(await lines()).toEqual([])
    })
  })

  it('in a hook that exceeds its time limit: later writes of the hook are rejected', async () => {
    let late: Promise<unknown> | undefined
    let reportResponse = () => undefined as void
    const responded = new Promise<void>((resolve) => (reportResponse = resolve))
    const service = await open(
      {
        hooks: {
          [note]: {
            async afterCreate({ params }, { strapi }) {
              if (params.data.slug === 'well') return
              await responded
              late = strapi.entityService.create('api::line.line', { data: { text: 'late' } }).catch(String)
            },
          },
        },
      },
      100,
    )
    expect((await service.ask('POST /api/notes', { data: { title: 'x', slug: 'x' } })).status).toBe(504)
    reportResponse()
    await expect.poll(() => late).toContain('Error')
    await wellBehaved(service)
    expect(await service.lines()).toEqual([])
  })

  it('in a hook that does not await a write: the write is stored completely or not at all', async () => {
    let reportResponse = () => undefined as void
    const responded = new Promise<void>((resolve) => {
      reportResponse = resolve
    })
    const { ask, lines } = await open({
      hooks: {
        [note]: {
          afterCreate(_event, { strapi }) {
            void strapi.entityService.create('api::line.line', { data: { text: 'at once' } })
            void responded.then(() => strapi.entityService.create('api::line.line', { data: { text: 'later' } }))
          },
        },
      },
    })
    expect((await ask('POST /api/notes', { data: { title: 'x', slug: 'x' } })).status).toBe(200)
    expect(await lines()).toEqual(['at once'])
    reportResponse()
    await expect.poll(lines).toEqual(['at once', 'later'])
  })

  describe('in a route', () => {
    it.each(faults)('fails only its own request when it %s', async (_what, status, fault) => {
      const config = { auth: false } as const
      const service = await open(
        {
          routes: [
            { method: 'GET', path: '/fault', handler: fault, config },
            { method: 'GET', path: '/judged', handler: () => 'ok', config: { ...config, policies: [fault] } },
            { method: 'GET', path: '/around', handler: () => 'ok', config: { ...config, middlewares: [fault] } },
          ],
        },
        limitFor(status),
      )
      for (const path of ['fault', 'judged', 'around']) {
        service.failures.length = 0
        const { status: actual, headers, body } = await service.ask(`GET /api/${path}`)
        expect(actual).toBe(status)
        expect(body.error.details ?? {}).toEqual({})
        reported(service, headers.get('x-request-id'))
      }
      await wellBehaved(service)
    })
  })

  describe('in a resolver', () => {
    it.each(faults)('fails only its own field when it %s', async (_what, status, fault) => {
      const service = await open(
        {
          policies: { faulty: fault },
          register: ({ strapi }) =>
            strapi
              .plugin('graphql')
              .service('extension')
              .use({
                typeDefs: 'extend type Query { fault: String judged: String around: String }',
                resolvers: { Query: { fault, judged: () => 'ok', around: () => 'ok' } },
                resolversConfig: {
                  'Query.fault': { auth: false },
                  'Query.judged': { auth: false, policies: ['faulty'] },
                  'Query.around': { auth: false, middlewares: [fault] },
                },
              }),
        },
        limitFor(status),
      )
      for (const field of ['fault', 'judged', 'around']) {
        service.failures.length = 0
        const { data, errors } = await service.graphql(`{ ${field} }`)
        expect(data).toEqual({ [field]: null })
        expect(errors).toHaveLength(1)
        expect(errors?.[0].message).not.toContain('reason')
        reported(service, errors?.[0].extensions.requestId)
      }
      await wellBehaved(service)
    })
  })
})
