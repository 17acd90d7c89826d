import { type ContentType, type Registry, isBuiltinType } from '@content-api/model'
import { derivedNames, pluralField, singularField, typeName } from '../naming.js'
import type { ShadowAction, ShadowCrud } from './shadow-crud.js'
import { rowsArguments } from './attribute-types.js'

/** The kinds of generated root fields (specification §4.5). */
export type OperationKind =
  | 'findOne'
  | 'find'
  /** A list with the figures of its page, where `find` returns the entries alone. */
  | 'findConnection'
  | 'findSingle'
  | 'create'
  | 'update'
  | 'delete'
  | 'updateSingle'
  | 'deleteSingle'
  | 'createLocalization'

/** The kinds of root fields that return entries with `data` and `attributes`. */
export type EntryOperation = Exclude<OperationKind, 'findConnection'>

export interface RootField {
  readonly parent: 'Query' | 'Mutation'
  readonly name: string
  readonly kind: OperationKind
  readonly type: ContentType
  /** The SDL of the field. */
  readonly sdl: string
}

interface OperationRow {
  readonly parent: RootField['parent']
  readonly action: ShadowAction
  readonly name: (type: ContentType) => string
  readonly arguments: (type: ContentType) => readonly string[]
  readonly responseType: (name: string) => string
}

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const mutation =
  (verb: string, end = '') =>
  (type: ContentType) =>
    `${verb}${upperFirst(singularField(type))}${end}`

const data = (type: ContentType, required = '!') => `data: ${derivedNames.input(typeName(type))}${required}`
const state = (type: ContentType) => (type.draftAndPublish ? ['publicationState: PublicationState = LIVE'] : [])
const locale = (type: ContentType) => (type.localized ? ['locale: I18NLocaleCode'] : [])

const query = { parent: 'Query', responseType: derivedNames.response } as const
const write = { parent: 'Mutation', responseType: derivedNames.response } as const

const rows: Readonly<Record<EntryOperation, OperationRow>> = {
  findOne: {
    ...query,
    action: 'findOne',
    name: singularField,
    // In Strapi 4 this field has no `publicationState` and returns drafts. Here drafts need PREVIEW, as in lists.
    arguments: (type) => ['id: ID', ...locale(type), ...state(type)],
  },
  find: {
    ...query,
    action: 'find',
    name: pluralField,
    arguments: (type) => [...rowsArguments(type), ...state(type), ...locale(type)],
    responseType: derivedNames.collection,
  },
  findSingle: {
    ...query,
    action: 'find',
    name: singularField,
    arguments: (type) => [...state(type), ...locale(type)],
  },
  create: { ...write, action: 'create', name: mutation('create'), arguments: (type) => [data(type), ...locale(type)] },
  update: {
    ...write,
    action: 'update',
    name: mutation('update'),
    arguments: (type) => ['id: ID!', data(type), ...locale(type)],
  },
  delete: { ...write, action: 'delete', name: mutation('delete'), arguments: (type) => ['id: ID!', ...locale(type)] },
  updateSingle: {
    ...write,
    action: 'update',
    name: mutation('update'),
    arguments: (type) => [data(type), ...locale(type)],
  },
  deleteSingle: { ...write, action: 'delete', name: mutation('delete'), arguments: locale },
  createLocalization: {
    ...write,
    action: 'createLocalization',
    name: mutation('create', 'Localization'),
    arguments: (type) => ['id: ID', data(type, ''), ...locale(type)],
  },
}

function kindsOf(type: ContentType): readonly EntryOperation[] {
  // Built-in types have their own mutations.
  if (isBuiltinType(type.uid)) return ['findOne', 'find']
  const localization: EntryOperation[] = type.localized ? ['createLocalization'] : []
  if (type.kind === 'singleType') return ['findSingle', 'updateSingle', 'deleteSingle', ...localization]
  return ['findOne', 'find', 'create', 'update', 'delete', ...localization]
}

/** Returns the root fields of all enabled content types. */
export function rootFields({ contentTypes }: Registry, shadow: ShadowCrud): RootField[] {
  const types = [...contentTypes.values()].filter((type) => isShown(type) && shadow.isEnabled(type.uid))
  return types.flatMap((type) => {
    const kinds = kindsOf(type).filter((kind) => shadow.isActionEnabled(type.uid, rows[kind].action))
    return kinds.map((kind) => rootField(kind, type))
  })
}

function rootField(kind: EntryOperation, type: ContentType): RootField {
  const { parent, name, arguments: argumentsOf, responseType } = rows[kind]
  const args = argumentsOf(type).join(', ')
  const sdl = `${name(type)}${args === '' ? '' : `(${args})`}: ${responseType(typeName(type))}`
  return { parent, name: name(type), kind, type, sdl }
}

/** Returns whether a content type has a type in GraphQL: all types except administrators do. */
export function isShown({ uid }: ContentType): boolean {
  return !uid.startsWith('admin::')
}
