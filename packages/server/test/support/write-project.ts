import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The text of files by their path in a project. */
export type ProjectFiles = Readonly<Record<string, string>>

/** Writes the files of a project into a folder. */
export async function writeProject(folder: string, files: ProjectFiles): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
