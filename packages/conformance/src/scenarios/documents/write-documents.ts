import { read } from '../../check/read.js'
import { scenario } from '../scenario.js'
import { draft, makeDraft, writing5 } from './document-type.js'

const nobody = 'z'.repeat(24)

/** Tier 1: creating, publishing, changing and deleting documents. */
export const writeDocumentScenarios = [
  writing5(
    'created',
    ['documents/created', 'writes/create'],
    'A create gets status 201 and the document is published',
    async (t, type) => {
      const created = t.status(await type.post('made'), 201)
      const { id, attributes } = t.entry(created)
      const found = await type.read(id)
      t.equal(found, 'Another value', t.entry(found).attributes[type.attribute], attributes[type.attribute])
      t.that(found, t.entry(found).attributes['publishedAt'] !== null, 'It is not published', 'a timestamp', null)
    },
  ),
  writing5(
    'deleted',
    ['documents/deleted', 'writes/delete', 'errors/not-found'],
    'A delete gets status 204 without a body, and removes the draft and the published version',
    async (t, type) => {
      const [doomed, kept] = [await type.make('doomed'), await type.make('survivor')]
      const deleted = t.status(await type.remove(doomed.id), 204)
      t.equal(deleted, 'There is a body', deleted.text, '')
      for (const query of [{}, draft]) t.error(await type.read(doomed.id, query), { status: 404 })
      t.entry(await type.read(kept.id))
    },
  ),
  writing5(
    'delete-missing',
    ['documents/delete-missing'],
    'Deleting a missing document gets status 204, updating it 404',
    async (t, type) => {
      const { id } = await type.make('kept')
      t.status(await type.remove(nobody), 204)
      t.error(await type.put(nobody, {}), { status: 404 })
      t.entry(await type.read(id))
    },
  ),
  writing5(
    'system-keys',
    ['documents/system-keys', 'writes/unknown-attribute', 'errors/keys'],
    'id, documentId, createdAt and updatedAt in a body get status 400 and write nothing',
    async (t, type) => {
      const { id, attributes } = await type.make('kept')
      const bad = { id: 1, documentId: id, createdAt: attributes['createdAt'], updatedAt: attributes['updatedAt'] }
      for (const [key, value] of Object.entries(bad)) {
        const response = await t.rejected(
          () => type.put(id, { [type.attribute]: 'changed', [key]: value }),
          () => type.put(id, { [type.attribute]: 'kept' }),
          { status: 400, mentions: key },
        )
        t.equal(response, 'Another source', read(response.body, 'error.details.source'), 'body')
      }
      const found = await type.read(id)
      t.equal(found, 'A rejected update was written', t.entry(found).attributes[type.attribute], 'kept')
    },
  ),
  writing5(
    'body-published-at',
    ['documents/publishedAt', 'documents/unpublish'],
    'publishedAt in a body is ignored: null neither creates a draft nor unpublishes',
    async (t, type) => {
      const { id } = await type.make('kept')
      for (const publishedAt of [null, '2020-01-01T00:00:00.000Z']) {
        const updated = await type.put(id, { publishedAt })
        const value = t.entry(updated).attributes['publishedAt']
        t.that(updated, value !== null && value !== publishedAt, 'The body decides', 'the time of the update', value)
        t.entry(await type.read(id))
      }
    },
  ),
  writing5(
    'write-fields',
    ['documents/fields', 'fields/named', 'fields/ids'],
    'fields selects the attributes in responses to create and update',
    async (t, type) => {
      const query = { fields: [type.attribute] }
      const created = await type.post('x', query)
      const { id, attributes } = t.entry(created)
      t.equal(created, 'Create returns other attributes', attributes, { [type.attribute]: 'x' })
      const updated = await type.put(id, { [type.attribute]: 'y' }, query)
      t.equal(updated, 'Update returns other attributes', t.entry(updated).attributes, { [type.attribute]: 'y' })
    },
  ),
  writing5(
    'write-parameters',
    ['documents/parameters'],
    'An unknown parameter of a write gets status 400, and nothing is written',
    async (t, type) => {
      const { id } = await type.make('kept')
      await t.rejected(
        () => type.put(id, { [type.attribute]: 'changed' }, { surelyNotAParameter: '1' }),
        () => type.put(id, { [type.attribute]: 'kept' }),
        { status: 400, mentions: 'surelyNotAParameter' },
      )
      const found = await type.read(id)
      t.equal(found, 'The rejected update was written', t.entry(found).attributes[type.attribute], 'kept')
    },
  ),
  writing5(
    'draft',
    ['documents/draft'],
    'A draft has no publishedAt, and is only found with status=draft',
    async (t, type) => {
      const { id } = await makeDraft(t, type, 'unpublished')
      t.error(await type.read(id), { status: 404 })
      const found = await type.read(id, draft)
      t.equal(found, 'Another value', t.entry(found).attributes[type.attribute], 'unpublished')
      const listed = await t.session.get(type.path, { filters: { documentId: { $eq: id } } })
      t.equal(listed, 'The draft is among the published versions', t.entries(listed), [])
    },
  ),
  writing5(
    'publish',
    ['documents/publish', 'entries/row-id-versions'],
    'An update with empty data publishes the draft under the same documentId',
    async (t, type) => {
      const { id, attributes } = await makeDraft(t, type, 'ready')
      const published = await type.put(id, {})
      const entry = t.entry(published)
      t.equal(published, 'Another document', [entry.id, entry.attributes[type.attribute]], [id, 'ready'])
      t.equal(published, 'createdAt changed', entry.attributes['createdAt'], attributes['createdAt'])
      const found = await type.read(id)
      t.equal(found, 'Another version is published', t.entry(found), entry)
    },
  ),
  writing5(
    'update-draft',
    ['documents/update-draft', 'status/one'],
    'An update with status=draft leaves the published version as it is',
    async (t, type) => {
      const { id } = await makeDraft(t, type, 'first')
      const live = t.entry(await type.put(id, {}))
      const changed = await type.put(id, { [type.attribute]: 'second' }, draft)
      t.equal(changed, 'It is published', t.entry(changed).attributes['publishedAt'], null)
      const found = await type.read(id)
      t.equal(found, 'The published version changed', t.entry(found), live)
      const own = await type.read(id, draft)
      t.equal(own, 'The draft did not change', t.entry(own).attributes[type.attribute], 'second')
    },
  ),
  writing5(
    'update-publishes',
    ['documents/update', 'documents/new-row'],
    'An update without status changes both versions, and the published one gets a new id',
    async (t, type) => {
      const { id } = await makeDraft(t, type, 'first')
      const live = await type.put(id, {})
      t.entry(live)
      const updated = await type.put(id, { [type.attribute]: 'second' })
      t.equal(updated, 'Another value', t.entry(updated).attributes[type.attribute], 'second')
      const row = read(updated.body, 'data.id')
      t.that(updated, row !== read(live.body, 'data.id'), 'The id is the same', 'a new id', row)
      const own = await type.read(id, draft)
      t.equal(own, 'The draft did not change', t.entry(own).attributes[type.attribute], 'second')
    },
  ),
  writing5(
    'no-actions',
    ['documents/no-actions'],
    'No path publishes, unpublishes or discards a document',
    async (t, type) => {
      const { id } = await type.make('kept')
      for (const action of ['publish', 'unpublish', 'discard', 'localizations']) {
        for (const path of [`${type.path}/${id}/actions/${action}`, `${type.path}/${id}/${action}`]) {
          const response = await t.session.request('POST', path, { body: { data: {} } })
          t.status(response, 404, 405)
        }
      }
      t.entry(await type.read(id))
    },
  ),
  scenario({
    id: 'documents.incomplete',
    title: 'A draft may lack required attributes, but is not published without them',
    clauses: ['documents/incomplete', 'documents/publish-validates', 'validation/required'],
    run: async (t) => {
      const created = await t.create('notice', {}, { query: draft })
      const { id } = t.entry(created)
      await t.rejected(
        () => t.update('notice', id, {}),
        () => t.update('notice', id, {}, { query: draft }),
        { status: 400, mentions: 'headline' },
      )
      t.error(await t.read('notice', id), { status: 404 })
      t.entry(await t.update('notice', id, { headline: 'complete' }))
      t.entry(await t.read('notice', id))
    },
  }),
  scenario({
    id: 'documents.draft-targets',
    title: 'A published version is linked to published targets only, its draft to drafts',
    clauses: ['documents/draft-targets', 'status/populated'],
    run: async (t) => {
      const hidden = t.entry(await t.create('article', { title: 'hidden' }, { query: draft })).id
      const shown = (await t.make('article', { title: 'shown' })).id
      const { id } = await t.make('article', { title: 'holder', related: [hidden, shown] })
      const populate = ['related']
      const live = await t.read('article', id, { populate })
      t.equal(live, 'Other targets', t.related(live, t.entry(live), 'related'), [shown])
      const own = await t.read('article', id, { populate, ...draft })
      t.equal(own, 'Other targets of the draft', t.related(own, t.entry(own), 'related'), [hidden, shown])
    },
  }),
]
