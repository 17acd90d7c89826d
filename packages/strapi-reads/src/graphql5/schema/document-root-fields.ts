import { type ContentType, isBuiltinType, type Registry } from '@content-api/model'
import { derivedNames, pluralField, singularField, typeName } from '@content-api/interfaces/graphql/naming'
import { rowsArguments } from '@content-api/interfaces/graphql/schema/attribute-types'
import {
  isShown as hasType,
  type OperationKind,
  type RootField,
} from '@content-api/interfaces/graphql/schema/root-fields'
import type { ShadowAction, ShadowCrud } from '@content-api/interfaces/graphql/schema/shadow-crud'

/** Nested relations show the same versions of documents as their root field, so types without drafts have these too. */
const status = 'status: PublicationStatus = PUBLISHED'
const versions = [status, 'hasPublishedVersion: Boolean', 'publicationFilter: PublicationFilter']
const id = 'documentId: ID!'

/** The type of the result of deletions. */
export const deletion = 'DeleteMutationResponse'

interface FieldRow {
  readonly parent: RootField['parent']
  readonly action: ShadowAction
  readonly name: (type: ContentType) => string
  readonly arguments: (type: ContentType) => readonly string[]
  /** @param name the name of the type */
  readonly result: (name: string) => string
}

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const mutation = (verb: string) => (type: ContentType) => `${verb}${upperFirst(singularField(type))}`
const data = (type: ContentType) => `data: ${derivedNames.input(typeName(type))}!`

const query = { parent: 'Query', action: 'find' } as const
const same = (name: string) => name

const rows: Readonly<Partial<Record<OperationKind, FieldRow>>> = {
  findOne: { ...query, action: 'findOne', name: singularField, arguments: () => [id, ...versions], result: same },
  find: {
    ...query,
    name: pluralField,
    arguments: (type) => [...rowsArguments(type), ...versions],
    result: (name) => `[${name}]!`,
  },
  findConnection: {
    ...query,
    name: (type) => `${pluralField(type)}_connection`,
    arguments: (type) => [...rowsArguments(type), ...versions],
    result: derivedNames.collection,
  },
  findSingle: { ...query, name: singularField, arguments: () => versions, result: same },
  create: {
    parent: 'Mutation',
    action: 'create',
    name: mutation('create'),
    arguments: (type) => [status, data(type)],
    result: same,
  },
  update: {
    parent: 'Mutation',
    action: 'update',
    name: mutation('update'),
    arguments: (type) => [id, status, data(type)],
    result: same,
  },
  delete: {
    parent: 'Mutation',
    action: 'delete',
    name: mutation('delete'),
    arguments: () => [id],
    result: () => deletion,
  },
  updateSingle: {
    parent: 'Mutation',
    action: 'update',
    name: mutation('update'),
    arguments: (type) => [status, data(type)],
    result: same,
  },
  deleteSingle: {
    parent: 'Mutation',
    action: 'delete',
    name: mutation('delete'),
    arguments: () => [],
    result: () => deletion,
  },
}

/** Types of Strapi's plugins whose root fields it leaves out, besides those of `isBuiltinType`. */
const permissionType = 'plugin::users-permissions.permission'
const withOwnMutations: ReadonlySet<string> = new Set(['plugin::i18n.locale', permissionType])

/** Returns whether a content type has a type in GraphQL: all except administrators and folders of files. */
export const isShown = (type: ContentType): boolean => hasType(type) && type.uid !== 'plugin::upload.folder'

const queriesOfLists: readonly OperationKind[] = ['findOne', 'findConnection', 'find']

function kindsOf(type: ContentType): readonly OperationKind[] {
  if (type.uid === permissionType) return []
  // Types of plugins have their own mutations, or none.
  if (isBuiltinType(type.uid) || withOwnMutations.has(type.uid)) return queriesOfLists
  if (type.kind === 'singleType') return ['findSingle', 'updateSingle', 'deleteSingle']
  return [...queriesOfLists, 'create', 'update', 'delete']
}

/** Returns the root fields of all enabled content types. */
export function documentRootFields({ contentTypes }: Registry, shadow: ShadowCrud): readonly RootField[] {
  const types = [...contentTypes.values()].filter((type) => isShown(type) && shadow.isEnabled(type.uid))
  return types.flatMap((type) =>
    kindsOf(type).flatMap((kind) => {
      const row = rows[kind]
      return row && shadow.isActionEnabled(type.uid, row.action) ? [rootField(kind, row, type)] : []
    }),
  )
}

function rootField(kind: OperationKind, row: FieldRow, type: ContentType): RootField {
  const name = row.name(type)
  const args = [...row.arguments(type), ...(type.localized ? ['locale: I18NLocaleCode'] : [])].join(', ')
  const sdl = `${name}${args === '' ? '' : `(${args})`}: ${row.result(typeName(type))}`
  return { parent: row.parent, name, kind, type, sdl }
}
