import { isRecord, read } from '../../check/read.js'
import type { Subject } from '../reading/subject.js'
import type { ScenarioContext } from '../scenario-context.js'
import { relationsIn } from './any-entry.js'
import { reading5, related } from './subjects.js'

/** Returns an entry with a populated relation, and the name of the relation. */
async function holderOf(t: ScenarioContext, { path, list }: Subject) {
  const response = await list({ populate: '*' })
  const holder = t.entries(response).find(({ attributes }) => relationsIn(attributes).length > 0)
  const [name] = relationsIn(holder?.attributes ?? {})
  if (holder === undefined || name === undefined) return t.lacking('types', `${path} has no relation with a target.`)
  return { response, holder, name, address: `${path}/${holder.id}` }
}

/** Tier 0: population of any relation. */
export const anyPopulateScenarios = [
  reading5(
    'populate-star',
    ['populate/star', 'populate/to-one', 'populate/to-many'],
    'populate=* adds attributes and changes none; a second level is not populated',
    async (t, subject) => {
      const { response, holder, name } = await holderOf(t, subject)
      const plain = await t.session.get(`${subject.path}/${holder.id}`)
      for (const [key, value] of Object.entries(t.entry(plain).attributes))
        t.equal(response, `${key} differs`, holder.attributes[key], value)
      for (const target of [holder.attributes[name]].flat())
        t.equal(response, 'A second level is populated', isRecord(target) ? relationsIn(target) : target, [])
    },
    related,
  ),
  reading5(
    'populate-named',
    ['populate/named', 'populate/object'],
    'A named attribute is populated as with *, and no other',
    async (t, subject) => {
      const { holder, name, address } = await holderOf(t, subject)
      const plain = Object.keys(t.entry(await t.session.get(address)).attributes)
      for (const populate of [[name], name, { [name]: 'true' }]) {
        const response = await t.session.get(address, { populate })
        const { attributes } = t.entry(response)
        t.equal(response, `${name} differs from populate=*`, attributes[name], holder.attributes[name])
        t.equal(
          response,
          'Something else is populated',
          Object.keys(attributes).filter((key) => !plain.includes(key)),
          [name],
        )
      }
    },
    related,
  ),
  reading5(
    'populate-fields',
    ['populate/fields', 'fields/ids'],
    'fields inside populate selects the attributes of the targets; documentId stays',
    async (t, subject) => {
      const { name, address } = await holderOf(t, subject)
      const response = await t.session.get(address, { populate: { [name]: { fields: ['createdAt'] } } })
      const [target] = [t.entry(response).attributes[name]].flat()
      const keys = isRecord(target) ? Object.keys(target).toSorted((a, b) => a.localeCompare(b)) : target
      t.equal(response, 'Other keys', keys, ['createdAt', 'documentId', 'id'])
    },
    related,
  ),
  reading5(
    'populate-count',
    ['populate/count'],
    'count returns the number of targets instead of them',
    async (t, subject) => {
      const { holder, name, address } = await holderOf(t, subject)
      const response = await t.session.get(address, { populate: { [name]: { count: 'true' } } })
      t.equal(response, 'Another count', t.entry(response).attributes[name], {
        count: [holder.attributes[name]].flat().length,
      })
    },
    related,
  ),
  reading5(
    'populate-unknown',
    ['populate/unknown', 'errors/keys'],
    'An unknown name in populate gets status 400, in every form',
    async (t, subject) => {
      const { name, address } = await holderOf(t, subject)
      const responses = await t.eachRefused(
        ['surelyNot', ['surelyNot'], { surelyNot: 'true' }, `${name}.surelyNot`].map(
          (populate) => () => t.session.get(address, { populate }),
        ),
        () => t.session.get(address, { populate: name }),
        { status: 400, mentions: 'surelyNot' },
      )
      for (const response of responses)
        t.equal(response, 'Other details', read(response.body, 'error.details.key'), 'surelyNot')
    },
    related,
  ),
  reading5(
    'populate-limits',
    ['populate/limits'],
    'Pagination inside populate gets status 400',
    async (t, subject) => {
      const { name, address } = await holderOf(t, subject)
      await t.eachRefused(
        [{ limit: '1' }, { start: '0' }, { page: '1' }, { pageSize: '1' }, { pagination: { page: '1' } }].map(
          (inner) => () => t.session.get(address, { populate: { [name]: inner } }),
        ),
        () => t.session.get(address, { populate: { [name]: { sort: 'createdAt' } } }),
        { status: 400 },
      )
    },
    related,
  ),
  reading5(
    'populate-object-star',
    ['populate/nested-star-key'],
    'populate[<name>]=* gets status 400, populate[<name>][populate]=* does not',
    async (t, subject) => {
      const { name, address } = await holderOf(t, subject)
      await t.rejected(
        () => t.session.get(address, { populate: { [name]: '*' } }),
        () => t.session.get(address, { populate: { [name]: { populate: '*' } } }),
        { status: 400 },
      )
    },
    related,
  ),
]
