import { readFileSync } from 'node:fs'
import type { ContentType, Registry } from '@content-api/model'
import type { EntryLine } from '@content-api/migrate/entries'
import { type SeedFile, type SeedRow, seedFile } from './seed-file.js'

/** The content at the beginning of the recording, see `oracle/NOTE.md`. */
export interface Seed {
  readonly jwtSecret: string
  readonly adminUsers: readonly SeedRow[]
  readonly roles: readonly SeedRole[]
  readonly users: readonly (SeedRow & { readonly role: number })[]
  readonly apiTokens: readonly SeedToken[]
  readonly files: readonly SeedFile[]
  readonly contentTypes: Readonly<Record<string, readonly SeedRow[]>>
}

export interface SeedRole {
  readonly id: number
  readonly type: string
  readonly name: string
  readonly description: string
  readonly permissions: readonly string[]
}

export interface SeedToken {
  readonly id: number
  readonly name: string
  readonly type: 'full-access' | 'read-only' | 'custom'
  readonly accessKey: string
  readonly permissions?: readonly string[]
  readonly expiresAt?: string
}

export function readSeed(): Seed {
  return JSON.parse(readFileSync(new URL('../oracle/seed.json', import.meta.url), 'utf8')) as Seed
}

/** The seed as an import, with all ids, users and roles. */
export function seedLines(seed: Seed, registry: Registry): EntryLine[] {
  return [
    ...seed.adminUsers.map((row) => plainLine('admin::user', row)),
    ...seed.roles.map(({ id, type, name, description }) =>
      plainLine('plugin::users-permissions.role', { id, type, name, description }),
    ),
    ...seed.users.map((row) => plainLine('plugin::users-permissions.user', row)),
    ...seed.files.map((file) => plainLine('plugin::upload.file', seedFile(file))),
    ...Object.entries(seed.contentTypes).flatMap(([uid, rows]) =>
      rows.map((row) => contentLine(registry.contentType(uid), row)),
    ),
  ]
}

function plainLine(type: string, { id, ...attributes }: SeedRow): EntryLine {
  return { type, id, attributes }
}

function contentLine(type: ContentType, row: SeedRow): EntryLine {
  const { id, localizations, ...attributes } = row
  const line = { type: type.uid, id, attributes: withMorphTargets(type, attributes) }
  const first = Math.min(id, ...((localizations as readonly number[] | undefined) ?? []))
  return first === id ? line : { ...line, localizationOf: first }
}

/** The recording names the type of a polymorphic target by `__type`. */
function withMorphTargets(type: ContentType, attributes: Readonly<Record<string, unknown>>) {
  const rename = ({ __type, id }: { __type: string; id: number }) => ({ type: __type, id })
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const attribute = type.attributes[name]
      if (attribute?.type !== 'relation' || !attribute.relation.startsWith('morphTo')) return [name, value]
      return [name, Array.isArray(value) ? value.map(rename) : rename(value as { __type: string; id: number })]
    }),
  )
}
