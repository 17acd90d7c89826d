import type { Attribute, RelationAttribute } from './attribute.js'

/** Returns the attributes that the service adds to a content type, besides `id`. */
export function standardNames({
  draftAndPublish,
  localized,
}: Pick<StandardOptions, 'draftAndPublish' | 'localized'>): ReadonlySet<string> {
  return new Set([
    'createdAt',
    'updatedAt',
    ...(draftAndPublish ? ['publishedAt'] : []),
    ...(localized ? ['locale', 'localizations'] : []),
    'createdBy',
    'updatedBy',
  ])
}

/** The names of all attributes that a content type has without declaring them, besides `id`. */
export const standardAttributeNames: ReadonlySet<string> = standardNames({ draftAndPublish: true, localized: true })

export interface StandardOptions {
  readonly uid: string
  readonly draftAndPublish: boolean
  readonly populateCreatorFields: boolean
  readonly localized: boolean
  /** The names of attributes that `options.privateAttributes` hides. */
  readonly hidden: ReadonlySet<string>
}

/** Returns the declared and the standard attributes in the order of responses (specification §2.4). */
export function withStandardAttributes(
  declared: Readonly<Record<string, Attribute>>,
  { uid, draftAndPublish, populateCreatorFields, localized, hidden }: StandardOptions,
): Readonly<Record<string, Attribute>> {
  const creator: RelationAttribute = {
    type: 'relation',
    relation: 'oneToOne',
    target: 'admin::user',
    ...(populateCreatorFields ? {} : { private: true }),
  }
  const standard: Record<string, Attribute> = {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    ...(draftAndPublish ? { publishedAt: { type: 'datetime' } } : {}),
    ...(localized ? { locale: { type: 'string' } } : {}),
    ...(localized ? { localizations: { type: 'relation', relation: 'oneToMany', target: uid } } : {}),
    createdBy: creator,
    updatedBy: creator,
  }
  const attributes: Record<string, Attribute> = withId(declared)
  for (const [name, attribute] of Object.entries(standard)) {
    attributes[name] = Object.freeze(hidden.has(name) ? { ...attribute, private: true } : { ...attribute })
  }
  return Object.freeze(attributes)
}

/** Returns `id` and the declared attributes. */
export function withId(declared: Readonly<Record<string, Attribute>>): Record<string, Attribute> {
  const attributes: Record<string, Attribute> = Object.create(null)
  attributes['id'] = Object.freeze({ type: 'integer' })
  return Object.assign(attributes, declared)
}
