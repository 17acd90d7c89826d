import type { Attribute, ContentType, Registry, RelationAttribute } from '@content-api/model'
import type { StrapiIndex } from './table.js'

const string = { type: 'string' } as const
const datetime = { type: 'datetime' } as const

const toOne = (target: string, inversedBy: string): RelationAttribute => ({
  type: 'relation',
  relation: 'manyToOne',
  target,
  inversedBy,
})
const toMany = (target: string, mappedBy: string): RelationAttribute => ({
  type: 'relation',
  relation: 'oneToMany',
  target,
  mappedBy,
})

const file = 'plugin::upload.file'
const folder = 'plugin::upload.folder'
const role = 'plugin::users-permissions.role'
const permission = 'plugin::users-permissions.permission'
const adminUser = 'admin::user'
const apiToken = 'admin::api-token'
const tokenPermission = 'admin::api-token-permission'

type Attributes = Readonly<Record<string, Attribute>>

/** The types of Strapi 5.54 that a project doesn't have here, and whose rows this server reads or writes. */
const types: readonly ContentType[] = [
  systemType(folder, 'upload_folders', 'folder', {
    name: string,
    pathId: { type: 'integer' },
    parent: toOne(folder, 'children'),
    children: toMany(folder, 'parent'),
    files: toMany(file, 'folder'),
    path: string,
  }),
  systemType('plugin::i18n.locale', 'i18n_locale', 'locale', { name: string, code: string }),
  systemType(permission, 'up_permissions', 'permission', { action: string, role: toOne(role, 'permissions') }),
  systemType(apiToken, 'strapi_api_tokens', 'api-token', {
    name: string,
    description: string,
    kind: string,
    type: string,
    accessKey: string,
    encryptedKey: { type: 'text' },
    lastUsedAt: datetime,
    permissions: toMany(tokenPermission, 'token'),
    expiresAt: datetime,
    lifespan: { type: 'biginteger' },
    adminUserOwner: toOne(adminUser, 'apiTokens'),
  }),
  systemType(tokenPermission, 'strapi_api_token_permissions', 'api-token-permission', {
    action: string,
    token: toOne(apiToken, 'permissions'),
  }),
]

type HiddenAttributes = Readonly<Record<string, readonly (readonly [after: string, added: Attributes])[]>>

/** Attributes of Strapi's types that responses never contain, each after the attribute whose name comes first. */
const hidden: HiddenAttributes = {
  [file]: [
    [
      'provider_metadata',
      { related: { type: 'relation', relation: 'morphToMany' }, folder: toOne(folder, 'files'), folderPath: string },
    ],
  ],
  [adminUser]: [['resetPasswordToken', { resetPasswordTokenExpiresAt: datetime }]],
}

/** The indexes that Strapi's own types declare, by the uid of the type. */
export const systemIndexes: Readonly<Record<string, readonly StrapiIndex[]>> = {
  [file]: ['folder_path', 'created_at', 'updated_at', 'name', 'size', 'ext'].map((column) => ({
    name: `upload_files_${column}_index`,
    columns: [column],
  })),
  [folder]: ['path_id', 'path'].map((column) => ({
    name: `upload_folders_${column}_index`,
    columns: [column],
    unique: true,
  })),
}

function systemType(uid: string, collectionName: string, singularName: string, attributes: Attributes): ContentType {
  return {
    model: 'contentType',
    kind: 'collectionType',
    uid,
    collectionName,
    singularName,
    pluralName: `${singularName}s`,
    displayName: singularName,
    draftAndPublish: false,
    populateCreatorFields: false,
    localized: false,
    declared: attributes,
    attributes,
    indexes: [],
  }
}

function withHidden(type: ContentType, added: HiddenAttributes): ContentType {
  const more = new Map(added[type.uid])
  if (more.size === 0) return type
  const add = (attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).flatMap(([name, attribute]) => [
        [name, attribute] as const,
        ...Object.entries(more.get(name) ?? {}).filter(([attribute]) => !Object.hasOwn(attributes, attribute)),
      ]),
    )
  return { ...type, declared: add(type.declared), attributes: add(type.attributes) }
}

/** Returns the model of a project together with Strapi's own types that have tables here. */
export function withSystemTypes(registry: Registry): Registry {
  return withTypes(registry, types, hidden)
}

const secret = <Kind extends Attribute>(attribute: Kind): Kind => ({ ...attribute, private: true })

/** Attributes of Strapi's types that only code of a project may read and write. */
const ofRows: HiddenAttributes = {
  [file]: [['provider_metadata', { folder: secret(toOne(folder, 'files')), folderPath: { ...string, private: true } }]],
  [role]: [['type', { permissions: secret(toMany(permission, 'role')) }]],
}

/**
 * Returns the model of a project together with Strapi's own types whose rows code of the project reads and
 * writes: permissions, API tokens, locales, folders.
 */
export function withRowTypes(registry: Registry): Registry {
  const readable = types.map((type) => ({
    ...type,
    attributes: { id: { type: 'integer' }, documentId: string, ...type.attributes, ...times } as const,
  }))
  return withTypes(registry, readable, ofRows)
}

const times = { createdAt: datetime, updatedAt: datetime, publishedAt: datetime } as const

function withTypes(registry: Registry, own: readonly ContentType[], added: HiddenAttributes): Registry {
  // Those that Strapi has stored lack what links them to types of this server.
  const all = [...registry.contentTypes.values(), ...own].map((type) => [type.uid, withHidden(type, added)] as const)
  const contentTypes = new Map(all)
  return {
    ...registry,
    contentTypes,
    contentType(uid) {
      const type = contentTypes.get(uid)
      if (!type) throw new RangeError(`There is no content type ${uid}`)
      return type
    },
  }
}
