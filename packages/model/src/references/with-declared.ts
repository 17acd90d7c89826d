import type { Attribute } from '../attribute.js'
import type { Draft } from '../checks/draft-model.js'
import type { Schema } from '../content-type.js'

type Declared = Readonly<Record<string, Attribute>>

/** Returns a draft with other declared attributes. Those that are missing now count as unreadable. */
export function withDeclared<S extends Schema>(draft: Draft<S>, declared: Declared): Draft<S> {
  const before = draft.schema.declared
  const attributes: Record<string, Attribute> = Object.create(null)
  for (const [name, attribute] of Object.entries(draft.schema.attributes)) {
    if (!Object.hasOwn(before, name)) attributes[name] = attribute
    else if (Object.hasOwn(declared, name)) attributes[name] = declared[name] as Attribute
  }
  const left = Object.keys(before).filter((name) => !Object.hasOwn(declared, name))
  const changed: S = { ...draft.schema, declared: Object.freeze(declared), attributes: Object.freeze(attributes) }
  const schema = Object.freeze(changed)
  return { ...draft, schema, broken: new Set([...draft.broken, ...left]) }
}

/** Returns a draft whose attributes `change` returned; those for which it returned undefined are left out. */
export function mapDeclared<S extends Schema>(
  draft: Draft<S>,
  change: (attribute: Attribute, name: string) => Attribute | undefined,
): Draft<S> {
  const declared: Record<string, Attribute> = Object.create(null)
  let isChanged = false
  for (const [name, attribute] of Object.entries(draft.schema.declared)) {
    const changed = change(attribute, name)
    isChanged ||= changed !== attribute
    if (changed !== undefined) declared[name] = Object.freeze(changed)
  }
  return isChanged ? withDeclared(draft, declared) : draft
}
