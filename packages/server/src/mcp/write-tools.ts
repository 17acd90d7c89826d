import * as z from 'zod/v4'
import { findType } from './describe-model.js'
import { explorerPaths } from '@content-api/explorer/protocol'
import { anyObject, pathWith, queryOf, status } from './query.js'
import { type EntryId, entryId, entryPath, typeName } from './read-tools.js'
import type { Reply, Sent } from './service-client.js'
import { type Tool, tool, type ToolContext } from './tool.js'
import { ToolError } from './tool-error.js'

const data = anyObject.describe('Attributes, such as { "title": "Tea", "author": 3, "tags": { "connect": [1] } }')

const optionalId = entryId.optional().describe('Not for single types')
const target = { type: typeName, id: optionalId }
/** What writes have in their query in Strapi 5 projects. */
const version = { locale: z.string().optional(), status: status.optional() }
const ofLocale = { locale: version.locale }

interface Version {
  readonly locale?: string | undefined
  readonly status?: 'draft' | 'published' | undefined
}

interface Target extends Version {
  readonly type: string
  readonly id?: EntryId | undefined
}

/** The tools of `--write`. Reads after them see their changes. */
export const writeTools: readonly Tool[] = [
  tool({
    name: 'create_entry',
    description:
      'Creates an entry of a collection type. Types with drafts: it is published unless data has "publishedAt": null. With localizationOf, it creates the localization of another entry; data needs "locale".',
    input: z.strictObject({
      type: typeName,
      data,
      ...version,
      localizationOf: z.int().optional().describe('Id of the entry in another locale'),
    }),
    annotations: { title: 'Create an entry', readOnlyHint: false, destructiveHint: false },
    async run({ type: name, data: attributes, localizationOf: other, ...version }, context) {
      const { kind, path } = findType(await context.client.model(context.signal), name)
      if (kind === 'singleType') throw new ToolError(`${name} has one entry. Use update_entry, which creates it.`)
      const sent: Sent =
        other === undefined
          ? { method: 'POST', path: pathWith(path, queryOf(version)), body: { data: attributes } }
          : { method: 'POST', path: `${path}/${other}/localizations`, body: attributes }
      return write(sent, context)
    },
  }),
  tool({
    name: 'update_entry',
    description: 'Changes attributes of an entry. Other attributes keep their values; lists are replaced.',
    input: z.strictObject({ ...target, ...version, data }),
    annotations: { title: 'Update an entry', readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    run: ({ data: attributes, ...of }, context) => update(of, attributes, context),
  }),
  tool({
    name: 'delete_entry',
    description: 'Deletes an entry. It can’t be restored.',
    input: z.strictObject({ ...target, ...ofLocale }),
    annotations: { title: 'Delete an entry', readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    async run({ type: name, id, ...version }, context) {
      const type = findType(await context.client.model(context.signal), name)
      return write({ method: 'DELETE', path: pathWith(entryPath(type, id), queryOf(version)) }, context)
    },
  }),
  tool({
    name: 'publish_entry',
    description: 'Publishes a draft now.',
    input: z.strictObject({ ...target, ...ofLocale }),
    annotations: { title: 'Publish an entry', readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    run: (of, context) => changeVersion(of, 'publish', context),
  }),
  tool({
    name: 'unpublish_entry',
    description: 'Turns a published entry into a draft, which readers no longer see.',
    input: z.strictObject({ ...target, ...ofLocale }),
    annotations: { title: 'Unpublish an entry', readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    run: (of, context) => changeVersion(of, 'unpublish', context),
  }),
]

async function update(
  { type: name, id, ...version }: Target,
  attributes: unknown,
  context: ToolContext,
): Promise<string> {
  const type = findType(await context.client.model(context.signal), name)
  const path = pathWith(entryPath(type, id), queryOf(version))
  return write({ method: 'PUT', path, body: { data: attributes } }, context)
}

/** Publishes or unpublishes an entry. REST of Strapi 5 can't, so that developers have an endpoint for it. */
async function changeVersion(of: Target, action: 'publish' | 'unpublish', context: ToolContext): Promise<string> {
  const model = await context.client.model(context.signal)
  const type = findType(model, of.type)
  if (!type.draftAndPublish) throw new ToolError(`${of.type} has no drafts: all entries are published.`)
  if (model.form === 'documents') {
    if (of.id === undefined) throw new ToolError('Add the documentId as id.')
    const query = { type: type.uid, document: String(of.id), action, locale: of.locale }
    return write({ method: 'POST', path: pathWith(explorerPaths.documents, queryOf(query)) }, context)
  }
  return update(of, { publishedAt: action === 'publish' ? new Date().toISOString() : null }, context)
}

/** Sends a write. A long response isn't an error, because the write has happened. */
async function write(sent: Sent, { client, signal }: ToolContext): Promise<string> {
  const { text }: Reply = await client.send(sent, signal)
  return text || '{"done":true}'
}
