import type { ContentType, Registry } from '@content-api/model'
import { versionHeader } from '@content-api/core/entries/if-match'
import type { Action, Can } from '@content-api/core/query/plan-context'
import { exampleInput } from './examples.js'
import { arrayOf, type JsonSchema, object, ref, schemaName } from './json-schema.js'
import {
  allowedPaths,
  entryOf,
  jsonBody,
  listOf,
  missing,
  ok,
  type PathItem,
  type Paths,
  readFailures,
  writeFailures,
} from './operations.js'
import { entryParameters, listParameters } from './parameters.js'
import { failures } from './shared-schemas.js'

const byId = { $ref: '#/components/parameters/id' }
const ifMatch = { $ref: '#/components/parameters/ifMatch' }

/** Returns the paths of a content type (specification §4.1) with the operations that `can` allows. */
export function pathsOf(registry: Registry, type: ContentType, locales: readonly string[], can: Can): Paths {
  const { displayName } = type
  const name = schemaName(type)
  const operation = (action: Action, summary: string, rest: JsonSchema): JsonSchema | null =>
    can(action, type) ? { operationId: `${action}${name}`, tags: [displayName], summary, ...rest } : null
  const parameters = entryParameters(type, locales)
  const example = exampleInput(registry, type)
  const requestBody = jsonBody(object({ data: ref(`${name}Input`) }, { required: ['data'] }), { data: example })
  const reading = { parameters, responses: { ...versioned(entryOf(name)), ...readFailures(), ...missing() } }
  const creating = { parameters, requestBody, responses: { ...versioned(entryOf(name)), ...writeFailures() } }
  const conditional = [...parameters, ifMatch]
  const changed = failures('PreconditionFailedError')
  const saving = { ...creating, parameters: conditional, responses: { ...creating.responses, ...changed } }
  const updating = { ...saving, responses: { ...saving.responses, ...missing() } }
  const removed = { ...ok(entryOf(name)), ...readFailures(), ...missing(), ...changed }
  const deleting = { parameters: conditional, responses: removed }
  const isSingle = type.kind === 'singleType'
  const items: Record<string, PathItem> = isSingle
    ? {
        [`/${type.singularName}`]: {
          get: operation('find', `Read ${displayName}`, reading),
          put: operation('update', `Create or change ${displayName}`, saving),
          delete: operation('delete', `Delete ${displayName}`, deleting),
        },
      }
    : {
        [`/${type.pluralName}`]: {
          get: operation('find', `List ${displayName} entries`, {
            parameters: listParameters(registry, type, locales),
            responses: { ...ok(listOf(name)), ...readFailures() },
          }),
          post: operation('create', `Create a ${displayName} entry`, creating),
        },
        [`/${type.pluralName}/{id}`]: {
          parameters: [byId],
          get: operation('findOne', `Read a ${displayName} entry`, reading),
          put: operation('update', `Change attributes of a ${displayName} entry`, updating),
          delete: operation('delete', `Delete a ${displayName} entry`, deleting),
        },
      }
  if (type.localized) {
    // The body and the response of a localization contain the attributes directly, without `data`.
    const bare = object({ id: { type: 'integer' }, localizations: arrayOf({ type: 'object' }) }, { required: ['id'] })
    items[isSingle ? `/${type.singularName}/localizations` : `/${type.pluralName}/{id}/localizations`] = {
      ...(!isSingle && { parameters: [byId] }),
      post: operation('createLocalization', `Create a ${displayName} entry in another locale`, {
        requestBody: jsonBody(ref(`${name}Input`), { ...example, locale: locales[1] ?? 'fr' }),
        responses: { ...ok({ allOf: [bare, ref(name)] }), ...writeFailures(), ...missing() },
      }),
    }
  }
  return allowedPaths(items)
}

/** Returns the response with one entry, whose version is in a header. */
function versioned(schema: JsonSchema): Readonly<Record<200, JsonSchema>> {
  const headers = { [versionHeader]: { $ref: '#/components/headers/EntryVersion' } }
  return { 200: { ...ok(schema)[200], headers } }
}
