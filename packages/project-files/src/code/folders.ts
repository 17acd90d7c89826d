import { existsSync, readdirSync } from 'node:fs'

/** Returns the names of the folders in a folder, and of symbolic links. Strapi 4 and the model follow links too. */
export function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() || entry.isSymbolicLink() ? [entry.name] : [])).toSorted()
}
