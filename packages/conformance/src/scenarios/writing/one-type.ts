import { isRecord, read } from '../../check/read.js'
import { namesOf } from '../../content-model/type-names.js'
import { entryOf, must } from '../../fixtures/maker.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

/** The content type that tier 1 writes to: the configured one, or tags on a target that runs the content model. */
interface Writable {
  readonly path: string
  readonly attribute: string
  readonly marker: string
  body(value: unknown): Record<string, unknown>
}

function writableOf(t: ScenarioContext): Writable {
  const { writable } = t.configuration
  const path = writable ? `/api/${writable.type}` : namesOf('tag').path
  const attribute = writable?.attribute ?? 'name'
  const marker = writable?.marker ?? 'marker'
  return { path, attribute, marker, body: (value) => ({ ...writable?.values, [marker]: t.marker, [attribute]: value }) }
}

const writing = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext, type: Writable) => Promise<void>,
): Scenario => scenario({ id: `write.${id}`, tier: 1, clauses, title, run: (t) => run(t, writableOf(t)) })

const post = (t: ScenarioContext, { path, marker }: Writable, data: Record<string, unknown>) =>
  t.session.creating('POST', path, { data }, { attribute: marker })

async function existing(t: ScenarioContext, type: Writable, value: unknown) {
  const response = must(
    await t.session.creating(
      'POST',
      type.path,
      { data: type.body(value) },
      { attribute: type.marker, purpose: 'set-up' },
    ),
    'Creating an entry',
  )
  return entryOf(t.session, response) ?? t.block('Creating an entry returned no entry.')
}

/** Returns the attributes that a write only changes if its body names them. */
const lasting = ({ view }: ScenarioContext, attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !view.changing.includes(name)))

