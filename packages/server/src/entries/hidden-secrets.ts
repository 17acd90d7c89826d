import { isRecord, isScalar, type LinkAttribute, type Registry, type Schema } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import { fileContentType, linkTarget, userType } from '@content-api/engine/plan'

/** The attributes of users that hold digests of codes. */
const codes: ReadonlySet<string> = new Set(['resetPasswordToken', 'confirmationToken'])

interface Parts {
  readonly secrets: readonly string[]
  readonly links: readonly (readonly [name: string, attribute: LinkAttribute])[]
}

const partsOf = new WeakMap<Schema, Parts>()

function parts(schema: Schema): Parts {
  const known = partsOf.get(schema)
  if (known) return known
  const attributes = Object.entries(schema.attributes)
  const found: Parts = {
    secrets: attributes.flatMap(([name, attribute]) =>
      isScalar(attribute) && (scalarBehaviours[attribute.type].hidden || (schema.uid === userType && codes.has(name)))
        ? [name]
        : [],
    ),
    links: attributes.flatMap(([name, attribute]) => (isScalar(attribute) ? [] : [[name, attribute] as const])),
  }
  partsOf.set(schema, found)
  return found
}

/**
 * Makes password hashes and codes of entries non-enumerable, at every depth. Project code reads them by name;
 * JSON and copies leave them out, so that a response doesn't contain them by accident.
 */
export function withHiddenSecrets(value: unknown, schema: Schema | undefined, registry: Registry): unknown {
  if (Array.isArray(value)) for (const item of value as unknown[]) withHiddenSecrets(item, schema, registry)
  if (!isRecord(value)) return value
  const of = schema ?? schemaOf(value, registry)
  if (!of) return value
  const { secrets, links } = parts(of)
  for (const name of secrets) {
    if (Object.hasOwn(value, name)) Object.defineProperty(value, name, { enumerable: false })
  }
  for (const [name, attribute] of links) {
    const linked = value[name]
    if (typeof linked !== 'object' || linked === null) continue
    const target = attribute.type === 'media' ? fileContentType(registry) : linkTarget(attribute, registry)
    withHiddenSecrets(linked, target, registry)
  }
  return value
}

/** Returns the schema that an entry of a dynamic zone or a polymorphic relation names. */
function schemaOf(entry: Readonly<Record<string, unknown>>, registry: Registry): Schema | undefined {
  const { __component: component, __type: type } = entry
  if (typeof component === 'string') return registry.components.get(component)
  return typeof type === 'string' ? registry.contentTypes.get(type) : undefined
}
