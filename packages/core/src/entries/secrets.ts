import { isRecord, isScalar, type LinkAttribute, type Registry, type Schema } from '@content-api/model'
import { scalarBehaviours } from '@content-api/engine/attributes'
import {
  fileContentType,
  linkTarget,
  userType,
  type ComponentItem,
  type FieldWrite,
  type LinkWrite,
  type WritePlan,
} from '@content-api/engine/plan'
import { hashPassword } from '../secrets/password-hash.js'

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
    // An empty code is no secret, and Strapi 4 sends it.
    if (codes.has(name) && value[name] === null) continue
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

type Part = Pick<ComponentItem, 'fields' | 'secrets' | 'links'>

/**
 * Hashes all passwords of a plan (argon2id), in components too, and moves them to its fields.
 * @param client identifies the client, so that the hashing queue serves waiting clients alternately
 */
export async function hashSecrets(plan: WritePlan, client: string | undefined): Promise<WritePlan> {
  return hasSecrets(plan) ? hashPart(plan, client) : plan
}

const itemsOf = (link: LinkWrite): readonly ComponentItem[] =>
  link.kind === 'component' || link.kind === 'zone' ? link.items : []

function hasSecrets({ secrets, links }: Part): boolean {
  return secrets.length > 0 || links.some((link) => itemsOf(link).some(hasSecrets))
}

async function hashPart<P extends Part>(part: P, client: string | undefined): Promise<P> {
  const fields = [...part.fields]
  for (const secret of part.secrets) fields.push({ ...secret, value: await hashValue(secret.value, client) })
  const links: LinkWrite[] = []
  for (const link of part.links) {
    if (link.kind === 'component' || link.kind === 'zone') {
      const items: ComponentItem[] = []
      for (const item of link.items) items.push(await hashPart(item, client))
      links.push({ ...link, items })
    } else links.push(link)
  }
  return { ...part, fields, secrets: [], links }
}

async function hashValue(value: FieldWrite['value'], client: string | undefined): Promise<string | null> {
  return value === null ? null : hashPassword(String(value), client)
}
