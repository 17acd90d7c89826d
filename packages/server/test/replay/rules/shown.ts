import { envelopeOf, succeeded, withBody } from '../responses.js'
import { changeEntries } from '../entries-of.js'
import { isRecord, segmentsOf } from '../request-target.js'
import type { Rule } from '../rule.js'

type Values = Readonly<Record<string, unknown>>

/** Returns the attributes that a populated relation is sorted by and its `fields` do not select. */
function unselected({ fields, sort }: Values): string[] {
  const names = (value: unknown) => (Array.isArray(value) ? value : [value]).filter((name) => typeof name === 'string')
  const chosen: string[] = names(fields)
  if (chosen.length === 0 || chosen.includes('*')) return []
  const sorted = names(sort).flatMap((text: string) => text.split(',').map((item) => item.split(':')[0]?.trim() ?? ''))
  return sorted.filter((name) => !chosen.includes(name))
}

function withoutUnasked(attributes: Values, populate: unknown): Values {
  if (!isRecord(populate)) return attributes
  const changed: Record<string, unknown> = { ...attributes }
  for (const [name, options] of Object.entries(populate)) {
    const value = attributes[name]
    if (!isRecord(options) || !isRecord(value) || !('data' in value)) continue
    const left = unselected(options)
    const trim = (entry: unknown): unknown => {
      if (!isRecord(entry) || !isRecord(entry['attributes'])) return entry
      const kept = Object.entries(entry['attributes']).filter(([key]) => !left.includes(key))
      return { ...entry, attributes: withoutUnasked(Object.fromEntries(kept), options['populate']) }
    }
    changed[name] = { ...value, data: Array.isArray(value['data']) ? value['data'].map(trim) : trim(value['data']) }
  }
  return changed
}

export const fieldsAsAsked: Rule = {
  name: '0116-fields-are-what-is-shown',
  strapi: 'returns the attributes by which a populated relation is sorted, beside the selected `fields`.',
  ours: 'returns the selected `fields` only.',
  why: 'the specification says that only these are returned (§4.3).',
  when: ({ target }, theirs) => succeeded(theirs) && isRecord(target?.query['populate']) && envelopeOf(theirs) !== null,
  expected({ target }, theirs) {
    const envelope = envelopeOf(theirs)
    const trim = (entry: unknown): unknown =>
      isRecord(entry) && isRecord(entry['attributes'])
        ? { ...entry, attributes: withoutUnasked(entry['attributes'], target?.query['populate']) }
        : entry
    const data = Array.isArray(envelope?.data) ? envelope.data.map(trim) : trim(envelope?.data)
    return withBody(theirs, { ...envelope, data })
  },
}

export const filesHideTheirUse: Rule = {
  name: '0117-files-do-not-tell-where-they-are-used',
  strapi: 'populates `related` of a file in REST with every entry that uses it, for every caller.',
  ours: 'has no such relation in REST. Query the types that use the file, or use GraphQL.',
  why: 'a file must not reveal drafts, private attributes or types that the caller may not find.',
  when: ({ target }, theirs) => succeeded(theirs) && target !== null && envelopeOf(theirs) !== null,
  async expected({ target, world }, theirs) {
    const envelope = envelopeOf(theirs)
    if (!target || !envelope) return theirs
    const data = await changeEntries(envelope.data, target.type, world.registry, ({ schema, attributes }) => {
      if (schema.uid !== 'plugin::upload.file') return attributes
      return Object.fromEntries(Object.entries(attributes).filter(([name]) => name !== 'related'))
    })
    return withBody(theirs, { ...envelope, data })
  },
}

/** Plugins of Strapi that this server does not have. */
const absentPlugins = ['plugin::content-type-builder']

export const permissionsOfWhatThereIs: Rule = {
  name: '0118-permissions-of-what-there-is',
  strapi: 'lists permissions of its plugin for content types.',
  ours: 'lists permissions of its own features only.',
  why: 'a permission without a feature would mislead.',
  when: ({ request }, theirs) => segmentsOf(request)[0]?.toLowerCase() === 'users-permissions' && succeeded(theirs),
  expected: (_of, theirs) => withBody(theirs, withoutPlugins(theirs.body)),
}

function withoutPlugins(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPlugins)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([name]) => !absentPlugins.includes(name))
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutPlugins(inner)]))
}
