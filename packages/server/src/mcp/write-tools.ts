import * as z from 'zod/v4'
import { findType } from './describe-model.js'
import { anyObject } from './query.js'
import { entryId, entryPath, typeName } from './read-tools.js'
import type { Reply, Sent } from './service-client.js'
import { type Tool, tool, type ToolContext } from './tool.js'
import { ToolError } from './tool-error.js'

const data = anyObject.describe('Attributes, such as { "title": "Tea", "author": 3, "tags": { "connect": [1] } }')

const optionalId = entryId.optional().describe('Not for single types')
const target = { type: typeName, id: optionalId }

interface Target {
  readonly type: string
  readonly id?: number | undefined
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
      localizationOf: z.int().optional().describe('Id of the entry in another locale'),
    }),
    annotations: { title: 'Create an entry', readOnlyHint: false, destructiveHint: false },
    async run({ type: name, data: attributes, localizationOf: other }, context) {
      const { kind, path } = findType(await context.client.model(context.signal), name)
      if (kind === 'singleType') throw new ToolError(`${name} has one entry. Use update_entry, which creates it.`)
      const sent: Sent =
        other === undefined
          ? { method: 'POST', path, body: { data: attributes } }
          : { method: 'POST', path: `${path}/${other}/localizations`, body: attributes }
      return write(sent, context)
    },
  }),
  tool({
    name: 'update_entry',
    description: 'Changes attributes of an entry. Other attributes keep their values; lists are replaced.',
    input: z.strictObject({ ...target, data }),
    annotations: { title: 'Update an entry', readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    run: ({ data: attributes, ...of }, context) => update(of, attributes, context),
  }),
  tool({
    name: 'delete_entry',
    description: 'Deletes an entry. It can’t be restored.',
    input: z.strictObject(target),
    annotations: { title: 'Delete an entry', readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    async run({ type: name, id }, context) {
      const type = findType(await context.client.model(context.signal), name)
      return write({ method: 'DELETE', path: entryPath(type, id) }, context)
    },
  }),
  tool({
    name: 'publish_entry',
    description: 'Publishes a draft now.',
    input: z.strictObject(target),
    annotations: { title: 'Publish an entry', readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    run: (of, context) => update(of, { publishedAt: new Date().toISOString() }, context, true),
  }),
  tool({
    name: 'unpublish_entry',
    description: 'Turns a published entry into a draft, which readers no longer see.',
    input: z.strictObject(target),
    annotations: { title: 'Unpublish an entry', readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    run: (of, context) => update(of, { publishedAt: null }, context, true),
  }),
]

async function update(
  { type: name, id }: Target,
  attributes: unknown,
  context: ToolContext,
  publishes = false,
): Promise<string> {
  const type = findType(await context.client.model(context.signal), name)
  if (publishes && !type.draftAndPublish) throw new ToolError(`${name} has no drafts: all entries are published.`)
  return write({ method: 'PUT', path: entryPath(type, id), body: { data: attributes } }, context)
}

/** Sends a write. A long response isn't an error, because the write has happened. */
async function write(sent: Sent, { client, signal }: ToolContext): Promise<string> {
  const { text }: Reply = await client.send(sent, signal)
  return text || '{"done":true}'
}
