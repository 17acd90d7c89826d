import { type Report, prefixReport, warnings } from '../problem.js'
import type { AttributeFile, ContentTypeFile } from '../schema-file.js'
import { quote, isRecord } from '../wording.js'

/**
 * Attributes of Strapi's own schemas that this service keeps elsewhere. A project that extends a schema
 * starts from a copy of it.
 */
const keptElsewhere: Readonly<Record<string, readonly string[]>> = {
  'plugin::upload.file': ['related', 'folder', 'folderPath'],
  'plugin::users-permissions.role': ['permissions'],
  'admin::user': ['roles'],
}

/**
 * Returns a built-in schema with the attributes that a project's extension file replaces and adds. Changes
 * that would break the service are reported and left out.
 */
export function extendBuiltin(
  uid: string,
  builtin: ContentTypeFile,
  extension: Readonly<Record<string, unknown>>,
  report: Report,
): Readonly<Record<string, unknown>> {
  const merged: Record<string, unknown> = { ...builtin, ...extension }
  for (const section of ['info', 'options', 'pluginOptions', 'attributes'] as const) {
    const overrides = extension[section]
    if (overrides === undefined) merged[section] = builtin[section]
    else if (isRecord(overrides)) merged[section] = { ...builtin[section], ...overrides }
  }
  if (isRecord(merged['attributes'])) {
    merged['attributes'] = safeAttributes(uid, builtin, merged['attributes'], prefixReport(report, 'attributes'))
  }
  return merged
}

function safeAttributes(
  uid: string,
  builtin: ContentTypeFile,
  attributes: Readonly<Record<string, unknown>>,
  report: Report,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(attributes).filter(([name]) => !keptElsewhere[uid]?.includes(name))
  return Object.fromEntries(
    entries.map(([name, attribute]) => {
      const own = Object.hasOwn(builtin.attributes, name) ? builtin.attributes[name] : undefined
      const isChanged = own !== undefined && isRecord(attribute) && attribute !== own
      return [name, isChanged ? safeAttribute(name, own, attribute, prefixReport(report, name)) : attribute]
    }),
  )
}

/** The options of a relation that an extension must not change, besides the type. */
const relationEnds = ['relation', 'target', 'mappedBy', 'inversedBy'] as const

/** The types of short strings. An extension may replace one by another. */
const stringTypes: ReadonlySet<unknown> = new Set(['string', 'text', 'email', 'uid'])

/** Returns the attribute as extended, or the built-in one if the service couldn't use it any more. */
function safeAttribute(
  name: string,
  own: AttributeFile,
  extended: Readonly<Record<string, unknown>>,
  report: Report,
): Readonly<Record<string, unknown>> {
  const keep = (option: string, value: unknown) => {
    const stays = value === undefined ? 'absent' : quote(value)
    warnings(report)([option], `stays ${stays}, because the service itself uses "${name}".`)
  }
  if (extended['type'] !== own.type && !(stringTypes.has(extended['type']) && stringTypes.has(own.type))) {
    keep('type', own.type)
    return own
  }
  const changedEnds = own.type === 'relation' ? relationEnds.filter((end) => extended[end] !== own[end]) : []
  for (const end of changedEnds) keep(end, own[end])
  const safe = changedEnds.length > 0 ? own : extended
  if (own['private'] !== true || safe['private'] === true) return safe
  keep('private', true)
  return { ...safe, private: true }
}
