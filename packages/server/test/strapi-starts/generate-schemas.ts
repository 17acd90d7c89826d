import { someNames, someScalar } from './generate-attributes.js'
import type { AttributeJson, SchemaJson } from './library-schemas.js'
import { Random } from './random.js'

type Attributes = Record<string, AttributeJson>

/** Generated content types by singular name, and components by uid. */
export interface GeneratedSchemas {
  readonly types: Readonly<Record<string, SchemaJson>>
  readonly components: Readonly<Record<string, SchemaJson>>
  /** The names of relations whose other side is missing or doesn't fit. */
  readonly mismatched: ReadonlySet<string>
}

const relationKinds = ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'] as const
const opposite = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
} as const
const nouns = [
  'item',
  'big-item',
  'x2-thing',
  'order',
  'group',
  'user-profile',
  'a',
  'node',
  'select',
  'table',
] as const

const uidOf = (name: string) => `api::${name}.${name}`

/** Returns content types with unusual names, options, relations and components, which Strapi accepts. */
export function generateSchemas(seed: number, count: number): GeneratedSchemas {
  const random = new Random(seed)
  const components = someComponents(random)
  const names = Array.from({ length: count }, (_, index) => `${nouns[index % nouns.length]}-${index}`)
  const attributes = new Map(names.map((name) => [name, ownAttributes(random, Object.keys(components))]))
  const mismatched = new Set<string>()
  for (let index = 0; index < count; index++) addRelation(random, names, attributes, mismatched)
  const types = names.map((name, index): [string, SchemaJson] => [
    name,
    typeOf(random, name, index, attributes.get(name) ?? {}),
  ])
  return { types: Object.fromEntries(types), components, mismatched }
}

function ownAttributes(random: Random, components: readonly string[]): Attributes {
  const names = someNames(random, random.integer(3, 8))
  const attributes: Attributes = Object.fromEntries(names.map((name) => [name, someScalar(random)]))
  const [first, ...others] = random.some(components, 1, 3)
  if (random.chance(0.4)) attributes['part'] = { type: 'component', component: first, repeatable: random.chance(0.5) }
  if (random.chance(0.3)) attributes['zone'] = { type: 'dynamiczone', components: [first, ...others] }
  return attributes
}

function someComponents(random: Random): Record<string, SchemaJson> {
  const uids = Array.from({ length: 8 }, (_, index) => `${random.one(['shared', 'two-words'])}.part-${index}`)
  const made: [string, SchemaJson][] = uids.map((uid, index) => {
    const names = someNames(random, random.integer(1, 4))
    const attributes: Attributes = Object.fromEntries(names.map((name) => [name, someScalar(random)]))
    // A component only contains those after it, so that none contains itself.
    const inner = uids[index + 1]
    if (inner && random.chance(0.4))
      attributes['inner'] = { type: 'component', component: inner, repeatable: random.chance(0.5) }
    const collectionName = `components_${uid.replaceAll(/\W/g, '_')}s`
    return [uid, { collectionName, info: { displayName: uid, description: '' }, options: {}, attributes }]
  })
  return Object.fromEntries(made)
}

function typeOf(random: Random, name: string, index: number, attributes: Attributes): SchemaJson {
  const localized = random.chance(0.2)
  return {
    kind: random.chance(0.07) ? 'singleType' : 'collectionType',
    collectionName: random.one([`${name}s`, `${name.replaceAll('-', '_')}s`, `Table_${index}`]),
    info: { singularName: name, pluralName: `${name}s`, displayName: name, description: '' },
    options: {
      draftAndPublish: random.chance(0.5),
      ...(random.chance(0.2) && { increments: true, timestamps: true }),
      ...(random.chance(0.2) && { comment: 'a comment' }),
    },
    ...(localized && { pluginOptions: { i18n: { localized: true } } }),
    attributes: localized
      ? Object.fromEntries(
          Object.entries(attributes).map(([key, attribute]) => [
            key,
            { ...attribute, pluginOptions: { i18n: { localized: true } } },
          ]),
        )
      : attributes,
  }
}

/** Adds a relation, of which one or both sides may name an attribute that doesn't fit. */
function addRelation(
  random: Random,
  names: readonly string[],
  all: ReadonlyMap<string, Attributes>,
  mismatched: Set<string>,
): void {
  const [source, target] = [random.one(names), random.one(names)]
  const kind = random.one(relationKinds)
  const ownerKind = random.one(['oneToOne', 'manyToOne', 'manyToMany'] as const)
  const number = [...all.values()].reduce((sum, each) => sum + Object.keys(each).length, 0)
  const [own, other] = [`to_${number}`, `from_${number}`]
  const add = (name: string, key: string, attribute: AttributeJson) => {
    const attributes = all.get(name)
    if (attributes) attributes[key] = attribute
  }
  const side = (relation: string, to: string, options: object = {}): AttributeJson => ({
    type: 'relation',
    relation,
    target: uidOf(to),
    ...options,
  })
  const owner = () => add(source, own, side(ownerKind, target, { inversedBy: other }))
  const mapped = (key: string) => add(target, key, side(opposite[ownerKind], source, { mappedBy: own }))
  const forms = [
    () => add(source, own, side(kind, target)),
    () => add(source, own, side(kind, source)),
    () => {
      owner()
      mapped(other)
    },
    () => {
      owner()
      mapped(other)
    },
    () => {
      mapped(other)
      owner()
    },
    // Both sides are owners.
    () => {
      const both = random.one(['oneToOne', 'manyToMany'] as const)
      add(source, own, side(both, target, { inversedBy: other }))
      add(target, other, side(both, source, { inversedBy: own }))
    },
    // The other side doesn't know the owner.
    () => {
      owner()
      add(target, other, side(opposite[ownerKind], source))
      mismatched.add(own).add(other)
    },
    // Two attributes name the same owner.
    () => {
      owner()
      mapped(other)
      mapped(`${other}_again`)
      mismatched.add(`${other}_again`)
    },
    () => {
      add(
        source,
        own,
        side(random.one(['oneToOne', 'oneToMany', 'manyToMany'] as const), target, { mappedBy: 'missing' }),
      )
      mismatched.add(own)
    },
  ]
  random.one(forms)()
}
