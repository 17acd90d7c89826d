import { quote } from '@content-api/engine/write'
import { namesOf, type StrapiVersion } from './strapi-names.js'

/** A table of Strapi, with its name and its columns quoted for SQL. */
type QuotedTable<Column extends string> = { readonly table: string } & { readonly [Name in Column]: string }

function table<Column extends string>(name: string, columns: Readonly<Record<Column, string>>): QuotedTable<Column> {
  const quoted = Object.entries<string>(columns).map(([key, column]) => [key, quote(column)] as const)
  return { table: quote(name), ...(Object.fromEntries(quoted) as Record<Column, string>) }
}

/** The tables of Strapi that belong to no content type of a project, with the columns that this server reads. */
export type StrapiTables = ReturnType<typeof tablesOf>

function tablesOf(version: StrapiVersion) {
  const nameOf = namesOf(version)
  const links = (of: string, name: string) => nameOf([of, name], { suffix: 'links' })
  return {
    permissions: table('up_permissions', { id: 'id', action: 'action' }),
    permissionRoles: table(links('up_permissions', 'role'), {
      permission: 'permission_id',
      role: 'role_id',
      order: version === 5 ? 'permission_ord' : 'permission_order',
    }),
    apiTokens: table('strapi_api_tokens', {
      id: 'id',
      name: 'name',
      description: 'description',
      type: 'type',
      accessKey: 'access_key',
      expiresAt: 'expires_at',
      lastUsedAt: 'last_used_at',
      createdAt: 'created_at',
    }),
    /** Strapi 5 has tokens of administrators in the same table. */
    apiTokenKind: version === 5 ? quote('kind') : null,
    apiTokenPermissions: table('strapi_api_token_permissions', { id: 'id', action: 'action' }),
    apiTokenPermissionTokens: table(links('strapi_api_token_permissions', 'token'), {
      permission: 'api_token_permission_id',
      token: 'api_token_id',
      order: version === 5 ? 'api_token_permission_ord' : 'api_token_permission_order',
    }),
    locales: table('i18n_locale', {
      id: 'id',
      name: 'name',
      code: 'code',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    }),
    /** In Strapi 5, all rows are documents, also those of system types. */
    documents: {
      documentId: quote('document_id'),
      createdAt: quote('created_at'),
      updatedAt: quote('updated_at'),
      publishedAt: quote('published_at'),
    },
    /** In Strapi 5, locales are documents like all content. */
    localeDocuments: version === 5 ? { documentId: quote('document_id'), publishedAt: quote('published_at') } : null,
    settings: table('strapi_core_store_settings', {
      key: 'key',
      value: 'value',
      type: 'type',
      environment: 'environment',
      tag: 'tag',
    }),
    databaseSchema: table('strapi_database_schema', { hash: 'hash', time: 'time' }),
  } as const
}

export const strapiTables: Readonly<Record<StrapiVersion, StrapiTables>> = { 4: tablesOf(4), 5: tablesOf(5) }
