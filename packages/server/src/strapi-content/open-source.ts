import type { Registry } from '@content-api/model'
import { archiveSource, isArchive } from './archive/archive-source.js'
import { databaseSource } from './database/database-source.js'
import type { StrapiSource } from './source.js'

/** Opens an export archive (recognized by the ending of its name), a PostgreSQL URL or an SQLite file. */
export function openStrapiSource(from: string, registry: Registry, key?: string): StrapiSource {
  return isArchive(from) ? archiveSource({ file: from, key }) : databaseSource(from, registry)
}
