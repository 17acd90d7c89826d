import type { ContentType, Registry } from '@content-api/model'
import type { Action, Can } from '@content-api/core/query/plan-context'
import { exampleInput } from '@content-api/interfaces/openapi/examples'
import { type JsonSchema, object, ref, schemaName } from '@content-api/interfaces/openapi/json-schema'
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
} from '@content-api/interfaces/openapi/operations'
import { parameter, queryParameters } from '@content-api/interfaces/openapi/parameters'
import { failures } from '@content-api/interfaces/openapi/shared-schemas'
import { locale, localesOfDelete, localesOfList, statusOfRead, statusOfWrite } from './document-parameters.js'

interface DocumentPathsOptions {
  readonly defaultLocale: string
  readonly can: Can
}

/** Returns the paths of a content type with the operations that `can` allows. */
export function documentPaths(
  registry: Registry,
  type: ContentType,
  { defaultLocale, can }: DocumentPathsOptions,
): Paths {
  const { displayName } = type
  const name = schemaName(type)
  const operation = (action: Action, summary: string, rest: JsonSchema): JsonSchema | null =>
    can(action, type) ? { operationId: `${action}${name}`, tags: [displayName], summary, ...rest } : null
  const input = object({ data: ref(`${name}Input`) }, { required: ['data'] })
  const requestBody = jsonBody(input, { data: exampleInput(registry, type) })
  const shown = [parameter('fields'), parameter('populate')]
  const written = [...shown, ...statusOfWrite(type), ...locale(type, defaultLocale)]
  const changed = failures('PreconditionFailedError')
  const read = [...shown, ...statusOfRead(type), ...locale(type, defaultLocale)]
  const reading = { parameters: read, responses: { ...ok(entryOf(name)), ...readFailures(), ...missing() } }
  const saving = {
    parameters: [...written, parameter('ifMatch')],
    requestBody,
    responses: { ...ok(entryOf(name)), ...writeFailures(), ...changed },
  }
  const deleting = {
    parameters: [...localesOfDelete(type), parameter('ifMatch')],
    responses: { 204: { description: 'Deleted, or there was none' }, ...readFailures(), ...changed },
  }
  const items: Record<string, PathItem> =
    type.kind === 'singleType'
      ? {
          [`/${type.singularName}`]: {
            get: operation('find', `Read ${displayName}`, reading),
            put: operation('update', `Create or change ${displayName}`, saving),
            delete: operation('delete', `Delete ${displayName}`, deleting),
          },
        }
      : {
          [`/${type.pluralName}`]: {
            get: operation('find', `List ${displayName} documents`, {
              parameters: [
                ...queryParameters(registry, type),
                ...shown,
                ...statusOfRead(type),
                ...localesOfList(type, defaultLocale),
              ],
              responses: { ...ok(listOf(name)), ...readFailures() },
            }),
            post: operation('create', `Create a ${displayName} document`, {
              parameters: written,
              requestBody,
              responses: { 201: { ...ok(entryOf(name))[200], description: 'Created' }, ...writeFailures() },
            }),
          },
          [`/${type.pluralName}/{id}`]: {
            parameters: [parameter('id')],
            get: operation('findOne', `Read a ${displayName} document`, reading),
            put: operation('update', `Change attributes of a ${displayName} document`, {
              ...saving,
              responses: { ...saving.responses, ...missing() },
            }),
            delete: operation('delete', `Delete a ${displayName} document`, deleting),
          },
        }
  return allowedPaths(items)
}
