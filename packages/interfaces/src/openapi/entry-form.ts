import { relatesToMany } from '@content-api/engine/plan'
import type { OpenApiForm } from './form.js'
import { arrayOf, id, object, orNull, ref, schemaName } from './json-schema.js'
import { sharedParameters } from './parameters.js'
import { pathsOf } from './paths.js'
import { sharedSchemas } from './shared-schemas.js'

/** An entry of any type. */
const typedId = object({ id, __type: { type: 'string' } }, { required: ['id', '__type'] })

/** Entries with their attributes in `attributes` (specification §2.2), as in Strapi 4. */
export const entryForm: OpenApiForm = {
  entry: (name, attributes) => ({
    [name]: attributes,
    [`${name}Entry`]: object({ id, attributes: ref(name), meta: ref('EntryMeta') }, { required: ['id', 'attributes'] }),
  }),
  outputs: {
    media: (_, { multiple }) =>
      object({ data: orNull(multiple ? arrayOf(ref('UploadFileEntry')) : ref('UploadFileEntry')) }),
    relation: (registry, attribute) => {
      if (attribute.target === undefined) {
        return attribute.relation === 'morphToMany' ? arrayOf(typedId) : orNull(typedId)
      }
      const entry = ref(`${schemaName(registry.contentType(attribute.target))}Entry`)
      return object({ data: relatesToMany(attribute) ? arrayOf(entry) : orNull(entry) })
    },
  },
  inputs: {
    media: (_, { multiple }) => orNull(multiple ? { anyOf: [id, arrayOf(id)] } : id),
    relation: (_, attribute) => {
      if (attribute.target === undefined) {
        return orNull(attribute.relation === 'morphToMany' ? arrayOf(typedId) : typedId)
      }
      return ref(relatesToMany(attribute) ? 'RelationToMany' : 'RelationToOne')
    },
  },
  standardInputs: ({ draftAndPublish, localized }) => ({
    ...(draftAndPublish && {
      publishedAt: {
        type: ['string', 'integer', 'null'],
        description: 'A time publishes the entry, null makes it a draft. Without it, a new entry is published.',
      },
    }),
    ...(localized && {
      locale: { type: 'string', description: 'The locale of a new entry. It can not be changed later.' },
    }),
  }),
  checked: (attribute) => attribute,
  filtersFiles: false,
  sharedSchemas,
  sharedParameters,
  pathsOf,
  otherPaths: () => ({}),
}
