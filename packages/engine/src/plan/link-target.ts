import type {
  Component,
  ContentType,
  LinkAttribute,
  LinkType,
  Registry,
  RelationAttribute,
  RelationKind,
} from '@content-api/model'

/** The uid of the content type of uploaded files, the target of all media attributes. */
export const fileType = 'plugin::upload.file'

type TargetOf = {
  readonly [Type in LinkType]: (
    attribute: Extract<LinkAttribute, { type: Type }>,
    registry: Registry,
  ) => ContentType | Component | undefined
}

const targetOf: TargetOf = {
  media: (_attribute, registry) => fileContentType(registry),
  relation: ({ target }, registry) => (target === undefined ? undefined : registry.contentType(target)),
  component: ({ component }, registry) => registry.component(component),
  dynamiczone: () => undefined,
}

/** Returns the target of a link; undefined if each linked row has its own type (zones, morphToOne, morphToMany). */
export function linkTarget(attribute: LinkAttribute, registry: Registry): ContentType | Component | undefined {
  return (targetOf[attribute.type] as TargetOf['media'])(attribute as never, registry)
}

export function fileContentType(registry: Registry): ContentType {
  return registry.contentType(fileType)
}

/** Returns whether a relation is polymorphic, on either side. */
export function isMorph({ relation }: RelationAttribute): boolean {
  return relation.startsWith('morph')
}

const many: Readonly<Record<RelationKind, boolean>> = {
  oneToOne: false,
  oneToMany: true,
  manyToOne: false,
  manyToMany: true,
  morphToOne: false,
  morphToMany: true,
  morphOne: false,
  morphMany: true,
}

export function relatesToMany({ relation }: RelationAttribute): boolean {
  return many[relation]
}

/** The uids of the content types of users and roles. */
export const userType = 'plugin::users-permissions.user'
export const roleType = 'plugin::users-permissions.role'
