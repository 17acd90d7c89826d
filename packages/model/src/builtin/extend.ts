import type { ContentType } from '../content-type.js'
import { type Report, below } from '../problem.js'
import { quote, isRecord } from '../wording.js'
import type { ContentTypeFile } from '../schema-file.js'

/** Returns a built-in schema with the attributes that a project's extension file replaces and adds. */
export function extendBuiltin(
  builtin: ContentTypeFile,
  extension: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const merged: Record<string, unknown> = { ...builtin, ...extension }
  for (const section of ['info', 'options', 'pluginOptions', 'attributes'] as const) {
    const overrides = extension[section]
    if (overrides === undefined) merged[section] = builtin[section]
    else if (isRecord(overrides)) merged[section] = { ...builtin[section], ...overrides }
  }
  return merged
}

/** The options of a relation that an extension must not change, besides the type. */
const relationEnds = ['relation', 'target', 'mappedBy', 'inversedBy'] as const

/**
 * Reports changes that would break the service: another type, another relation, or an attribute that is not
 * private any more.
 */
export function checkExtension(builtin: ContentTypeFile, extended: ContentType, report: Report): void {
  for (const [name, attribute] of Object.entries(builtin.attributes)) {
    const now = extended.declared[name]
    if (now === undefined) continue
    const at = below(report, 'attributes', name)
    if (now.type !== attribute.type) {
      at(['type'], `must stay ${attribute.type}: the service itself uses "${name}".`, attribute.type)
    } else if (now.type === 'relation') {
      for (const end of relationEnds) {
        const had = attribute[end]
        const stays = had === undefined ? 'absent' : quote(had)
        if (now[end] !== had) at([end], `must stay ${stays}: the service itself uses "${name}".`)
      }
    }
    if (attribute['private'] === true && !now.private) at(['private'], `must stay true: "${name}" is never shown.`)
  }
}