export const oneTypeScenarios = [
  writing(
    'create',
    ['4.1/create', '4.1/r2', '2.2/id', '1/endpoints', '2.1/data', '2.1/meta'],
    'A create returns { data: { id, attributes }, meta } and the entry can be read',
    async (t, type) => {
      const created = await post(t, type, type.body('made'))
      const { id, attributes } = t.entry(created)
      t.equal(created, 'The response contains another value', attributes[type.attribute], 'made')
      const meta = read(created.body, 'meta')
      t.that(created, isRecord(meta), 'There is no meta', 'an object', meta)
      const found = await t.session.get(`${type.path}/${id}`)
      t.equal(found, 'Reading returns another entry', t.entry(found), { id, attributes })
    },
  ),
  writing('create-status', ['4.1/status-ok'], 'Create, read, update and delete get status 200', async (t, type) => {
    const created = await post(t, type, type.body('made'))
    const { id } = t.entry(created)
    t.status(created, 200)
    t.status(await t.session.get(`${type.path}/${id}`), 200)
    t.status(await t.session.request('PUT', `${type.path}/${id}`, { body: { data: { [type.attribute]: 'x' } } }), 200)
    t.status(await t.session.request('DELETE', `${type.path}/${id}`), 200)
  }),
  writing('create-meta', ['4.1/create-meta'], 'The created entry contains its own meta', async (t, type) => {
    const created = await post(t, type, type.body('made'))
    t.entry(created)
    const meta = read(created.body, 'data.meta')
    t.that(created, isRecord(meta), 'data.meta is missing', '{}', meta)
  }),
  writing(
    'update',
    ['4.1/update', '4.1/r3'],
    'An update changes the named attributes and returns the complete entry, and the change can be read',
    async (t, type) => {
      const before = await existing(t, type, 'before')
      const updated = await t.session.request('PUT', `${type.path}/${before.id}`, {
        body: { data: { [type.attribute]: 'after' } },
      })
      const { id, attributes } = t.entry(updated)
      t.equal(updated, 'The response contains another entry', id, before.id)
      t.equal(
        updated,
        'The response contains other attributes',
        lasting(t, attributes),
        lasting(t, { ...before.attributes, [type.attribute]: 'after' }),
      )
      const found = await t.session.get(`${type.path}/${id}`)
      t.equal(found, 'Reading returns another value', t.entry(found).attributes, attributes)
    },
  ),
  writing('update-partial', ['4.1/r3'], 'An empty update changes nothing', async (t, type) => {
    const before = await existing(t, type, 'kept')
    const updated = await t.session.request('PUT', `${type.path}/${before.id}`, { body: { data: {} } })
    for (const response of [updated, await t.session.get(`${type.path}/${before.id}`)])
      t.equal(response, 'An attribute changed', lasting(t, t.entry(response).attributes), lasting(t, before.attributes))
  }),
  writing('update-null', ['4.1/r3-null'], 'null clears the attribute', async (t, type) => {
    const { id } = await existing(t, type, 'gone')
    const updated = await t.session.request('PUT', `${type.path}/${id}`, { body: { data: { [type.attribute]: null } } })
    t.equal(updated, 'The value is still there', t.entry(updated).attributes[type.attribute] ?? null, null)
    const found = await t.session.get(`${type.path}/${id}`)
    t.equal(found, 'The value is still there', t.entry(found).attributes[type.attribute] ?? null, null)
  }),
  writing('delete', ['4.1/delete', '4.1/r4'], 'A delete returns the entry and removes it', async (t, type) => {
    const before = await existing(t, type, 'doomed')
    const other = await existing(t, type, 'survivor')
    const deleted = await t.session.request('DELETE', `${type.path}/${before.id}`)
    t.equal(
      deleted,
      'The response is not the entry as it was',
      [t.entry(deleted).id, t.entry(deleted).attributes[type.attribute]],
      [before.id, 'doomed'],
    )
    t.error(await t.session.get(`${type.path}/${before.id}`))
    t.entry(await t.session.get(`${type.path}/${other.id}`))
  }),
  writing('delete-again', ['4.1/missing'], 'Deleting or updating a deleted entry gets status 404', async (t, type) => {
    const { id } = await existing(t, type, 'doomed')
    await t.rejected(
      () => t.session.request('DELETE', `${type.path}/${id}`),
      () => t.session.request('DELETE', `${type.path}/${id}`),
      { status: 404 },
    )
    t.error(await t.session.request('PUT', `${type.path}/${id}`, { body: { data: {} } }), { status: 404 })
  }),
  writing(
    'listed',
    ['4.1/r1', '4.3/$eq'],
    'A new entry is in the list, and no longer after its deletion',
    async (t, type) => {
      const { id } = await existing(t, type, 'listed')
      const listed = await t.session.get(type.path, { filters: { [t.view.idAttribute]: { $eq: id } } })
      t.equal(
        listed,
        'The list does not contain the entry',
        t.entries(listed).map((entry) => entry.id),
        [id],
      )
      t.deleted(await t.session.request('DELETE', `${type.path}/${id}`))
      const after = await t.session.get(type.path, { filters: { [t.view.idAttribute]: { $eq: id } } })
      t.equal(after, 'The entry is still in the list', t.entries(after).length, 0)
    },
  ),
  writing(
    'missing-data',
    ['4.1/missing-data', '7/no-5xx', '7/shape'],
    'Bodies without data are rejected, and attributes outside of data are not written',
    async (t, type) => {
      const bodies = [{}, { data: null }, { data: 1 }, { data: 'x' }, type.body('unwrapped')]
      await t.eachRefused(
        bodies.map((body) => () => t.session.creating('POST', type.path, body, { attribute: type.marker })),
        () => post(t, type, type.body('control')),
        { status: 400 },
      )
      const listed = await t.session.get(type.path, { filters: { [type.marker]: { $eq: t.marker } } })
      t.equal(listed, 'A rejected body was written', t.column(listed, type.attribute), ['control'])
    },
  ),
  writing(
    'malformed-json',
    ['7/malformed-json', '7/no-5xx', '7/no-internals'],
    'A body that is not JSON gets status 400 without internal details',
    async (t, type) => {
      const responses = await t.eachRefused(
        ['{"data":', '{data:{}}', '"text"'].map(
          (body) => () => t.session.creating('POST', type.path, body, { attribute: type.marker }),
        ),
        () => post(t, type, type.body('control')),
        { status: 400 },
      )
      for (const response of responses) {
        t.that(
          response,
          !/\n {1,8}at |node_modules|SQLITE|SELECT /.test(response.text),
          'The error contains a stack or SQL',
          'a message',
          response.text,
        )
      }
    },
  ),
  writing(
    'error-shape',
    ['7/shape', '7/status', '2.1/data-on-error', '2.1/error'],
    'An error is { data: null, error: { status, name, message, details } }',
    async (t, type) => {
      const response = await t.rejected(
        () => t.session.creating('POST', type.path, {}, { attribute: type.marker }),
        () => post(t, type, type.body('control')),
      )
      t.equal(response, 'data is not null', read(response.body, 'data'), null)
      const error = read(response.body, 'error') as Record<string, unknown>
      t.equal(response, 'error.status is not the HTTP status', error['status'], response.status)
      t.equal(response, 'error has other keys', Object.keys(error).toSorted(), ['details', 'message', 'name', 'status'])
      t.equal(
        response,
        'name and message are not strings, or details is not an object',
        [typeof error['name'], typeof error['message'], isRecord(error['details'])],
        ['string', 'string', true],
      )
    },
  ),
  writing('bad-ids', ['4.1/bad-id', '7/no-5xx'], 'Invalid ids get status 404', async (t, type) => {
    const { id } = await existing(t, type, 'here')
    await t.eachRefused(
      ['surely-not', '0', '-1', '1.5', '99999999999999999999'].map((bad) => () => t.session.get(`${type.path}/${bad}`)),
      () => t.session.get(`${type.path}/${id}`),
      { status: 404 },
    )
  }),
  writing(
    'methods',
    ['1/method-not-allowed'],
    'An unsupported method gets status 405, and Allow names the supported ones',
    async (t, type) => {
      const { id } = await existing(t, type, 'here')
      for (const [method, path, allowed] of [
        ['PUT', type.path, ['GET', 'POST']],
        ['DELETE', type.path, ['GET', 'POST']],
        ['POST', `${type.path}/${id}`, ['GET', 'PUT', 'DELETE']],
      ] as const) {
        const response = await t.session.request(method, path, { body: { data: type.body('x') } })
        t.status(response, 405)
        const named = (response.headers['allow'] ?? '').split(',').map((name) => name.trim())
        t.that(
          response,
          allowed.every((one) => named.includes(one)),
          'Allow does not name the methods',
          allowed.join(', '),
          response.headers['allow'],
        )
      }
    },
  ),
  writing('head', ['1/head'], 'HEAD gets the status and the content type of GET, without a body', async (t, type) => {
    const { id } = await existing(t, type, 'here')
    for (const path of [`${type.path}/${id}`, `${type.path}/2147483600`]) {
      const [found, head] = [await t.session.get(path), await t.session.request('HEAD', path)]
      const contentType = 'content-type'
      t.equal(
        head,
        'HEAD differs from GET',
        [head.status, head.headers[contentType], head.text],
        [found.status, found.headers[contentType], ''],
      )
    }
  }),
  writing('echoed-body', ['4.1/echoed-keys'], 'A body with an entry as it was read is accepted', async (t, type) => {
    const { id, attributes } = await existing(t, type, 'echo')
    const body = { id, ...attributes, createdBy: 1, updatedBy: 1, [type.attribute]: 'echoed' }
    const updated = await t.session.request('PUT', `${type.path}/${id}`, { body: { data: body } })
    const entry = t.entry(updated)
    t.equal(
      updated,
      'Another entry, or the value did not change',
      [entry.id, entry.attributes[type.attribute]],
      [id, 'echoed'],
    )
    t.equal(updated, 'createdAt changed', entry.attributes['createdAt'], attributes['createdAt'])
  }),
  writing(
    'unknown-attribute',
    ['4.1/unknown-attribute'],
    'An unknown attribute is rejected by name, and nothing is written',
    async (t, type) => {
      const { id } = await existing(t, type, 'kept')
      const data = { [type.attribute]: 'changed', surelyNotThere: 1 }
      await t.rejected(
        () => t.session.request('PUT', `${type.path}/${id}`, { body: { data } }),
        () => t.session.request('PUT', `${type.path}/${id}`, { body: { data: { [type.attribute]: 'kept' } } }),
        { status: 400, mentions: 'surelyNotThere' },
      )
      const found = await t.session.get(`${type.path}/${id}`)
      t.equal(found, 'The rejected update was written', t.entry(found).attributes[type.attribute], 'kept')
    },
  ),
  writing(
    'unicode',
    ['4.1/r2'],
    'Strings with letters beyond ASCII, quotes and markup are returned unchanged',
    async (t, type) => {
      for (const text of [
        'Ærøskøbing',
        '日本語',
        'emoji 👩‍👩‍👧',
        'quote \' " ` \\',
        'percent 100% _x_',
        '<script>alert(1)</script>',
      ]) {
        const created = await post(t, type, type.body(text))
        const found = await t.session.get(`${type.path}/${t.entry(created).id}`)
        t.equal(found, 'The string differs', t.entry(found).attributes[type.attribute], text)
      }
    },
  ),
]
