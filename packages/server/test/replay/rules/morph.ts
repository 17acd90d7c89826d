import { isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import type { JsonResponse } from '../exchange.js'
import { envelopeOf, succeeded, withBody } from '../responses.js'
import { type Shown, changeEntries } from '../entries-of.js'
import { isLive } from '../reference/filter.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { nodesOf } from '../reference/populate.js'
import { type Linked, idOf } from '../world.js'
import { dataOf, writtenAttributes } from './bodies.js'
import { refusal } from './refusals.js'

export const morphsSanitised: Rule = {
  name: '0048-polymorphic-relations-are-sanitised',
  strapi:
    'populates a polymorphic to-one relation with every value of its target, including private values and password hashes.',
  ours: 'returns the attributes that the caller may see, and no entries of types that the caller may not find.',
  why: 'private values stay private in every response.',
  when: ({ target }, theirs) => target !== null && succeeded(theirs) && envelopeOf(theirs) !== null,
  expected: (of, theirs) =>
    withValues(of, theirs, async (shown, name, value) => {
      const attribute = shown.schema.attributes[name]
      if (attribute?.type !== 'relation') return value
      if (attribute.relation === 'morphToMany' && Array.isArray(value)) return sanitisedItems(of, name, value)
      if (attribute.relation !== 'morphToOne' || !isRecord(value)) return value
      const linked = await linkedBy(of, shown, name)
      if (!linked) return value
      return isSeen(of, name, linked) ? sanitised(of, linked, value) : null
    }),
}

export const morphsNameTheirType: Rule = {
  name: '0366-polymorphic-entries-name-their-type',
  strapi: 'does not say which type the entry of a polymorphic to-one relation has.',
  ours: 'returns the type as `__type`, as for the entries of polymorphic lists.',
  why: 'clients need the type to read the entry, and to write the relation.',
  when: ({ target }, theirs) => target !== null && succeeded(theirs) && envelopeOf(theirs) !== null,
  expected: (of, theirs) =>
    withValues(of, theirs, async (shown, name, value) => {
      const attribute = shown.schema.attributes[name]
      if (attribute?.type !== 'relation' || attribute.relation !== 'morphToOne' || !isRecord(value)) return value
      const linked = await linkedBy(of, shown, name)
      return linked ? { __type: linked.schema.uid, ...value } : value
    }),
}

/** Replaces the values of the attributes of all entries in a response. */
async function withValues(
  { target, world }: Case,
  theirs: JsonResponse,
  valueOf: (shown: Shown, name: string, value: unknown) => Promise<unknown>,
) {
  const envelope = envelopeOf(theirs)
  if (!target || !envelope) return theirs
  const change = async (shown: Shown) => {
    const changed = { ...shown.attributes }
    for (const [name, value] of Object.entries(shown.attributes)) changed[name] = await valueOf(shown, name, value)
    return changed
  }
  return withBody(theirs, {
    ...envelope,
    data: await changeEntries(envelope.data, target.type, world.registry, change),
  })
}

/** The target of the relation, or its target after a write. */
async function linkedBy(of: Case, { schema, id, depth }: Shown, name: string): Promise<Linked | undefined> {
  const { world } = of
  const input = depth === 0 ? dataOf(of)?.[name] : undefined
  if (isRecord(input)) {
    const type = world.registry.contentTypes.get(String(input['__type']))
    const row = type && (await world.row(type, Number(input['id'])))
    return type && row && { schema: type, row }
  }
  const row: Row | undefined = await world.row(schema, id)
  return row && (await world.linked(schema, row, name))[0]
}

function isShown({ target, may }: Case, { schema, row }: Linked): boolean {
  const preview =
    target?.query['publicationState'] === 'preview' || ['create', 'update'].includes(target?.operation ?? '')
  // An administrator is only in a response as a creator, and only if the type populates creators.
  return (schema.uid === 'admin::user' || may('find', schema.uid)) && (preview || isLive(schema, row))
}

const isSeen = (of: Case, name: string, linked: Linked) => isShown(of, linked) && isNamed(of, name, linked)

/** Each item of a list names its type. */
async function sanitisedItems(of: Case, name: string, items: readonly unknown[]): Promise<unknown[]> {
  const kept: unknown[] = []
  for (const item of items) {
    const schema = isRecord(item) ? of.world.registry.contentTypes.get(String(item['__type'])) : undefined
    const row = schema && isRecord(item) ? await of.world.row(schema, Number(item['id'])) : undefined
    if (!schema || !row || !isRecord(item)) kept.push(item)
    else if (isSeen(of, name, { schema, row })) kept.push(await sanitised(of, { schema, row }, item))
  }
  return kept
}

/** Whether `on` in the populate of the relation contains the type. Without `on`, every type is included. */
function isNamed({ target }: Case, name: string, { schema }: Linked): boolean {
  const node = nodesOf(target?.query['populate'])[name]
  return !isRecord(node?.['on']) || schema.uid in node['on']
}

type Values = Readonly<Record<string, unknown>>

/** Returns a flat row, and what it links to, as the caller sees it elsewhere. */
async function sanitised(of: Case, { schema, row }: Linked, value: Values): Promise<Values> {
  const kept: Record<string, unknown> = {}
  for (const [name, shown] of Object.entries(value)) {
    const attribute = schema.attributes[name]
    if (name === 'id' || name === '__type' || name === '__component') kept[name] = shown
    else if (!attribute || attribute.private || attribute.type === 'password') continue
    else if (attribute.type === 'biginteger' && typeof shown === 'string') kept[name] = String(row[name])
    else if (isScalar(attribute)) kept[name] = shown
    else {
      const linked = await of.world.linked(schema, row, name)
      const seen = linked.filter((one) => attribute.type !== 'relation' || isShown(of, one))
      if (
        linked.length > 0 &&
        seen.length === 0 &&
        !of.may('find', linked[0]?.schema.uid ?? '') &&
        attribute.type === 'relation'
      )
        continue
      kept[name] = await sanitisedLink(of, seen, shown)
    }
  }
  return kept
}

async function sanitisedLink(of: Case, linked: readonly Linked[], shown: unknown): Promise<unknown> {
  const one = async (item: unknown) => {
    if (!isRecord(item)) return null
    const found = linked.find(
      ({ schema, row }) => idOf(row) === item['id'] && (item['__component'] ?? schema.uid) === schema.uid,
    )
    return found ? sanitised(of, found, item) : null
  }
  if (!Array.isArray(shown)) return one(shown)
  return (await Promise.all(shown.map(one))).filter((item) => item !== null)
}

/** Returns the first polymorphic list that is populated with `fields`, and these fields; null without one. */
function sharedFields({ target }: Case): { readonly name: string; readonly fields: readonly string[] } | null {
  for (const [name, node] of Object.entries(nodesOf(target?.query['populate']))) {
    const attribute = target?.type.attributes[name]
    if (attribute?.type !== 'relation' || attribute.relation !== 'morphToMany' || node['fields'] === undefined) continue
    return { name, fields: [node['fields']].flat().map(String) }
  }
  return null
}

export const fieldsShared: Rule = {
  name: '0078-polymorphic-types-share-fields',
  strapi: 'fails with 500 if `fields` selects attributes of a polymorphic list.',
  ours: 'returns the selected attributes that the type of each entry has.',
  why: 'this works for a single polymorphic relation and has one possible meaning for a list.',
  when: (of, theirs) => theirs.status === 500 && of.request.method === 'GET' && sharedFields(of) !== null,
  async expected(of, theirs) {
    const shared = sharedFields(of)
    const target = of.target
    if (!shared || !target) return theirs
    const [before = '', query = ''] = of.request.path.split('?')
    const others = query.split('&').filter((parameter) => !parameter.startsWith('populate'))
    const whole = await of.ask(`${before}?${[...others, `populate=${shared.name}`].join('&')}`)
    const envelope = envelopeOf(whole)
    if (!envelope) return whole
    const change = ({ attributes }: Shown) => {
      const items = attributes[shared.name]
      return Array.isArray(items)
        ? { ...attributes, [shared.name]: items.map((item) => cut(item, shared.fields)) }
        : attributes
    }
    return withBody(whole, {
      ...envelope,
      data: withoutMeta(await changeEntries(envelope.data, target.type, of.world.registry, change)),
    })
  },
}

function cut(item: unknown, fields: readonly string[]): unknown {
  if (!isRecord(item)) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => ['id', '__type', ...fields].includes(name)))
}

