import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileType, roleType, userType } from '@content-api/engine/plan'
import { type ContentType, isRecord, type Registry, type SchemaFile, toSchemaFiles } from '@content-api/model'
import type { ContentStore, ServiceSettings } from '../content-store.js'
import type { EntryLine } from '../entries/entry-line.js'
import { exportEntries } from '../entries/export-entries.js'
import type { AccessLine } from '../entries/import-access.js'
import { linkLocalizations, numberLinks, type PlannedStrapiLink, planEntity } from './entity.js'
import { type Asset, StrapiArchive } from './write-archive.js'

export interface ToStrapiOptions {
  readonly onProgress?: (entries: number, total: number) => void
}

/** Something that the export leaves out, or that won't work in Strapi. */
export interface LostContent {
  /** For example `user ada` or `API token site`. */
  readonly what: string
  readonly reason: string
}

export interface ExportedToStrapi {
  readonly entries: number
  readonly files: number
  readonly lost: readonly LostContent[]
}

const permissionType = 'plugin::users-permissions.permission'

/**
 * Writes all content as an archive that `strapi import` of Strapi 4.26 reads.
 * @param file ends in `.tar` or `.tar.gz`
 */
export async function exportToStrapi(
  store: ContentStore,
  file: string,
  { onProgress }: ToStrapiOptions = {},
): Promise<ExportedToStrapi> {
  const archive = await StrapiArchive.create()
  try {
    const writer = new EntityWriter(store, archive)
    await writer.begin()
    const { entries } = await exportEntries(
      store.database,
      (line) => writer.add(JSON.parse(line) as EntryLine | AccessLine),
      {
        access: true,
        ...(onProgress && { onProgress }),
      },
    )
    await writer.finish()
    await archive.write(file, writer.assets())
    return { entries, files: writer.files, lost: writer.lost() }
  } finally {
    await archive.close()
  }
}

type FileRecord = Readonly<Record<string, unknown>> & { readonly id: number }

class EntityWriter {
  readonly #registry: Registry
  #type = ''
  /** The links of the current type. They are written when all links that point at the same entry are known. */
  #links: PlannedStrapiLink[] = []
  readonly #groups = new Map<number, number[]>()
  readonly #roles = new Map<string, number>()
  readonly #records: FileRecord[] = []
  readonly #lost: LostContent[] = []
  readonly #lostPasswords = new Map<string, number>()
  #permissions = 0
  files = 0

  constructor(
    private readonly store: ContentStore,
    private readonly archive: StrapiArchive,
  ) {
    this.#registry = store.database.registry
  }

