import { type Attribute, isScalar, type Schema } from '@content-api/model'
import type { ActionRoutes } from '@content-api/core/composition/action-routes'
import { relatesToMany } from '@content-api/engine/plan'
import type { OpenApiForm } from '@content-api/interfaces/openapi/form'
import { arrayOf, object, orNull, ref, schemaName } from '@content-api/interfaces/openapi/json-schema'
import { countedOr, documentSchemas, required, rowId, typedEntry } from './document-schemas.js'
import { documentPaths } from './document-paths.js'
import { documentParameters } from './document-parameters.js'
import { otherPaths } from './other-paths.js'

interface DocumentFormOptions {
  /** The endpoints of users, files and locales. */
  readonly actions: ActionRoutes
  /** The locale of requests without one. */
  readonly defaultLocale: string
}

/** Returns the form of Strapi 5: flat documents with a `documentId`, and with `status` and `locale` as parameters. */
export function documentForm({ actions, defaultLocale }: DocumentFormOptions): OpenApiForm {
  return {
    entry: (name, attributes) => {
      const flat = { ...object({ id: rowId, ...propertiesOf(attributes) }, { required }), description: documentNote }
      return { [`${name}Entry`]: flat }
    },
    outputs: {
      media: (_, { multiple }) => (multiple ? arrayOf(ref('UploadFileEntry')) : orNull(ref('UploadFileEntry'))),
      relation: (registry, attribute) => {
        if (attribute.target === undefined) {
          return attribute.relation === 'morphToMany' ? countedOr(arrayOf(typedEntry)) : orNull(typedEntry)
        }
        const entry = ref(`${schemaName(registry.contentType(attribute.target))}Entry`)
        return countedOr(relatesToMany(attribute) ? arrayOf(entry) : orNull(entry))
      },
    },
    inputs: {
      media: (_, { multiple }) => ref(multiple ? 'Files' : 'File'),
      relation: (_, attribute) => ref(relatesToMany(attribute) ? 'RelationToMany' : 'RelationToOne'),
    },
    // The parameters `status` and `locale` say what a write changes.
    standardInputs: () => ({}),
    checked,
    filtersFiles: true,
    sharedSchemas: documentSchemas,
    sharedParameters: (rest) => documentParameters(rest),
    pathsOf: (registry, type, _, can) => documentPaths(registry, type, { defaultLocale, can }),
    otherPaths: (registry, { may }) => otherPaths(registry, actions, may),
  }
}

const documentNote =
  'A version of a document in one locale. Contains relations, media, components and zones only if they are populated. `id` changes with each publication: refer to documents by `documentId`.'

/** Drafts needn't keep these limits. */
const ofPublication = { min: undefined, minLength: undefined, regex: undefined }

function checked(attribute: Attribute, schema: Schema): Attribute {
  if (schema.model === 'contentType' && !schema.draftAndPublish) return attribute
  const draft = { ...attribute, ...ofPublication }
  // The address of a draft may have any form.
  return (isScalar(attribute) && attribute.type === 'email' ? { ...draft, type: 'string' } : draft) as Attribute
}

const propertiesOf = ({ properties }: Readonly<Record<string, unknown>>) =>
  properties as Readonly<Record<string, Readonly<Record<string, unknown>>>>
