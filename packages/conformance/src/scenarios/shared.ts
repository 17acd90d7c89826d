import type { Scenario } from './scenario.js'

/** Prefixes of the ids of scenarios that apply to Strapi 4 and to Strapi 5. */
const shared = [
  'read.',
  'write.',
  'rest.value.',
  'rest.clear.',
  'rest.change.',
  'rest.timestamps.',
  'rest.creators.omitted',
  'rest.create.',
  'rest.update.',
  'rest.filter.',
  'rest.sort.',
  'rest.page.',
  'rest.fields.',
  'rest.populate.',
  'rest.relations.',
  'rest.components.',
  'rest.single.',
  'rest.locale.other-types',
  'access.permissions.',
  'access.tokens.',
  'protect.',
]

/** Scenarios among them that only apply to Strapi 4, with what Strapi 5 does instead. */
const only4: Readonly<Record<string, string>> = {
  'read.id-apart': 'entries have no object attributes',
  'read.nothing-populated': 'entries are flat; documents.nothing-populated checks it',
  'write.create-status': 'a create gets status 201, a delete 204',
  'write.create-meta': 'entries have no meta',
  'write.delete': 'a delete returns no entry',
  'write.delete-again': 'deleting a missing document gets status 204',
  'write.echoed-body': 'what was read is rejected in a body',
  'rest.value.array': 'there are no arrays',
  'rest.timestamps.published': 'drafts are versions',
  'rest.timestamps.without-drafts': 'every entry has publishedAt',
  'rest.fields.write-answers': 'a delete returns no entry',
  'rest.filter.media': 'media can be filtered',
  'rest.populate.filters-on-entry': 'filters apply to one document',
  'rest.page.bad.page': 'small numbers become 1',
  'rest.page.bad.pageSize': 'small numbers become 1',
  'rest.page.bad.start': 'small numbers become 0',
  'rest.page.bad.limit': 'small numbers become 1',
  'rest.relations.id-type-object': 'items take no type',
  'rest.components.update-merges': 'the ids of components of published entries are rejected',
  'rest.components.update-untouched': 'components get new ids when an entry is published',
  'rest.components.zone-unknown': 'a component that exists is dropped without an error',
  'access.permissions.graphql': 'GraphQL has other names',
  'protect.locales.one': 'one document has several locales',
}

/** Scenarios of the GraphQL interface of Strapi 4, whose entries have attributes. */
const graphql4 = /^protect\.\w+\.graphql-/

/** Returns whether both interfaces respond to a scenario in the same way, except for the shape of entries. */
export const isShared = ({ id }: Pick<Scenario, 'id'>): boolean =>
  shared.some((prefix) => id.startsWith(prefix)) && !(id in only4) && !graphql4.test(id)