  async begin(): Promise<void> {
    for (const schema of toSchemaFiles(this.#registry)) await this.archive.add('schemas', toStrapiSchema(schema))
    const { defaultLocale, locales } = this.store.settings.i18n
    const now = new Date().toISOString()
    for (const [index, code] of [...new Set([defaultLocale, ...locales])].entries()) {
      const data = { name: describeLocale(code), code, createdAt: now, updatedAt: now }
      await this.archive.add('entities', { type: 'plugin::i18n.locale', id: index + 1, data })
    }
    for (const [index, setting] of toStoredSettings(this.store.settings).entries()) {
      const value = { id: index + 1, ...setting, environment: null, tag: null }
      await this.archive.add('configuration', { type: 'core-store', value })
    }
  }

  async add(line: EntryLine | AccessLine): Promise<void> {
    if ('token' in line) {
      const reason = 'archives of Strapi hold no API tokens: create a new one in Strapi'
      this.#lost.push({ what: `API token ${line.token.name} (${line.token.type})`, reason })
    } else if ('permissions' in line) {
      await this.#addPermissions(line.permissions)
    } else {
      if (line.type !== this.#type) await this.#nextType(line.type)
      await this.#addEntry(line)
    }
  }

  async finish(): Promise<void> {
    await this.#nextType('')
  }

  lost(): readonly LostContent[] {
    const attributes = [...this.#lostPasswords].map(([what, count]) => ({
      what: `${what} of ${count} ${count === 1 ? 'entry' : 'entries'}`,
      reason: 'its hash is not a bcrypt hash',
    }))
    return [...this.#lost, ...attributes]
  }

  /** Yields the stored files of all records, and reports missing files. */
  async *assets(): AsyncGenerator<Asset> {
    const { directory } = this.store.files
    for (const record of this.#records) {
      for (const { name, metadata } of filesOf(record)) {
        const path = directory === null || record['provider'] !== 'local' ? null : join(directory, name)
        const found = path === null ? null : await stat(path).catch(() => null)
        if (path !== null && found?.isFile()) {
          this.files++
          yield { name, path, metadata }
        } else {
          const reason =
            directory === null
              ? 'it is not in a local folder: Strapi keeps its URL'
              : `there is no such file in ${directory}`
          this.#lost.push({ what: `file ${name}`, reason })
        }
      }
    }
  }

  async #addEntry(line: EntryLine): Promise<void> {
    const { type, id, attributes, localizationOf } = line
    const { entity, links, lostPasswords } = planEntity(line, this.#registry)
    // In Strapi, each file is in a media folder.
    const data = type === fileType ? { ...entity.data, folderPath: '/' } : entity.data
    await this.archive.add('entities', { ...entity, data })
    this.#links.push(...links)
    for (const name of lostPasswords) this.#losePassword(type, name, String(attributes['username']))
    if (type === fileType) this.#records.push({ id, ...data })
    if (type === roleType) this.#roles.set(String(attributes['type']), id)
    if (localizationOf !== undefined) {
      const group = this.#groups.get(localizationOf) ?? [localizationOf]
      this.#groups.set(localizationOf, [...group, id])
    }
  }

  #losePassword(type: string, name: string, username: string): void {
    if (type === userType) {
      const reason = "Strapi can't check argon2id: the user has to reset the password by mail"
      this.#lost.push({ what: `password of user ${username}`, reason })
    } else {
      const key = `${type}.${name}`
      this.#lostPasswords.set(key, (this.#lostPasswords.get(key) ?? 0) + 1)
    }
  }

  async #nextType(uid: string): Promise<void> {
    for (const link of numberLinks(this.#links)) await this.archive.add('links', link)
    for (const ids of this.#groups.values()) {
      const type: ContentType = this.#registry.contentType(this.#type)
      for (const link of linkLocalizations(type, ids)) await this.archive.add('links', link)
    }
    this.#links = []
    this.#groups.clear()
    this.#type = uid
  }

  async #addPermissions({ role, actions }: { role: string; actions: readonly string[] }): Promise<void> {
    const ref = this.#roles.get(role)
    // The service keeps the permissions of a removed role, in case the role is added again. Strapi has no use for them.
    if (ref === undefined) return
    const now = new Date().toISOString()
    for (const [index, action] of actions.entries()) {
      const id = ++this.#permissions
      await this.archive.add('entities', {
        type: permissionType,
        id,
        data: { action, createdAt: now, updatedAt: now },
      })
      await this.archive.add('links', {
        kind: 'relation.basic',
        relation: 'manyToOne',
        left: { type: permissionType, field: 'role', ref: id },
        right: { type: roleType, field: 'permissions', ref, pos: index + 1 },
      })
    }
  }
}

/** Returns the file of a record and its smaller formats, with their names in Strapi. */
function filesOf(record: FileRecord): { name: string; metadata: unknown }[] {
  const nameOf = ({ hash, ext }: Readonly<Record<string, unknown>>) =>
    `${String(hash)}${typeof ext === 'string' ? ext : ''}`
  const formats = isRecord(record['formats'])
    ? Object.entries(record['formats']).filter(([, form]) => isRecord(form))
    : []
  return [
    { name: nameOf(record), metadata: record },
    ...formats.map(([type, form]) => ({
      name: nameOf(form as Record<string, unknown>),
      metadata: { ...(form as object), type, id: record.id, mainHash: record['hash'] },
    })),
  ]
}

/** Returns Strapi's name of a locale, for example `French (fr)`. */
function describeLocale(code: string): string {
  return `${new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code} (${code})`
}

function toStoredSettings({ i18n, signUp }: ServiceSettings) {
  const { enabled, confirmEmail, role } = signUp.register
  const advanced = {
    unique_email: true,
    allow_register: enabled,
    email_confirmation: confirmEmail,
    email_reset_password: signUp.resetPasswordUrl ?? null,
    email_confirmation_redirection: signUp.confirmedUrl ?? null,
    default_role: role,
  }
  return [
    { key: 'plugin_i18n_default_locale', value: i18n.defaultLocale, type: 'string' },
    { key: 'plugin_users-permissions_advanced', value: advanced, type: 'object' },
  ]
}

/**
 * Converts a schema file to the format of `strapi export`: adds the properties that Strapi adds when it loads
 * the file.
 */
function toStrapiSchema({ path, json }: SchemaFile): Record<string, unknown> {
  const parts = path.split('/')
  const component = /^src\/components\/([^/]+)\/([^/]+)\.json$/.exec(path)
  if (component) {
    const [, category, name] = component
    return { ...json, modelType: 'component', modelName: name, uid: `${category}.${name}` }
  }
  // src/api/<api>/content-types/<name>/schema.json, or src/extensions/<plugin>/…
  const [, kind, owner, , name = ''] = parts
  const uid = kind === 'api' ? `api::${owner}.${name}` : `plugin::${owner}.${name}`
  return { ...json, modelType: 'contentType', modelName: name, uid }
}