/** Added by a later rule. */
function withoutMeta(data: unknown): unknown {
  const bare = (entry: object) => Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'meta'))
  return Array.isArray(data) ? data.map(bare) : bare(data as object)
}

/** Returns the polymorphic relations of a body whose targets do not exist. */
async function dangling(of: Case): Promise<string[]> {
  const names: string[] = []
  for (const [name, attribute, value] of writtenAttributes(of)) {
    if (attribute.type !== 'relation' || attribute.target !== undefined) continue
    for (const item of (Array.isArray(value) ? value : [value]) as unknown[]) {
      const type = isRecord(item) ? of.world.registry.contentTypes.get(String(item['__type'])) : undefined
      if (type && !(await of.world.row(type, Number((item as Record<string, unknown>)['id'])))) names.push(name)
    }
  }
  return names
}

export const morphTargetsExist = refusal({
  name: '0119-polymorphic-relations-point-at-entries',
  strapi: 'stores a polymorphic relation to an entry that does not exist.',
  ours: 'rejects it with 400, as for every other relation.',
  why: 'the relation would be lost silently.',
  refuses: async (of) => ((await dangling(of)).length > 0 ? { error: 'ValidationError', paths: [[]] } : null),
  async instead(of) {
    const names = await dangling(of)
    if (names.length === 0) return null
    return Object.fromEntries(Object.entries(dataOf(of) ?? {}).filter(([name]) => !names.includes(name)))
  },
})
