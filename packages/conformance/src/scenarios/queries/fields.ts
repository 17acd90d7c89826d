import { scenario } from '../scenario.js'

export const fieldScenarios = [
  scenario({
    id: 'rest.fields.several',
    title: 'fields returns only the named attributes and the id, in list and entry',
    clauses: ['4.3/fields', '4.3/fields-id'],
    run: async (t) => {
      const { id } = await t.make('item', { label: 'x', str: 'y', int: 1 })
      const expected = { label: 'x', int: 1 }
      const listed = await t.mine('item', { fields: ['label', 'int'] })
      t.equal(listed, 'The list differs', t.entries(listed), [{ id, attributes: expected }])
      const found = await t.read('item', id, { fields: ['label', 'int'] })
      t.equal(found, 'The entry differs', t.entry(found), { id, attributes: expected })
    },
  }),
  scenario({
    id: 'rest.fields.write-answers',
    title: 'fields also selects the attributes in responses to create, update and delete',
    clauses: ['4.3/fields-write', '4.3/fields'],
    run: async (t) => {
      const created = await t.create('item', { label: 'x', str: 'y' }, { query: { fields: ['label'] } })
      const { id, attributes } = t.entry(created)
      t.equal(created, 'Create returns other attributes', attributes, { label: 'x' })
      const updated = await t.update('item', id, { str: 'z' }, { query: { fields: ['str'] } })
      t.equal(updated, 'Update returns other attributes', t.entry(updated).attributes, { str: 'z' })
      const deleted = await t.delete('item', id, { query: { fields: ['str'] } })
      t.equal(deleted, 'Delete returns other attributes', t.entry(deleted).attributes, { str: 'z' })
    },
  }),
  scenario({
    id: 'rest.fields.star',
    title: 'fields=* returns all attributes',
    clauses: ['4.3/fields-star'],
    run: async (t) => {
      const { id } = await t.make('item', { label: 'x' })
      const whole = await t.read('item', id)
      const star = await t.read('item', id, { fields: '*' })
      t.equal(star, 'The attributes differ', t.entry(star).attributes, t.entry(whole).attributes)
    },
  }),
  scenario({
    id: 'rest.fields.links',
    title: 'fields does not add relations to the response',
    clauses: ['4.3/fields-links', '1/not-populated', '4.3/populate-ids'],
    run: async (t) => {
      const { id: tag } = await t.make('tag', { name: 'x' })
      const { id } = await t.make('article', { title: 'x', tags: [tag] })
      for (const fields of ['*', ['title', 'tags'], ['title']]) {
        const response = await t.read('article', id, { fields })
        if (response.status === 400 && Array.isArray(fields) && fields.includes('tags')) continue
        t.that(
          response,
          !('tags' in t.entry(response).attributes),
          'The response contains the relation',
          '(absent)',
          t.entry(response).attributes['tags'],
        )
      }
    },
  }),
  scenario({
    id: 'rest.fields.with-populate',
    title: 'fields of the entry does not affect populated relations',
    clauses: ['4.3/fields-links', '4.3/populate-index'],
    run: async (t) => {
      const { id: tag } = await t.make('tag', { name: 'x' })
      const { id } = await t.make('article', { title: 'x', tags: [tag] })
      const response = await t.read('article', id, { fields: ['title'], populate: ['tags'] })
      const entry = t.entry(response)
      t.equal(
        response,
        'Other attributes',
        Object.keys(entry.attributes).toSorted((a, b) => a.localeCompare(b)),
        ['tags', 'title'],
      )
      t.equal(response, 'The relation differs', t.related(response, entry, 'tags'), [tag])
    },
  }),
  scenario({
    id: 'rest.fields.unknown',
    title: 'An unknown field is rejected',
    clauses: ['4.3/fields-unknown', '7/no-5xx'],
    run: async (t) => {
      const { id } = await t.make('item', { label: 'x' })
      await t.rejected(
        () => t.read('item', id, { fields: ['surelyNot'] }),
        () => t.read('item', id, { fields: ['label'] }),
        { status: 400 },
      )
    },
  }),
]
