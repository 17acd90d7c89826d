import type { ContentModel, GeneratedType, Link, ModelSource } from '@content-api/sdk/content-types'
import { z, type ZodType } from 'zod'
import type { Query } from './source.js'

interface Target {
  readonly kind: 'collection' | 'single'
  readonly name: string
  readonly query: Query
  readonly api: 'strapi4' | 'strapi5' | undefined
}

/**
 * Returns the schema of the entries that a query returns, and the TypeScript module with their type `Entry`.
 * The schema checks the attributes. Links may have any value.
 *
 * @throws Error if the content types can't be read, or have none of that name
 */
export async function createEntrySchema(
  source: ModelSource,
  target: Target,
): Promise<{ schema: ZodType; types: string }> {
  const { api = 'strapi4' } = target
  // Loaded here: reading schema files needs @content-api/model, which sites with a deployed model don't install.
  const { printContentModel, readContentModel } = await import('@content-api/sdk/content-types')
  const model = await readContentModel({ ...source, api: source.api ?? api })
  const schema = schemaOf(typeOf(model, target), target.query)
  return { schema, types: `${printContentModel(withoutEntry(model))}\n${printEntry(target)}` }
}

/** Renames the interface of a content type `entry`, because the module exports another type `Entry`. */
function withoutEntry({ types, collections, singles, ...others }: ContentModel): ContentModel {
  const rename = (name: string) => (name === 'Entry' ? 'EntryType' : name)
  const renameAll = (names: ReadonlyMap<string, string>) =>
    new Map([...names].map(([key, name]) => [key, rename(name)]))
  const renameLink = (link: Link): Link => ('targets' in link ? { ...link, targets: link.targets.map(rename) } : link)
  return {
    ...others,
    types: types.map((type) => ({
      ...type,
      name: rename(type.name),
      links: new Map([...type.links].map(([key, link]) => [key, renameLink(link)])),
    })),
    collections: renameAll(collections),
    singles: renameAll(singles),
  }
}

function typeOf({ types, collections, singles }: ContentModel, { kind, name }: Target): GeneratedType {
  const names = kind === 'single' ? singles : collections
  const type = types.find((one) => one.name === names.get(name))
  if (type) return type
  const known = [...names.keys()].join(', ') || 'none'
  throw new Error(`The content types have no ${kind} type "${name}". Known are ${known}.`)
}

function schemaOf({ attributes, draftAndPublish }: GeneratedType, query: Query): ZodType {
  const { fields, publicationState, status } = query
  const isDraft = draftAndPublish && (publicationState === 'preview' || status === 'draft')
  const isSelected = (name: string) => !Array.isArray(fields) || fields.includes('*') || fields.includes(name)
  const selected = [...attributes].filter(([name]) => isSelected(name))
  return z.looseObject(
    Object.fromEntries(
      selected.map(([name, type]) => [name, isDraft ? attributeSchema(type).nullish() : attributeSchema(type)]),
    ),
  )
}

const primitives: Readonly<Record<string, () => ZodType>> = {
  string: z.string,
  number: z.number,
  boolean: z.boolean,
}

/** Returns the schema of a printed type, such as `string | null` or `'news' | 'review'`. */
function attributeSchema(printed: string): ZodType {
  const parts = printed.split(' | ')
  const values = parts.filter((part) => part !== 'null')
  const schemas = values.map((part) => primitives[part]?.() ?? literalSchema(part))
  const known = schemas.filter((schema) => schema !== undefined)
  // Others, such as JSON and blocks, may have any value.
  const schema = known.length < schemas.length ? z.any() : z.union(known)
  return values.length < parts.length ? schema.nullish() : schema
}

const literalSchema = (part: string): ZodType | undefined =>
  part.length > 1 && part.startsWith("'") && part.endsWith("'") && !part.includes('\\')
    ? z.literal(part.slice(1, -1))
    : undefined

/** Prints the type of an entry: the return type of the client's method for the same query. */
function printEntry({ kind, name, query, api }: Target): string {
  const shape = api === 'strapi5' ? 'strapi5' : 'flat'
  const method = kind === 'single' ? 'find' : 'first'
  return [
    `const read = (api: import('@content-api/sdk').Client<ContentTypes, '${shape}'>) =>`,
    `  api.${kind}(${JSON.stringify(name)}).${method}(${JSON.stringify(query)})`,
    '',
    '/** An entry of the collection. */',
    'export type Entry = NonNullable<Awaited<ReturnType<typeof read>>>',
    '',
  ].join('\n')
}
