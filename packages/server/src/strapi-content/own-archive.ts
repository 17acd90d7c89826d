import { isRecord } from '@content-api/model'

/** Marks the metadata of an archive that `export --to-strapi` wrote. Strapi ignores the key. */
export const ownArchive = { exportedBy: 'content-api' } as const

/** Returns whether `export --to-strapi` wrote the archive. Such archives have all digits of big integers. */
export function isOwnArchive(metadata: unknown): boolean {
  return isRecord(metadata) && metadata['exportedBy'] === ownArchive.exportedBy
}
